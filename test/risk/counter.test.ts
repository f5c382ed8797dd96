import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Counter, type CounterNeeds, CountingLimit } from '../../src/base/counting.ts';
import { Exit, Refusal } from '../../src/base/problem.ts';
import { withCounter as withRiskCounter } from '../../src/risk/counter.ts';
import { double, text, withCounter } from '../../src/verify/counter.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-counter-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** A counting that lends nothing, and says what it was asked for. */
const counting = (asked: CounterNeeds[] = []) => ({
  async withCounter<Value>(use: (counter: Counter) => Promise<Value>, needs: CounterNeeds = {}): Promise<Value> {
    asked.push(needs);
    return use({} as Counter);
  },
});
const problemsOf = (told: Promise<unknown>) =>
  told.then(
    () => 'nothing',
    (error) => (error instanceof Refusal ? error.problems.map(({ code, exit }) => [code, exit]) : error.message),
  );

describe('a counter that is lent', () => {
  const path = () => {
    writeFileSync(join(home, 'one.csv'), 'abc');
    writeFileSync(join(home, 'two.csv'), 'abcd');
    return [join(home, 'one.csv'), join(home, 'two.csv')];
  };

  it('for a figure is told how much is read, in whatever order', async () => {
    const asked: CounterNeeds[] = [];
    const [one] = path();
    const use = async () => 'counted';
    expect(await withRiskCounter(counting(asked), { path: path(), format: 'csv' }, use)).toBe('counted');
    expect(await withRiskCounter(counting(asked), { path: one, format: 'csv' }, use)).toBe('counted');
    expect(asked).toEqual([
      { anyOrder: true, bytes: 7 },
      { anyOrder: true, bytes: 3 },
    ]);
  });

  it('that lacks memory or disk is a refusal of its own; any other fault stays what it is', async () => {
    const failing = (error: Error) => async () => {
      throw error;
    };
    const [one] = path();
    const figure = (error: Error) => problemsOf(withRiskCounter(counting(), { path: one, format: 'csv' }, failing(error)));
    const verdict = (error: Error) => problemsOf(withCounter(counting(), {}, failing(error)));
    expect(await figure(new CountingLimit('memory'))).toEqual([['risk/out-of-memory', Exit.resource]]);
    expect(await figure(new CountingLimit('space'))).toEqual([['risk/no-scratch-space', Exit.resource]]);
    expect(await figure(new Error('another'))).toBe('another');
    expect(await verdict(new CountingLimit('memory'))).toEqual([['verify/out-of-memory', Exit.resource]]);
    expect(await verdict(new CountingLimit('space'))).toEqual([['verify/no-scratch-space', Exit.resource]]);
    expect(await verdict(new Error('another'))).toBe('another');
  });
});

it('numbers and texts are written as SQL reads them', () => {
  expect([1, 0.25, -3, 1e21, 1e-7].map(double)).toEqual(['1e0', '0.25e0', '-3e0', '1e+21', '1e-7']);
  expect(["it's", 'a\0b'].map(text)).toEqual(["'it''s'", "('a' || chr(0) || 'b')"]);
});
