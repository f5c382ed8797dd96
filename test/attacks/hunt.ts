import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Problem, run, verify } from 'shoal';
import { lentDuckDB } from '../verify/lent-duckdb.ts';
import { type Hunted, marker } from './random-inputs.ts';
import { recount } from './recount.ts';
import { csvOf, type Row } from './rows.ts';

/** A folder of a drawn case: its input and the files that its policy names. Gone afterwards. */
export async function inHome<Value>(
  { policy, records, files }: Hunted,
  act: (home: string, settings: object) => Promise<Value>,
): Promise<Value> {
  const home = mkdtempSync(join(tmpdir(), 'shoal-hunt-'));
  try {
    const input = join(home, 'input.csv');
    writeFileSync(input, csvOf(records));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text);
    const placed = Object.keys(files).map((name) => [name.replace('.csv', ''), join(home, name)]); // a setting is called as its file
    return await act(home, { ...policy, ...Object.fromEntries(placed), input, out: join(home, 'out') });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Whether a drawn case is released, and not refused. Throws where the release does not hold, or the refusal tells too much. */
export const isReleased = (hunted: Hunted): Promise<boolean> =>
  inHome(hunted, async (home, settings) => {
    const made = await run(settings as Parameters<typeof run>[0]);
    if (made.ok) {
      await checkRelease(hunted, home);
      return true;
    }
    checkRefusal(made.problems);
    assert.equal(existsSync(join(home, 'out')), false, 'a refused run left a folder');
    return false;
  });

/** Verifies a release alone and beside its original, and counts again. */
export async function checkRelease({ policy, records }: Hunted, home: string): Promise<void> {
  const out = join(home, 'out');
  for (const original of [undefined, { file: join(home, 'input.csv') }]) {
    const verified = await verify(out, { original });
    if (!verified.ok) throw new Error(JSON.stringify(verified.problems));
    assert.deepEqual(verified.value.breaches, []);
  }
  const { data } = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'));
  const evidence = ['csv', 'parquet']
    .map((format) => join(out, 'internal', `evidence.${format}`))
    .find((path) => existsSync(path));
  const delimiter = policy.method === 'events' ? ';' : ',';
  const proof = evidence === undefined ? [] : await rowsOf(evidence, delimiter);
  const told: Row[] = [];
  for (const { name } of data.parts ?? [{ name: data.file }]) told.push(...(await rowsOf(join(out, name), delimiter)));
  recount(policy, told, proof, records);
}

/** A refusal has a code and an exit of its own, is no broken promise of ours, and tells nobody's id. */
export function checkRefusal(problems: readonly Problem[]): void {
  assert.ok(problems.length > 0);
  for (const { code, exit, ...told } of problems) {
    assert.match(code, /^[a-z]+\/[a-z-]+$/);
    assert.ok([2, 3, 4, 6, 8].includes(exit), `${code} has exit ${exit}`);
    assert.ok(!JSON.stringify(told).includes(`${marker}-`), `${code} tells an id`);
  }
}

/** The rows of a file of a release, every cell as text. */
export async function rowsOf(path: string, delimiter: string): Promise<readonly Row[]> {
  const connection = await (await lentDuckDB()).connect();
  try {
    const text = path.replaceAll("'", "''");
    const scan = path.endsWith('.parquet')
      ? `read_parquet('${text}', hive_partitioning = false)`
      : `read_csv('${text}', all_varchar = true, header = true, delim = '${delimiter}', quote = '"', escape = '"', nullstr = '\u0001', hive_partitioning = false)`;
    const reader = await connection.runAndReadAll(`SELECT coalesce(CAST(COLUMNS(*) AS VARCHAR), '') FROM ${scan}`);
    const names = reader.columnNames();
    return reader.getRowsJS().map((cells) => Object.fromEntries(names.map((name, c) => [name, String(cells[c])])));
  } finally {
    connection.closeSync();
  }
}
