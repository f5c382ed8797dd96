import { inspect } from 'shoal';
import { expect, it } from 'vitest';

/** Sixty people: sex and year in pairs of three, a postcode that few share, and a job that goes with nothing. */
const people = Array.from({ length: 60 }, (_, i) => ({
  sex: i % 2 === 0 ? 'f' : 'm',
  birth_year: 1950 + (i % 20),
  postcode: 10_000 + 7 * (i < 12 ? i : 12 + (i % 3)),
}));

it('finds the smallest sets of columns that single out, and counts them as anybody would', async () => {
  const found = await inspect({ input: people, subject: 'row', roles: { sex: 'quasi', birth_year: 'quasi', postcode: 'quasi' } });
  if (!found.ok) throw new Error(found.problems[0].what);
  const sets = found.value.standing?.singlingSets ?? [];
  expect(sets.length).toBeGreaterThan(0);
  for (const { columns, distinction, separation, unique } of sets) {
    const keys = people.map((person) => columns.map((name) => person[name as keyof typeof person]).join());
    const counts = new Map<string, number>();
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    const alone = [...counts.values()].filter((count) => count === 1).length;
    const pairs = [...counts.values()].reduce((sum, count) => sum + count * (count - 1), 0);
    expect(unique).toBeCloseTo(alone / 60, 9);
    expect(distinction).toBeCloseTo(counts.size / 60, 9);
    expect(separation).toBeCloseTo(1 - pairs / (60 * 59), 9);
    expect(unique).toBeGreaterThanOrEqual(0.05);
  }
  const sizes = sets.map(({ columns }) => columns.length);
  expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
  for (const one of sets)
    for (const other of sets) if (one !== other) expect(one.columns.every((name) => other.columns.includes(name))).toBe(false);
});

it('tells of a sample how many are alone in its population', async () => {
  const found = await inspect({ input: people, subject: 'row', sampled: 0.2, roles: { postcode: 'quasi' } });
  expect(found).toMatchObject({ ok: true, value: { standing: { population: { population: 300 } } } });
});
