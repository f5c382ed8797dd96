import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { run } from 'shoal';
import { type Random, randomFrom } from '../../../src/base/random.ts';
import { inHome } from '../../attacks/hunt.ts';
import { type Hunted, marker } from '../../attacks/random-inputs.ts';
import { type Part, without } from '../part.ts';

/** Numbers of the input that stand in no other place: one that leaves and is no end of a band was told. */
export const leaks: Part<Hunted> = {
  name: 'leaks',
  holds: 'nothing that leaves tells an id, a seed, a path, an inner value, or a number of subjects below k or its complement',
  goal: 5000,
  draw: (seed, number) => anyRelease(randomFrom(`leaks ${seed} ${number}`)),
  attempt: (hunted) =>
    inHome(hunted, async (home, settings) => {
      const made = await run(settings as Parameters<typeof run>[0], { secretSeed });
      if (!made.ok) return 'refused';
      const leaving = filesIn(join(home, 'out')).filter(({ name }) => !name.startsWith('internal'));
      const { data } = JSON.parse(leaving.find(({ name }) => name === 'manifest.json')?.text ?? '{}');
      const released = leaving.find(({ name }) => name === data.file)?.text ?? '';
      const ends = new Set(numbersIn(released));
      const originals = originalsOf(hunted);
      for (const { name, text } of leaving) {
        assert.ok(!text.includes(`${marker}-`), `${name} tells an id`);
        assert.ok(!text.includes(home), `${name} tells a path`);
        assert.ok(!text.includes(secretSeed), `${name} tells the seed`);
        const told = numbersIn(text).find((number) => originals.has(number) && !ends.has(number));
        assert.equal(told, undefined, `${name} tells an inner value`);
      }
      const report = JSON.parse(leaving.find(({ name }) => name === 'report.json')?.text ?? '{}');
      const few = fewIn(report, hunted.policy.k);
      assert.deepEqual(few, [], 'the public report tells few subjects');
      return 'released';
    }),
  *smaller(hunted) {
    for (const records of without(hunted.records, hunted.policy.k)) yield { ...hunted, records };
  },
};

const secretSeed = '5eed9d3c1b7fa2460c8e5eed9d3c1b7fa2460c8e5eed9d3c1b7fa2460c8e1234';

/** Every number of the input that is the only one of its kind. */
export const originalsOf = ({ records }: Hunted): ReadonlySet<string> =>
  new Set(records.flatMap((record) => Object.values(record).filter((cell) => /^-?\d+\.\d{5}$/.test(cell))));

interface Leaving {
  readonly name: string;
  readonly text: string;
}

function filesIn(folder: string): readonly Leaving[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'latin1') }));
}

/** Numbers as the input has them: with five decimals. */
export const numbersIn = (text: string): readonly string[] => text.match(/(?<![\d.])-?\d+\.\d{5}(?!\d)/g) ?? [];

/**
 * Numbers of subjects or records that are fewer than k, and what a reader gets by subtracting what was released from what was read. `released` is how
 * many rows the data of each release has.
 */
export function fewIn(
  report: { readonly input?: Counts; readonly release?: Counts },
  k: number,
  released: readonly number[] = [],
): readonly string[] {
  const found: string[] = [];
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'number') {
      const counts = /(subjects|records|rows|events|suppressed\w*|members|left\w*)$/i.test(path);
      if (/^report\.(release\.rows|measure\.singledOut\.)/.test(path)) return; // anybody can count them in the data
      if (released.includes(value) && /rows$/.test(path)) return; // and these, wherever they are told again
      if (counts && Number.isInteger(value) && value > 0 && value < k) found.push(`${path}: ${value}`);
    } else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) walk(inner, `${path}.${name}`);
  };
  walk(report, 'report');
  for (const name of ['rows', 'subjects'] as const) {
    const rest = (report.input?.[name] ?? 0) - (report.release?.[name] ?? report.input?.[name] ?? 0);
    if (rest > 0 && rest < k) found.push(`${rest} ${name} are left`);
  }
  return found;
}

type Counts = Readonly<Record<string, number | undefined>>;

/** Values with five decimals, each once; ids that can be found; some people who are alike. */
export function anyRelease(random: Random): Hunted {
  const k = 2 + random.below(5);
  const people = 3 * k + random.below(40);
  const value = (spread: number): string => (random.unit() * spread).toFixed(5);
  const release = (['internal', 'partner', 'public'] as const)[random.below(3)];
  const common = { k, release, ...(random.below(2) === 0 ? { snap: 'off' } : {}) };
  if (random.below(2) === 0) {
    const length = 2 + random.below(4);
    const names = Array.from({ length }, (_, t) => `T${t + 1}`);
    const method = ['naive', 'kapra', 'prism'][random.below(3)];
    const records = Array.from({ length: people }, (_, i) => ({
      id: `${marker}-${i}`,
      ...Object.fromEntries(names.map((name) => [name, value(100)])),
      ill: ['ill', 'well', 'so so'][random.below(3)],
    }));
    const series = { method, subject: 'id', series: names.join(','), sensitive: 'ill', segments: 2, p: 2, effort: 'fast' };
    const { effort: _, ...others } = series;
    return {
      policy: { ...common, ...(method === 'prism' ? series : others) } as unknown as Hunted['policy'],
      records,
      files: {},
    };
  }
  const counts = random.below(2) === 0;
  const records = Array.from({ length: people + random.below(20) }, (_, i) => ({
    id: `${marker}-${i % people}`,
    size: value(1000),
    place: ['G1', 'G12', 'G2', 'S1'][random.below(4)],
    toll: value(50),
  }));
  const roles = counts ? { aggregate: 'count', drop: ['toll'] } : { drop: ['toll'] };
  const table = { family: 'table', subject: 'id', quasi: ['size:number', 'place:prefix'], ...roles };
  return {
    policy: { ...common, ...table, method: random.below(2) === 0 ? 'local' : 'hierarchy' } as unknown as Hunted['policy'],
    records,
    files: {},
  };
}
