import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Problem, readLedger, run, verify } from 'shoal';
import { lentDuckDB } from '../verify/lent-duckdb.ts';
import { type Hunted, marker } from './random-inputs.ts';
import { recount } from './recount.ts';
import { normal } from './recount-models.ts';
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
    const named = Object.keys(files).filter((name) => !name.startsWith('hierarchy-'));
    const placed = named.map((name) => [name.replace('.csv', ''), join(home, name)]); // a setting is called as its file
    const trees = Object.entries('hierarchy' in policy ? (policy.hierarchy ?? {}) : {});
    const hierarchy =
      trees.length === 0 ? {} : { hierarchy: Object.fromEntries(trees.map(([name, file]) => [name, join(home, file)])) };
    return await act(home, { ...policy, ...Object.fromEntries(placed), ...hierarchy, input, out: join(home, 'out') });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Whether a drawn case is released, and not refused. Throws where the release does not hold, or the refusal tells too much. */
export const isReleased = (hunted: Hunted): Promise<boolean> =>
  inHome(hunted, async (home, settings) => {
    const ledger = { file: join(home, 'releases.ledger') };
    const made = await run(settings as Parameters<typeof run>[0], { ledger });
    if (made.ok) {
      await checkRelease(hunted, home);
      await checkMemory(hunted, settings, ledger.file);
      return true;
    }
    checkRefusal(made.problems);
    assert.equal(existsSync(join(home, 'out')), false, 'a refused run left a folder');
    assert.equal(existsSync(ledger.file), false, 'a refused run was entered in a ledger');
    return false;
  });

/** The ledger knows everybody who is in the release; and the very same release again, which has the same crowds, passes. */
async function checkMemory({ policy, records }: Hunted, settings: object, file: string): Promise<void> {
  const out = String((settings as { out: string }).out);
  const evidence = ['csv', 'parquet']
    .map((format) => join(out, 'internal', `evidence.${format}`))
    .find((path) => existsSync(path));
  assert.ok(evidence !== undefined, 'what is entered in a ledger has evidence');
  const proof = await rowsOf(evidence, policy.method === 'events' ? ';' : ',');
  const people = new Set(proof.map(({ _row }) => wholeId(normal(records[Number(_row) - 1].id))));
  const entered = () => {
    const read = readLedger(file, out);
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    return read.value.releases.at(-1);
  };
  assert.equal(entered()?.subjects, people.size, 'people in the ledger');
  assert.equal(entered()?.exposes, undefined, 'a first release exposes nobody');
  assert.ok(!readFileSync(file, 'utf8').includes(`${marker}-`), 'a ledger tells an id');
}

/** Verifies a release alone and beside its original, and counts again. Beside it all is looked at that is looked at alone, so that one verdict may do. */
export async function checkRelease(hunted: Hunted, home: string, isAloneToo = true): Promise<void> {
  const { policy, files } = hunted;
  const out = join(home, 'out');
  const noiseKey = 'noiseKey.csv' in files ? join(home, 'noiseKey.csv') : undefined;
  for (const original of [...(isAloneToo ? [undefined] : []), { file: join(home, 'input.csv') }]) {
    const verified = await verify(out, { original, noiseKey });
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
  recount(hunted, told, proof);
}

const wholeId = (form: string): string => form.replace(/^(\d+)\.0+$/, '$1');

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
