import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { type PolicyInput, readLedger, run, verify } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SparkTuning } from '../../src/api/spark-choice.ts';
import { randomFrom } from '../../src/base/random.ts';

const address = process.env.SHOAL_SPARK ?? '';
const inCluster = { small: 0, sendable: 1000, settings: { 'spark.sql.shuffle.partitions': '2' } };

/** Homes of which a dozen do the same two things in one minute, which of them first only their rows say; and others that do anything. */
function linesOf(): readonly string[] {
  const draw = randomFrom(3).fork('log');
  const line = (hour: number, home: number, what: string) =>
    `('2024-03-04T0${hour}:00:00', 'home-${home}', '${what}', '${home % 3 === 0 ? 'NURSE' : 'nurse'} ${home % 5}')`;
  const twins = Array.from({ length: 12 }, (_, home) => {
    const both = ['FALL', 'DOOR'].map((what) => line(8, home, what));
    return home % 2 === 0 ? both : both.toReversed();
  });
  const others = Array.from({ length: 216 }, () =>
    line(8 + (draw.bits() % 2), 12 + (draw.bits() % 24), ['FALL', 'DOOR', 'PILL'][draw.bits() % 3]),
  );
  return [...twins.map(([first]) => first), ...others, ...twins.map(([, second]) => second)];
}

let folder: string;
const at = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shoal-spark-numbered-'));
  const connection = await (await DuckDBInstance.create()).connect();
  const write = (lines: readonly string[], path: string) =>
    connection.run(
      `COPY (SELECT * FROM (VALUES ${lines.join(', ')}) t("time", who, what, nurse)) TO '${path}' (FORMAT parquet, ROW_GROUP_SIZE 2048)`,
    );
  const lines = linesOf();
  await write(lines, at('log.parquet'));
  mkdirSync(at('files'));
  await write(lines.slice(0, 50), at('files/a.parquet'));
  await write(lines.slice(50, 51), at('files/b.parquet'));
  await write(lines.slice(51), at('files/c.parquet'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** All that a run leaves which no clock decides, evidence too; or the codes of what it refused. */
async function leftBy(input: string, settings: Record<string, unknown>, tuning?: SparkTuning): Promise<Record<string, string>> {
  const out = at(tuning === undefined ? 'near' : 'far');
  rmSync(out, { recursive: true, force: true });
  const policy = {
    ...{ family: 'events', k: 3, seed: 5, subject: 'who', time: 'time', event: 'what', mapping: { '*': 'any' } },
    ...{ quasi: ['event', 'week_number'], flatten: ['none'] },
    ...{ input: at(input), out, ...settings },
  };
  const made = await run(policy as PolicyInput, tuning === undefined ? {} : { spark: { address, tuning } });
  if (!made.ok) return Object.fromEntries(made.problems.map(({ code, why }) => [code, why]));
  const names = [...readdirSync(out), ...readdirSync(join(out, 'internal')).map((name) => `internal/${name}`)];
  const compared = names.filter((name) => !/^internal$|^internal\/(report|manifest)|html$/.test(name));
  return Object.fromEntries(compared.map((name) => [name, readFileSync(join(out, name)).toString('hex')]));
}

describe('a log of Parquet on Spark', () => {
  it.each([
    { pseudonym: 'random', partRows: 100, format: 'parquet' },
    { pseudonym: 'shared', order: 'position' },
    { pseudonym: 'shared', order: 'position', confidence: 0.8, alsoProtect: 'nurse', k: 4 },
  ])('has its rows numbered: evidence and all is as on one machine, and true beside the original: %j', async (mode) => {
    const near = await leftBy('log.parquet', mode);
    expect(Object.keys(near)).toContain(`internal/evidence.${mode.format ?? 'csv'}`);
    expect(await leftBy('log.parquet', mode, inCluster)).toEqual(near);
    const verified = await verify(at('far'), { original: { file: at('log.parquet') } });
    expect(verified.ok ? verified.value.breaches : verified.problems).toEqual([]);
  });

  it('has them numbered through its files, in the order of their names', async () => {
    const mode = { pseudonym: 'shared', traces: 3, durations: ['1m', '2h'] };
    const near = await leftBy('log.parquet', mode);
    expect(Object.keys(near)).toContain('internal/evidence.csv');
    expect(await leftBy('files', mode, inCluster)).toEqual(near);
  });

  it('has none where it is too large for that: an order is refused, and the release is the same', async () => {
    const tuning = { ...inCluster, mostNumbered: 239 };
    expect(await leftBy('log.parquet', { pseudonym: 'shared', order: 'position' }, tuning)).toHaveProperty([
      'policy/order-needs-rows',
    ]);
    const { 'internal/evidence.csv': _, ...near } = await leftBy('log.parquet', { pseudonym: 'random' });
    expect(await leftBy('log.parquet', { pseudonym: 'random' }, tuning)).toEqual(near);
  });

  it('is compared by a ledger as one of this machine is, and refused where only the cluster can name its subjects', async () => {
    const policy = {
      ...{ family: 'events', seed: 5, subject: 'who', time: 'time', event: 'what', mapping: { '*': 'any' } },
      ...{ quasi: ['event', 'week_number'], flatten: ['none'], pseudonym: 'drop' },
    };
    const enter = async (input: string, more: object, spark?: object) => {
      const settings = { ...policy, input: at(input), out: at('entered'), ...more } as PolicyInput;
      rmSync(at('entered'), { recursive: true, force: true });
      const made = await run(settings, { ledger: { file: at('releases.ledger') }, ...spark });
      return made.ok ? [] : made.problems.map(({ code }) => code);
    };
    const far = { spark: { address, tuning: inCluster } };
    expect(await enter('log.parquet', { k: 3 })).toEqual([]);
    expect(await enter('log.parquet', { k: 3 }, far)).toEqual([]); // the same people in the same crowds
    expect(readLedger(at('releases.ledger'))).toMatchObject({ value: { releases: [{ subjects: 36 }, { subjects: 36 }] } });
    const left = await enter('log.parquet', { k: 3, quasi: ['event', 'hour'] }, far);
    expect(left).toEqual(await enter('log.parquet', { k: 3, quasi: ['event', 'hour'] }));
    expect(await enter('files', { k: 3 }, far)).toEqual(['ledger/no-row-numbers']);
    const tuning = { ...inCluster, mostNumbered: 239 };
    for (const pseudonym of ['drop', 'random'])
      expect(await enter('log.parquet', { k: 3, pseudonym }, { spark: { address, tuning } })).toEqual(['ledger/no-row-numbers']);
  });
});
