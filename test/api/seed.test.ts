import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedOf } from '../../src/api/seed.ts';
import { Refusal } from '../../src/base/problem.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-seed-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const fromFile = (text: string): number | string => {
  const seedFile = join(home, 'seed');
  writeFileSync(seedFile, text);
  return seedOf({ seed: undefined, seedFile });
};
const faultOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return error instanceof Refusal ? `${error.problems[0].code}: ${error.problems[0].what}` : String(error);
  }
  return 'none';
};
const random = '8d1f03b7c25e4a6990ab71d3e6f8245c';

describe('the seed of a run', () => {
  it('is what a program gives, then that of the file, then that of the policy', () => {
    writeFileSync(join(home, 'given'), random);
    expect(seedOf({ seed: 7, seedFile: join(home, 'given') }, 'by a program')).toBe('by a program');
    expect(seedOf({ seed: 7, seedFile: join(home, 'given') })).toBe(random);
    expect(seedOf({ seed: 7, seedFile: undefined })).toBe(7);
  });

  it('is one that nobody can guess where none is given: 32 bytes, another each time', () => {
    const drawn = Array.from({ length: 20 }, () => seedOf({ seed: undefined, seedFile: undefined }));
    expect(new Set(drawn).size).toBe(20);
    for (const seed of drawn) expect(seed).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is read from a file in either case, with blanks around it', () => {
    expect(fromFile(`  ${random.toUpperCase()}\n`)).toBe(random);
  });

  it('may be any digits that chance drew', () => {
    const digit = fc.constantFrom(...'0123456789abcdef');
    fc.assert(
      fc.property(fc.array(digit, { minLength: 64, maxLength: 64 }), (digits) => {
        fc.pre(new Set(digits).size > 9);
        expect(fromFile(digits.join(''))).toBe(digits.join(''));
      }),
    );
  });

  it.each([
    ['prose', 'my secret seed that nobody knows!!', 'something else than hexadecimal digits'],
    ['one digit too few', random.slice(1), 'it holds 31 digits'],
    ['too many', `${random}${random}a`, 'it holds 65 digits'],
    ['few different digits', '01'.repeat(16), 'not random'],
    ['the same half twice', random.slice(0, 16).repeat(2), 'not random'],
    ['counted up', '0123456789abcdef0123456789abcdef', 'not random'],
    ['counted in pairs', Array.from({ length: 16 }, (_, i) => (17 * i).toString(16).padStart(2, '0')).join(''), 'not random'],
    ['nothing', '', 'it holds 0 digits'],
  ])('is refused from a file of %s, in words that do not repeat it', (_, text, fault) => {
    const told = faultOf(() => fromFile(text));
    expect(told).toContain('policy/bad-seed-file');
    expect(told).toContain(fault);
    if (text !== '') expect(told).not.toContain(text);
  });

  it('is refused from a file that is not there', () => {
    expect(faultOf(() => seedOf({ seed: 7, seedFile: join(home, 'none') }))).toContain('policy/bad-seed-file');
  });
});
