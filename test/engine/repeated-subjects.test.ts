import fc from 'fast-check';
import { expect, it } from 'vitest';
import { repeatedSubjects } from '../../src/families/series/repeated-subjects.ts';

const found = (hashes: readonly (readonly [number, number])[]) =>
  repeatedSubjects(
    'ID',
    Uint32Array.from(hashes, ([low]) => low),
    Uint32Array.from(hashes, ([, high]) => high),
  );

it('finds nothing where every subject stands once', () => {
  expect(found([])).toEqual([]);
  expect(
    found([
      [0, 0],
      [0, 1],
      [1, 0],
      [0xffffffff, 0xffffffff],
      [0xffffffff, 0],
    ]),
  ).toEqual([]);
});

it('counts the subjects that repeat, their rows, and names the first row that does', () => {
  const a = [1, 2] as const;
  const b = [1, 3] as const;
  expect(found([a, b, [5, 5], b, a, b])).toMatchObject([
    { code: 'input/repeated-subject', exit: 3, facts: { column: 'ID', subjects: 2, rows: 5, row: 4 } },
  ]);
});

it('agrees with a plain count on any subjects, collisions of halves included', () => {
  const anyHash = fc.tuple(fc.integer({ min: 0, max: 3 }), fc.constantFrom(0, 1, 0x9e3779b1, 0xffffffff));
  fc.assert(
    fc.property(fc.array(anyHash, { maxLength: 40 }), (hashes) => {
      const times = new Map<string, number>();
      for (const hash of hashes) times.set(hash.join(), (times.get(hash.join()) ?? 0) + 1);
      const repeated = [...times.values()].filter((count) => count > 1);
      const [problem] = found(hashes);
      expect(problem?.facts.subjects ?? 0).toBe(repeated.length);
      expect(problem?.facts.rows ?? 0).toBe(repeated.reduce((sum, count) => sum + count, 0));
    }),
  );
});
