import { describe, expect, it } from 'vitest';
import { serve } from '../../src/cli/serve.ts';
import { studio } from '../../src/cli/studio.ts';
import { keptFailures } from './kept.ts';
import { faultOf, type Part, reduced, seedOf, without } from './part.ts';
import { wordsOf } from './parts/load/load.ts';
import { partNamed, parts } from './parts.ts';

/** What `npm test` tries of each part: always the same cases. Kernels cost least; `promises` and `forgeries` have their own tests. */
const samples: Readonly<Record<string, number>> = {
  kernels: 400,
  'proved-lines': 60,
  'stacked-tables': 1,
  'stacked-logs': 1,
  differential: 200,
  'forged-links': 1,
  'full-disks': 2,
  'command-line': 2,
  kills: 2,
  'server-kills': 1,
  'write-order': 2,
  'bad-files': 32,
  'hostile-policies': 16,
  leaks: 6,
  'leaking-doors': 1,
};

describe('a sample of the campaign', () => {
  it.each(Object.entries(samples))('%s holds', async (name, count) => {
    const { draw, slight = (one) => one, attempt } = partNamed(name);
    const outcomes = new Set<string>();
    for (let number = 0; number < count; number++) outcomes.add(await attempt(slight(draw(20061, number))));
    expect(outcomes).not.toContain('');
    expect(outcomes.size).toBeGreaterThan(0);
  });

  it('load holds for a few seconds', async () => {
    const part = partNamed('load');
    expect(await part.attempt(part.lasting?.(part.draw(20061, 0), 3))).toBe('held');
  }, 600_000);

  it('load starts each server with flags that it has', () => {
    for (const [studioIsOpen, { name, flags }] of [
      [false, serve],
      [true, studio],
    ] as const) {
      const [command, ...words] = wordsOf(studioIsOpen);
      expect(command).toBe(name);
      const used = words.filter((word) => word.startsWith('--')).map((word) => word.slice(2));
      expect(flags.map((flag) => flag.name)).toEqual(expect.arrayContaining(used));
    }
  });

  it('has every kept failure mended', async () => {
    for (const { part, case: one } of keptFailures()) expect(await faultOf(partNamed(part), one), part).toBe(undefined);
  });
});

describe('a part', () => {
  it('has a name of its own', () => {
    expect(new Set(parts.map(({ name }) => name)).size).toBe(parts.length);
  });

  it('draws the same case for the same seed and number, and another for the next', () => {
    for (const { draw, name } of parts) {
      expect(draw(7, 3), name).toEqual(draw(7, 3));
      expect(draw(7, 3), name).not.toEqual(draw(7, 4));
    }
    expect(seedOf(1, 2)).not.toBe(seedOf(2, 1));
  });
});

describe('a failing case', () => {
  /** Fails where both a 3 and a 5 are there. */
  const part: Part<readonly number[]> = {
    name: 'three and five',
    holds: 'never both',
    goal: 1,
    draw: () => [],
    async attempt(numbers) {
      if (numbers.includes(3) && numbers.includes(5)) throw new Error('both');
      return 'held';
    },
    smaller: (numbers) => without(numbers),
  };

  it('is made smaller while it fails', async () => {
    expect(await reduced(part, [1, 2, 3, 4, 5, 6, 7, 8, 9])).toEqual({ case: [3, 5], fault: 'both' });
  });

  it('is named by its fault, and one that holds by none', async () => {
    expect(await faultOf(part, [5, 3])).toBe('both');
    expect(await faultOf(part, [3])).toBe(undefined);
  });
});
