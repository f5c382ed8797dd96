import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { kernelCommand } from '../../src/engine/spark/kernel-command.ts';
import { mergeKernel } from '../../src/families/series/kapra/kapra.ts';
import { asCell, readKernelLine } from '../../src/formats/kernel-lines.ts';
import { packMessage, unpackMessage } from '../../src/formats/kernel-message.ts';

const command = kernelCommand();

/** As Spark does it. */
const run = (input: string) => {
  const { status, stdout, stderr } = spawnSync('/bin/bash', ['-c', command], { input, encoding: 'latin1', maxBuffer: 2 ** 26 });
  return { status, lines: stdout.split('\n').slice(0, -1), stderr };
};

const taskOf = (seed: number) => {
  const lower = Float64Array.from({ length: 24 }, (_, at) => (at * seed) % 7);
  const boxes = { columns: 2, lower, upper: lower.map((low) => low + 1), sizes: new Uint32Array(12).fill(2), scales: [1, 0.5] };
  return { boxes, parts: Uint32Array.from({ length: 12 }, (_, b) => b), k: 5 };
};
const lineOf = (ticket: number, kernel: string, value: unknown): string => {
  const { sum, text } = asCell(packMessage(value));
  return `${[ticket, kernel, sum, text].join('\t')}\n`;
};
const secret = `7\tmergeKernel\t1\t${Buffer.from('secret').toString('base64')}\n`;

describe('kernels as a cluster runs them', () => {
  it('fit into a statement', () => {
    expect(command.length).toBeLessThan(90_000);
    expect(command).not.toMatch(/['\\]|\$\{/); // it stands in quotes of SQL, where Spark would put values of its own
  });

  it('answer every task under its number, and at last how many there were', () => {
    const { status, lines, stderr } = run(lineOf(3, 'mergeKernel', taskOf(3)) + lineOf(11, 'mergeKernel', taskOf(5)));
    expect([status, stderr]).toEqual([0, '']);
    const told = lines.map(readKernelLine);
    expect(told).toMatchObject([
      { kind: 'answer', ticket: 3 },
      { kind: 'answer', ticket: 11 },
      { kind: 'end', tasks: 2, answers: 2 },
    ]);
    const answers = told.flatMap((line) => (line.kind === 'answer' ? [unpackMessage(line.bytes)] : []));
    expect(answers).toEqual([mergeKernel.perform(taskOf(3)), mergeKernel.perform(taskOf(5))]);
  });

  it('answer nothing of a partition without rows', () => {
    expect(run('')).toEqual({ status: 0, lines: ['end\t2\t0\t0'], stderr: '' });
  });

  it.each([
    ['a message that was changed', secret],
    ['a kernel that nobody knows', lineOf(1, 'secret', {})],
    ['a line with a cell too many', lineOf(1, 'mergeKernel', taskOf(3)).replace('\n', '\tsecret\n')],
    ['a task that is none', lineOf(1, 'mergeKernel', { secret: 1 })],
    ['a line without an end', lineOf(1, 'mergeKernel', taskOf(3)).slice(0, -1)],
  ])('fail on %s, do not say that they came to an end, and tell nothing of it', (_, input) => {
    const { status, lines, stderr } = run(input);
    expect(status).toBe(65);
    expect(lines.filter((line) => line.startsWith('end'))).toEqual([]);
    expect(stderr).toMatch(/^shoal: [a-z ]+\n$/);
    expect(stderr).not.toContain('secret');
  });
});

describe('a line that comes back', () => {
  const { sum, text } = asCell(packMessage({ rows: 1 }));
  it.each([
    ['answer\t3\t1\t0\tAAAA', 'foreign'],
    ['end\t1\t5\t5', 'foreign'],
    [`answer\t2\t1\t${sum}\t${text}`, 'answer'],
    [`answer\t2\t1\t${sum}\t${text}\t`, 'misshapen'],
    [`answer\t2\t-1\t${sum}\t${text}`, 'misshapen'],
    [`answer\t2\t1\t${sum}\t${text.slice(4)}`, 'misshapen'],
    ['answer\t2\t1', 'misshapen'],
    ['end\t2\t5', 'misshapen'],
    ['end\t2\t5\tx', 'misshapen'],
    ['hello', 'misshapen'],
    ['', 'misshapen'],
  ])('is told by its form: %s', (line, kind) => {
    expect(readKernelLine(line).kind).toBe(kind);
  });
});
