import { readFileSync, writeFileSync } from 'node:fs';
import { csvOf, forgery } from './attack.ts';

const days = csvOf(
  Array.from({ length: 40 }, (_, i) => ({
    ID: `p${i}`,
    H1: i % 7,
    H2: 2 * i,
    H3: 30 - i,
    H4: (i * i) % 11,
    City: 'ab'[i % 2],
    Ill: i % 3,
  })),
);

/** Rewrites the cells of every row alike, so that all that can be proved without the original still holds. */
const everywhere = (file: string, change: (cells: string[]) => void) => (folder: string) => {
  const [header, ...rows] = readFileSync(`${folder}/${file}`, 'utf8').trimEnd().split('\n');
  const changed = rows.map((row) => {
    const cells = row.split(',');
    change(cells);
    return cells.join(',');
  });
  writeFileSync(`${folder}/${file}`, `${[header, ...changed].join('\n')}\n`);
};

for (const method of ['naive', 'kapra'] as const) {
  const given = {
    files: { 'days.csv': days },
    run: `days.csv --method ${method} --subject ID --series H1..H4 --quasi City --sensitive Ill -k 5 -p 2 --queries 0`,
    original: 'days.csv',
  };
  const file = `${method}_anonymized.csv`;
  const cases = [
    ['bands around nobody', (cells) => void cells.splice(1, 1, '[700-800]'), 'outside-band'],
    ['labels of nobody', (cells) => void cells.splice(5, 1, '{x|y}'), 'false-label'],
    ["illnesses that are another's", (cells) => void cells.splice(6, 1, '9'), 'changed-value'],
    [
      'shapes of nobody',
      (cells) => void cells.splice(7, 2, 'aaaa', '3'),
      method === 'naive' ? 'borrowed-pattern' : 'outside-pattern',
    ],
  ] as const satisfies readonly (readonly [string, (cells: string[]) => void, string])[];
  for (const [what, change, breach] of cases)
    forgery(`${what} in a release of ${method}, to whoever has the original`, {
      ...given,
      forge: everywhere(file, change),
      breach,
    });
}
