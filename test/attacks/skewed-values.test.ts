import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { releasedRows, run, type SeriesInput, verify } from 'shoal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { randomFrom } from '../../src/base/random.ts';
import { draws } from '../suite/draws.ts';
import { recountModels } from './recount-models.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-skewed-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** One value that nearly all have, seldom ones that go with the curve, each in several spellings, and cells left out. */
function csvOf({ seed, rows, seldom }: { readonly seed: number; readonly rows: number; readonly seldom: number }): string {
  const random = randomFrom(seed);
  const spelt = (word: string) => [word, word.toUpperCase(), ` ${word}`, word.replace(' ', '  ')][random.below(4)];
  const lines = ['id,t1,t2,t3,t4,dept,note,grade'];
  for (let row = 0; row < rows; row++) {
    const level = 30 * random.unit();
    const curve = Array.from({ length: 4 }, () => Math.round(level + 3 * random.normal()));
    const rare = random.unit() < (level > 20 ? 3 : 0.5) / seldom;
    const note = random.below(12) === 0 ? '' : spelt(rare ? ['flu b', 'old flu'][random.below(2)] : 'no flu');
    lines.push(
      [row, ...curve, 'ab'[random.below(2)], note, random.below(9) === 0 ? '' : spelt('xyz'[random.below(3)])].join(','),
    );
  }
  return `${lines.join('\n')}\n`;
}

const anyPolicy = fc.record({
  k: fc.integer({ min: 3, max: 9 }),
  share: fc.nat(),
  l: fc.constantFrom(1, 2, 2),
  t: fc.constantFrom(undefined, 0.12, 0.3, 0.5),
  alpha: fc.constantFrom(undefined, { column: 'note', share: 0.97 }),
  diversity: fc.constantFrom(
    undefined,
    { column: 'grade', kind: 'entropy' as const, l: 1.8 },
    { column: 'note', kind: 'recursive' as const, l: 2, c: 30 },
  ),
  effort: fc.constantFrom('fast' as const, 'normal' as const),
  category: fc.boolean(),
});

it('gives away no class whose skewed values are less diverse or further from all than was promised, at any effort', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ seed: fc.nat(), rows: fc.integer({ min: 20, max: 160 }), seldom: fc.constantFrom(4, 9, 20) }),
      anyPolicy,
      async (table, { k, share, category, ...asked }) => {
        const [input, out] = [join(home, 'table.csv'), join(home, 'out')];
        writeFileSync(input, csvOf(table));
        const p = 2 + (share % (k - 1));
        const promises = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
        const policy = {
          ...{ method: 'prism', input, out, subject: 'id', series: 't1..t4', sensitive: ['note', 'grade'], segments: 2 },
          ...(category ? { quasi: ['dept:category'] } : { drop: ['dept'] }),
          ...{ k, p, queries: 20, threads: 1 },
          ...promises,
        } as SeriesInput;
        const made = await run(policy, { force: true });
        if (!made.ok) {
          for (const { code } of made.problems) expect(['policy/l-too-large', 'policy/model-out-of-reach']).toContain(code); // of all records together
          return;
        }
        expect(await verify(out, { original: { file: input }, threads: 1 })).toMatchObject({ ok: true, value: { holds: true } });
        const classes = new Map<string, { of: Record<string, string> }[]>();
        for (const row of (await releasedRows(out)) as Readonly<Record<string, unknown>>[]) {
          const key = JSON.stringify([row.GroupID, row.Pattern, row.Level]);
          const of = { id: String(classes.size), note: String(row.note ?? ''), grade: String(row.grade ?? '') };
          classes.set(key, [...(classes.get(key) ?? []), { of }]);
        }
        let next = 0;
        const own = [...classes.values()].map((members) => members.map(({ of }) => ({ of: { ...of, id: String(next++) } })));
        expect(next).toBe(table.rows);
        for (const members of own) expect(members.length).toBeGreaterThanOrEqual(p);
        recountModels(promises, own, ['note', 'grade']);
      },
    ),
    { numRuns: draws(24) },
  );
});
