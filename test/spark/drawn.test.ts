import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { run, verify } from 'shoal';
import { expect, it } from 'vitest';
import type { SparkTuning } from '../../src/api/spark-choice.ts';
import { checkRefusal, inHome } from '../attacks/hunt.ts';
import { anyHunted, marker } from '../attacks/random-inputs.ts';
import { draws } from '../suite/draws.ts';

const address = process.env.SHOAL_SPARK ?? '';

/** What a cluster does not do, or cannot know. */
const beyond = ['spark/not-done', 'policy/order-needs-rows'];

const tuning: fc.Arbitrary<SparkTuning> = fc.record({
  small: fc.constantFrom(0, 30, 1_000_000),
  mostNumbered: fc.constantFrom(0, 1_000_000),
  leastTasks: fc.constantFrom(1, 4),
  settings: fc.constantFrom('1', '3').map((partitions) => ({ 'spark.sql.shuffle.partitions': partitions })),
});

/** All that a run leaves but what a clock decides, or which machine counted; or the codes of what it refused. */
async function leftBy(settings: object, out: string, tuned?: SparkTuning) {
  const made = await run(
    { ...settings, out, release: 'internal', seed: 7, threads: 1 } as Parameters<typeof run>[0], // drawn: of any family
    tuned === undefined ? {} : { spark: { address, tuning: tuned, onStatement: tellsNobody } },
  );
  if (!made.ok) {
    checkRefusal(made.problems);
    expect(existsSync(out)).toBe(false);
    return { codes: made.problems.map(({ code }) => code), files: {} };
  }
  const verified = await verify(out);
  expect(verified.ok ? verified.value.breaches : verified.problems).toEqual([]);
  const names = [...readdirSync(out), ...readdirSync(join(out, 'internal')).map((name) => `internal/${name}`)];
  const compared = names.filter((name) => !/^internal$|^internal\/(report|manifest|evidence)|html$/.test(name));
  return {
    codes: [],
    files: Object.fromEntries(compared.map((name) => [name, readFileSync(join(out, name)).toString('latin1')])),
  };
}

/** Statements end in logs: no id stands in one. */
const tellsNobody = (sql: string): void => expect(sql).not.toContain(`${marker}-`);

async function asParquet(csv: string): Promise<string> {
  const connection = await (await DuckDBInstance.create()).connect();
  const path = csv.replace('.csv', '.parquet');
  await connection.run(
    `COPY (SELECT * FROM read_csv('${csv}', all_varchar = true, header = true, delim = ',', quote = '"', escape = '"')) TO '${path}' (FORMAT parquet, ROW_GROUP_SIZE 2048)`,
  );
  connection.closeSync();
  return path;
}

it('whatever the rows and the policy, a cluster publishes what one machine does, byte for byte, or refuses it for the same reason', async () => {
  let released = 0;
  await fc.assert(
    fc.asyncProperty(anyHunted, fc.boolean(), tuning, (hunted, parquet, tuned) =>
      inHome(hunted, async (home, settings) => {
        const csv = join(home, 'input.csv');
        const input = hunted.policy.method === 'events' && parquet ? await asParquet(csv) : csv;
        const near = await leftBy({ ...settings, input }, join(home, 'near'));
        const far = await leftBy({ ...settings, input }, join(home, 'far'), tuned);
        if (far.codes.length > 0 && far.codes.every((code) => beyond.includes(code))) return;
        expect(far).toEqual(near);
        released += near.codes.length === 0 ? 1 : 0;
      }),
    ),
    { numRuns: draws(40) },
  );
  expect(released).toBeGreaterThan(1); // refusals alone would show nothing
});
