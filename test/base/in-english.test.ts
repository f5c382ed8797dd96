import { expect, it } from 'vitest';
import { inEnglish } from '../../src/base/told.ts';

it('prints numbers as English does', () => {
  for (const value of [
    0,
    7,
    999,
    1000,
    12_345,
    100_000,
    1_234_567,
    -1,
    -1000,
    Number.MAX_SAFE_INTEGER,
    1e21,
    0.5,
    1234.5678,
    Number.NaN,
  ])
    expect(inEnglish(value)).toBe(value.toLocaleString('en-GB'));
});
