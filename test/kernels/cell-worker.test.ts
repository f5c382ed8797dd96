import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../src/base/random.ts';
import { kernelCommand } from '../../src/engine/spark/worker/command.ts';
import { checkTotals } from '../../src/engine/spark/worker/run-kernel.ts';
import { leafIn } from '../families/series/leaf-lines.ts';

const settings = {
  kernel: 'naive',
  columns: 3,
  seriesLength: 3,
  scales: [0.01, 0.01, 0.01],
  decimals: [1, 1, 1],
  k: 5,
  p: 2,
  segments: 3,
  maxLevel: 5,
  badLeaf: 'raw',
  blockRows: 4096,
};
const command = kernelCommand(settings);

/** As Spark does it. */
const run = (input: string) => {
  const { status, stdout, stderr } = spawnSync('/bin/bash', ['-c', command], { input, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return { status, lines: stdout.split('\n').slice(0, -1), stderr };
};

const rowsOf = (cell: number, count: number): string => {
  const random = randomFrom(cell);
  const row = (key: number) => [cell, key, ...Array.from({ length: 3 }, () => random.below(1000) / 10)].join('\t');
  return Array.from({ length: count }, (_, i) => `${row(1000 * cell + i)}\n`).join('');
};

describe('a kernel as a cluster runs it', () => {
  it('fits into a statement, with room for settings', () => {
    expect(command.length).toBeLessThan(90_000);
    expect(command).not.toMatch(/['\\]|\$\{/); // it stands in quotes of SQL, where Spark would put values of its own
  });

  it('answers the leaves of every cell, everybody once, and at last how many there were', () => {
    const { status, lines, stderr } = run(rowsOf(1, 200) + rowsOf(4, 73) + rowsOf(9, 5));
    expect([status, stderr]).toEqual([0, '']);
    const leaves = lines.slice(0, -1).map(leafIn);
    expect(lines.at(-1)).toBe(`end\t1\t278\t${leaves.length}\t278`);
    const keys = leaves.flatMap((leaf) => leaf.keys.map((key) => ({ key, cell: leaf.cell })));
    expect(new Set(keys.map(({ key }) => key)).size).toBe(278);
    expect(keys.every(({ key, cell }) => Math.floor(key / 1000) === cell)).toBe(true);
    const sizes = new Map<string, number>();
    for (const { cell, group, keys: own } of leaves)
      sizes.set(`${cell}/${group}`, (sizes.get(`${cell}/${group}`) ?? 0) + own.length);
    expect(Math.min(...sizes.values())).toBeGreaterThanOrEqual(5);
    for (const leaf of leaves) expect(leaf.keys.length).toBeGreaterThanOrEqual(2);
  });

  it('answers totals for a partition without rows', () => {
    expect(run('')).toEqual({ status: 0, lines: ['end\t1\t0\t0\t0'], stderr: '' });
  });

  it.each([
    ['a text among numbers', `${rowsOf(1, 9)}1\t10\tsecret\t1\t2\n`],
    ['a missing value', `${rowsOf(1, 9)}1\t10\t\\N\t1\t2\n`],
    ['a cell with a tab in it', `1\t10\t1\t1\t2\tsecret\n${rowsOf(2, 9)}`],
    ['a cell below k', rowsOf(1, 9) + rowsOf(2, 4)],
    ['a line without an end', `${rowsOf(1, 9)}1\t10\t1`],
  ])('fails on %s, gives no totals, and tells nothing of it', (_, input) => {
    const { status, lines, stderr } = run(input);
    expect(status).toBe(65);
    expect(lines.filter((line) => line.startsWith('end'))).toEqual([]);
    expect(stderr).toMatch(/^shoal: [a-z ]+\n$/);
    expect(stderr).not.toContain('secret');
  });
});

describe('totals', () => {
  const whole = { misshapen: 0, foreign_ends: 0, lines: 4, rows_in: 20, lines_out: 4, rows_out: 20, keys: 20 };
  const codeOf = (changed: Partial<typeof whole>): string | undefined => {
    const checked = checkTotals('sc://x', { ...whole, ...changed }, 20);
    return checked.ok ? undefined : checked.problems[0].code;
  };

  it('agree, or name what is wrong', () => {
    expect(codeOf({})).toBeUndefined();
    expect(codeOf({ rows_in: 19, rows_out: 19, keys: 19 })).toBe('spark/worker-lost-rows'); // dropped before it was read
    expect(codeOf({ rows_out: 19 })).toBe('spark/worker-lost-rows');
    expect(codeOf({ keys: 21 })).toBe('spark/worker-lost-rows');
    expect(codeOf({ lines: 3 })).toBe('spark/worker-lost-rows');
    expect(codeOf({ misshapen: 1 })).toBe('spark/worker-misshapen');
    expect(codeOf({ foreign_ends: 1 })).toBe('spark/worker-foreign');
  });
});
