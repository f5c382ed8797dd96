import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { run } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SparkTuning } from '../../src/api/spark-choice.ts';
import { draws } from '../suite/draws.ts';

const address = process.env.SHOAL_SPARK ?? '';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'shoal-spark-events-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const subjects = [
  'Ana',
  'ana ',
  'ŽIGA',
  'žiga',
  'Straße',
  'STRASSE',
  'x\ty',
  '007',
  'Ⅷ',
  'viii',
  "o'Neil",
  'ﬁne',
  'FINE',
  'İ',
  'ı',
];
const codes = ['FALL_DETECTOR.FALL', 'SMOKE_DETECTOR.SMOKE', 'PULL_CORD.PULLED', 'ključ', "it's", ''];

interface Line {
  readonly time: string;
  readonly subject: string;
  readonly code: string;
}

/** Few subjects, weeks and codes, so that combinations of every size turn up; ids that are spelt in several ways; times in all forms. */
const anyLine: fc.Arbitrary<Line> = fc.record({
  time: fc
    .record({
      day: fc.integer({ min: -3, max: 24 }),
      hour: fc.constantFrom(0, 7, 12, 22, 23),
      form: fc.constantFrom('T', ' ', 'short', 'fraction'),
    })
    .map(({ day, hour, form }) => {
      const iso = new Date(Date.UTC(2024, 11, 20 + day, hour, 59, 59)).toISOString().slice(0, 19);
      return { T: iso, ' ': iso.replace('T', ' '), short: iso.slice(0, 16), fraction: `${iso}.999999999` }[form];
    }),
  subject: fc.oneof(
    fc.constantFrom(...subjects),
    fc.integer({ min: 1, max: 9 }).map((home) => `home-${home}`),
  ),
  code: fc.constantFrom(...codes),
});
const anyLog = fc.array(anyLine, { minLength: 40, maxLength: 160 });

const csvOf = (log: readonly Line[]): string =>
  `time;who;what\n${log.map(({ time, subject, code }) => `${time};"${subject}";"${code}"\n`).join('')}`;

/** Everything that a run leaves, by name, but what a clock or another machine decides; or the codes of what it refused. */
async function leftBy(input: string, settings: Record<string, unknown>, tuning?: SparkTuning): Promise<Record<string, string>> {
  const out = join(folder, tuning === undefined ? 'local' : 'spark');
  rmSync(out, { recursive: true, force: true });
  const policy = {
    input,
    out,
    family: 'events',
    subject: 'who',
    time: 'time',
    event: 'what',
    k: 2,
    seed: 11,
    threads: 1,
    ...settings,
  };
  const made = await run(policy as never, tuning === undefined ? {} : { spark: { address, tuning } }); // policies of other families are refused by their own door
  if (!made.ok) return Object.fromEntries(made.problems.map(({ code }) => ['code', code]));
  const names = [...readdirSync(out), ...readdirSync(join(out, 'internal')).map((name) => `internal/${name}`)];
  const compared = names.filter((name) => !/^internal$|^internal\/(report|manifest|evidence)|html$/.test(name));
  return Object.fromEntries(compared.map((name) => [name, readFileSync(join(out, name)).toString('latin1')]));
}

const inCluster = { small: 0, sendable: 1000, settings: { 'spark.sql.shuffle.partitions': '2' } };

const modes: readonly Record<string, unknown>[] = [
  { pseudonym: 'random' },
  { pseudonym: 'keep', flatten: ['none'] },
  { pseudonym: 'drop', flatten: ['week_number', 'weekday'] },
  { pseudonym: 'rotate:week', quasi: ['event', 'iso_year_week', 'weekday'], flatten: ['weekday'] },
  { pseudonym: 'rotate:month', quasi: ['event', 'month', 'day'], flatten: ['day'] },
  { pseudonym: 'shared', quasi: ['event', 'week_number', 'weekday'], flatten: ['none'] },
  { pseudonym: 'shared:day', quasi: ['event', 'month', 'day'], flatten: ['none'], confidence: 0.9 },
  { alsoProtect: 'what', quasi: ['weekday', 'time_period'], flatten: ['weekday'] },
  { reduce: 'users', quasi: ['weekday'], flatten: ['none'], pseudonym: 'keep' },
  { subjectSpelling: 'exact', format: 'parquet', flatten: ['sweep'], quasi: ['event', 'weekday', 'time_period'] },
];

describe('an event log on Spark', () => {
  it.each(modes)('is published as on one machine, byte for byte: %j', async (mode) => {
    const [log] = fc.sample(anyLog, { numRuns: draws(1), seed: 5 });
    const input = join(folder, 'modes.csv');
    writeFileSync(input, csvOf([...log, ...log]));
    const near = await leftBy(input, mode);
    expect(near).not.toHaveProperty('code');
    expect(await leftBy(input, mode, inCluster)).toEqual(near);
  });

  it('is published as on one machine, whatever the log, the setting and the number of partitions', async () => {
    const setting = fc.record({
      k: fc.integer({ min: 2, max: 4 }),
      flatten: fc.constantFrom(['none'], ['week_number'], ['sweep']),
      pseudonym: fc.constantFrom('random', 'keep', 'drop', 'rotate:week'),
      subjectSpelling: fc.constantFrom('normal', 'exact'),
      quasi: fc.constantFrom(['event', 'week_number'], ['week_number', 'weekday', 'time_period']),
    });
    const tuning = fc.record({
      small: fc.constantFrom(0, 20, 1_000_000),
      sendable: fc.constantFrom(5, 1000),
      settings: fc.constantFrom('1', '3', '7').map((partitions) => ({ 'spark.sql.shuffle.partitions': partitions })),
    });
    await fc.assert(
      fc.asyncProperty(anyLog, setting, tuning, async (log, settings, tuned) => {
        const input = join(folder, 'any.csv');
        writeFileSync(input, csvOf(log));
        expect(await leftBy(input, settings, tuned)).toEqual(await leftBy(input, settings));
      }),
      { numRuns: draws(3) },
    );
  });
});
