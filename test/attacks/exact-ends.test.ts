import { readFileSync, writeFileSync } from 'node:fs';
import { randomFrom } from '../../src/base/random.ts';
import { attack, csvOf, forgery, type Leaves } from './attack.ts';

/** Values end with a 7 in the third decimal place: none lies on a round grid by chance, so a bound that is a value is a member's own. */
const draw = randomFrom('exact ends');
const value = (from: number, width: number): string => `${(from + draw.unit() * width).toFixed(2)}7`;
const days = Array.from({ length: 240 }, (_, i) => ({
  ID: `p${i}`,
  H1: value(0, 40),
  H2: value(-900, 700),
  H3: value(5, 3),
  H4: value(0, 20000),
  Age: value(18, 70),
}));
const exits = Array.from({ length: 240 }, (_, i) => ({ lorry: `t${i}`, section: `G${10 + (i % 8)}`, toll: value(0, 300) }));

/** Bounds in the released table that are, to the last digit, a value of the input; the attacker is granted all of them to compare with. */
const ownValues =
  (records: readonly Readonly<Record<string, string>>[]) =>
  ({ rows, manifest }: Leaves): number => {
    const known = new Set(records.flatMap((record) => Object.values(record)).map(Number));
    const bounds = manifest.columns
      .filter(({ kind }) => ['interval', 'lower', 'upper'].includes(kind))
      .flatMap(({ name }) => rows.flatMap((row) => row[name].match(/(?<=^|\[|-)-?[\d.]+/g) ?? []));
    if (bounds.length === 0) throw new Error('there is nothing to look at');
    return bounds.filter((bound) => known.has(Number(bound))).length;
  };

const series = 'days.csv --method naive --subject ID --series H1..H4 --quasi Age:number -k 11 -p 5 --queries 0';
const kaca = 'exits.csv --method kaca --subject lorry --quasi section:prefix,toll:number -k 11';
const files = { 'days.csv': csvOf(days), 'exits.csv': csvOf(exits) };

for (const release of ['partner', 'public'])
  for (const form of [
    'naive',
    'kapra',
    'prism --effort fast',
    'naive --shape long',
    'kapra --intervals columns',
    'naive --decimals 1',
    'prism --effort fast --snap 0.25',
  ])
    attack(`the smallest and largest values themselves: ${form}, ${release}`, {
      files,
      run: `${series} --method ${form} --release ${release}`,
      attacker: ownValues(days),
      learns: 0,
    });
for (const form of ['', ' --aggregate count', ' --clustering kmeans'])
  attack(`the smallest and largest tolls themselves${form}`, {
    files,
    run: `${kaca}${form} --release public`,
    attacker: ownValues(exits),
    learns: 0,
  });

const swap = (folder: string, file: string, change: (text: string) => string): void =>
  writeFileSync(`${folder}/${file}`, change(readFileSync(`${folder}/${file}`, 'utf8')));

forgery('bounds beside the grid that is declared', {
  files,
  run: `${series} --release public`,
  forge: (folder) =>
    swap(folder, 'naive_anonymized.csv', (text) => text.replaceAll(/\[(-?\d+)-/g, (_, low) => `[${Number(low) - 1}-`)),
  breach: 'off-step',
});
forgery('bounds in columns of their own beside the grid that is declared', {
  files,
  run: `${series} --release public --intervals columns`,
  forge: (_, change) =>
    change(({ columns }) => {
      for (const column of columns) if (column.snap !== undefined) column.snap = Number((7 * column.snap).toPrecision(3));
    }),
  breach: 'off-step',
});
forgery('tolls beside the grid that is declared', {
  files,
  run: `${kaca} --release public`,
  forge: (_, change) =>
    change(({ columns }) =>
      columns.forEach((column) => {
        if (column.snap !== undefined) column.snap = Number((7 * column.snap).toPrecision(3));
      }),
    ),
  withInternal: true,
  breach: 'off-step',
});
forgery('a grid that no bound can lie on', {
  files,
  run: `${series} --release public`,
  forge: (_, change) =>
    change(({ columns }) => {
      columns[1].snap = 1e-9;
    }),
  breach: 'unfit-step',
});
forgery('a grid for what has no bounds', {
  files,
  run: `${series} --release public`,
  forge: (_, change) =>
    change(({ columns }) => {
      columns[0].snap = 1;
    }),
  breach: 'unfit-step',
});
