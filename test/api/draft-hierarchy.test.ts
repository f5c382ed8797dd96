import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readHierarchy } from '../../src/formats/hierarchy.ts';
import { draftHierarchy } from '../../src/index.ts';

const folder = mkdtempSync(join(process.env.TMPDIR ?? '/tmp', 'shoal-hierarchy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rows = Array.from(
  { length: 3000 },
  (_, i) =>
    `${i},${20 + (i % 50)},${(0.1 * (i % 7)).toFixed(1)},202${i % 4}-0${1 + (i % 9)}-11,${i < 2990 ? 'a' : 'late'},${i === 7 ? 'x;y' : 'x'}`,
);
const input = join(folder, 'people.csv');
writeFileSync(input, `id,age,share,born,word,odd\n${rows.join('\n')}\n`);

it('lists every value, also those of the last rows, and is a file that a run reads', async () => {
  for (const [column, kind, levels] of [
    ['age', 'number', 50],
    ['share', 'number', 7],
    ['born', 'date', 36],
    ['word', 'category', 2],
  ] as const) {
    const drafted = await draftHierarchy({ input }, { column });
    if (!drafted.ok) throw new Error(JSON.stringify(drafted.problems));
    expect([drafted.value.kind, drafted.value.levels[0], drafted.value.levels.at(-1)]).toEqual([kind, levels, 1]);
    const file = join(folder, `${column}.txt`);
    writeFileSync(file, drafted.value.text);
    const values = drafted.value.text
      .trim()
      .split('\n')
      .map((line) => line.split(';')[0]);
    expect(readHierarchy(file, column, values).ok).toBe(true);
  }
});

it('says why none can be drafted', async () => {
  const codeOf = async (column: string, kind?: 'number' | 'date') => {
    const drafted = await draftHierarchy({ input }, { column, ...(kind === undefined ? {} : { kind }) });
    return drafted.ok ? drafted.value.kind : drafted.problems[0].code;
  };
  expect(await codeOf('odd')).toBe('input/no-hierarchy');
  expect(await codeOf('word', 'number')).toBe('input/no-hierarchy');
  expect(await codeOf('age', 'date')).toBe('input/no-hierarchy');
  expect(await codeOf('nobody')).toBe('input/missing-column');
});
