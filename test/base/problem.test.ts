import fc from 'fast-check';
import { run } from 'shoal';
import { describe, expect, it } from 'vitest';
import { Exit, problem } from '../../src/base/problem.ts';

describe('a problem', () => {
  it('repeats no more of a name than its beginning, where it is longer than any path', async () => {
    const long = 'x'.repeat(200_000);
    const settings = [
      { preset: long },
      { timeFormat: `${long} d` },
      { quasi: [`a ${long} b`] },
      { [long]: 1 },
      { seedFile: long },
      { long },
    ];
    for (const setting of settings) {
      const refused = await run({ input: 'there-is-none.csv', family: 'table', subject: 'row', ...setting } as Parameters<
        typeof run
      >[0]);
      expect(refused.ok).toBe(false);
      expect(JSON.stringify(refused).length, Object.keys(setting)[0].slice(0, 10)).toBeLessThan(20_000);
    }
  });

  it('says everything else as it was written', () => {
    const words = fc.array(fc.string({ maxLength: 40 }), { maxLength: 200 }).map((all) => all.join(' '));
    fc.assert(
      fc.property(words, fc.array(fc.string()), (what, columns) => {
        const told = {
          code: 'policy/bad-value',
          exit: Exit.usage,
          what,
          why: what,
          fix: what,
          facts: { columns, what: what.slice(0, 4096) },
        } as const;
        fc.pre(!/"[^"]{4095,}"/.test(what)); // a quote that ends thousands of signs later
        expect(problem(told)).toEqual(told);
      }),
    );
  });
});
