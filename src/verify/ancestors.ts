import { readFile } from 'node:fs/promises';
import type { Counter } from '../base/counting.ts';
import { Refusal } from '../base/problem.ts';
import { text } from './counter.ts';
import { unreadableHierarchy } from './problems.ts';

const pairsAtOnce = 1000;

/** The name of a table with the pairs of a hierarchy file, one line a category, its ancestors after `;`: each category with each of them. */
export async function readAncestors(counter: Counter, table: string, file: string, column: string): Promise<string> {
  const lines = await readFile(file, 'utf8').catch(() => {
    throw new Refusal(unreadableHierarchy(file, column));
  });
  const pairs = lines.split(/\r?\n/).flatMap((line) => {
    const [value, ...ancestors] = line
      .replace(/^\uFEFF/, '')
      .split(';')
      .map((cell) => cell.trim());
    return ancestors.map((label) => `(${text(value)}, ${text(label)})`);
  });
  await counter.ask(`CREATE OR REPLACE TEMP TABLE ${table} (value VARCHAR, label VARCHAR)`);
  for (let from = 0; from < pairs.length; from += pairsAtOnce)
    await counter.ask(`INSERT INTO ${table} VALUES ${pairs.slice(from, from + pairsAtOnce).join(', ')}`);
  return table;
}
