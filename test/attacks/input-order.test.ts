import { attack, csvOf, type Leaves } from './attack.ts';

/** Sixty people in the order of the alphabet, nearly all with the same week; the sensitive cell is where each of them stands. */
const week = csvOf(
  Array.from({ length: 60 }, (_, i) => ({
    id: `p${i}`,
    a: i % 20 === 0 ? 0 : 5,
    b: i % 20 === 1 ? 9 : 5,
    c: 5,
    d: 5,
    stands: i,
  })),
);
/** The same with one column: those of the middle age fit into either of two bands. */
const ages = csvOf(
  Array.from({ length: 60 }, (_, i) => ({ id: `p${i}`, age: i % 20 === 0 ? 30 : i % 20 === 1 ? 50 : 40, stands: i })),
);
const alike = Array.from({ length: 60 }, (_, i) => i).filter((i) => i % 20 > 1);

/** Groups whose members, of those who are alike, are neighbours in the alphabet. */
function neighbours({ rows }: Leaves, group: string): number {
  const places = new Map<string, number[]>();
  for (const { stands, [group]: name } of rows) {
    const place = alike.indexOf(Number(stands));
    if (place >= 0) places.set(name, [...(places.get(name) ?? []), place]);
  }
  const isRun = (own: readonly number[]) => Math.max(...own) - Math.min(...own) === own.length - 1;
  return [...places.values()].filter((own) => own.length > 3 && own.length < alike.length - 3 && isRun(own)).length;
}

for (const method of ['naive', 'prism', 'kapra'])
  attack(`which group of alike people holds those at one place of the alphabet: ${method}`, {
    files: { 'week.csv': week },
    run: `week.csv --method ${method} --subject id --series a..d --sensitive stands -k 6 --release partner`,
    attacker: (leaves) => neighbours(leaves, 'GroupID'),
    learns: 0,
  });

for (const clustering of ['kmeans', 'merge'])
  attack(`which band holds those at one place of the alphabet: ${clustering}`, {
    files: { 'ages.csv': ages },
    run: `ages.csv --method kaca --clustering ${clustering} --subject id --quasi age:number --sensitive stands -k 6 --release partner`,
    attacker: (leaves) => neighbours(leaves, 'age'),
    learns: 0,
  });
