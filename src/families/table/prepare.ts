import { ok, type Result, refused } from '../../base/result.ts';
import type { RecordsTable } from '../../engine/tables.ts';
import { hashOf } from '../../formats/hash-kernel.ts';
import { populationNeeded } from '../../plan/population-problems.ts';
import { readNoiseKey } from '../../policy/noise.ts';
import { notatedBy } from '../../policy/notations.ts';
import type { TablePolicy } from '../../policy/policy.ts';
import { isPromised } from '../../policy/population-keys.ts';
import { columnsRead, type TableRoles, tableRolesOf } from '../../policy/table-roles.ts';
import type { Prepared, Tools, WithInput } from '../family.ts';
import type { OwedValues } from '../owed-values.ts';
import { type EncodedQuasi, encodedQuasi } from './encoded-quasi.ts';
import { type CellNoise, subjectKeys } from './noise.ts';
import { owedByGroups } from './owed-by-groups.ts';
import { type Population, readPopulation } from './population.ts';
import { settleRecords } from './settle-records.ts';
import { takenTableName } from './taken-name.ts';

/** Records in memory, every quasi-identifier encoded as it will be compared. */
export interface PreparedTable extends Prepared {
  readonly roles: TableRoles;
  readonly table: RecordsTable;
  readonly encoded: readonly EncodedQuasi[];
  /** What groups owe in sensitive columns, where something was asked for. */
  readonly models: OwedValues | undefined;
  /** All among whom the subjects are, where a table of them was named. */
  readonly population: Population | undefined;
  /** What counts are told with, where noise was asked for. */
  readonly noise: CellNoise | undefined;
}

/** Reads the policy's input once, and has the engine give its memory back. */
export async function prepareTable(policy: WithInput<TablePolicy>, tools: Tools): Promise<Result<PreparedTable>> {
  const { pool, onProgress, onNotice, given } = tools;
  const { input, sql, delimiter } = policy;
  if (policy.population === undefined && isPromised(policy))
    return refused(populationNeeded(policy.kMap === undefined ? 'presence' : 'kMap'));
  const secret = readNoiseKey(policy); // before the input: a key that is gone is heard of at once
  if (!secret.ok) return secret;
  const engine = await tools.openEngine();
  const source = await engine.open({
    input,
    sql,
    delimiter,
    given,
    needed: columnsRead(policy),
    notated: notatedBy(policy),
    onProgress,
    onNotice,
  });
  if (!source.ok) return source;
  const sha256 = source.value.sha256 ?? hashOf(source.value.path, pool);
  const names = source.value.columns.map(({ name }) => name);
  const roles = tableRolesOf(policy, names);
  if (!roles.ok) return roles;
  const taken = takenTableName(policy, roles.value);
  if (taken !== undefined) return refused(taken);
  const request = await settleRecords(engine, source.value, policy, roles.value);
  const read = await engine.readRecords(source.value, request, onProgress);
  const population = read.ok ? await readPopulation(policy, request, read.value, { engine, pool, onProgress }) : ok(undefined);
  engine.close();
  if (!read.ok) return read;
  if (!population.ok) return population;
  const table = read.value;
  const encoded = encodeAll(policy, table);
  if (!encoded.ok) return encoded;
  const models = owedByGroups(policy, table);
  if (!models.ok) return models;
  const { inputRows, inputSubjects, joined, matrix } = table;
  return ok({
    counts: { rows: inputRows, subjects: inputSubjects, ...(joined > 0 ? { joinedIds: joined } : {}) },
    rows: matrix.rows,
    sha256,
    close: () => {},
    roles: roles.value,
    table,
    encoded: encoded.value,
    models: models.value,
    population: population.value,
    noise: noiseOf(policy, table, secret.value),
  });
}

function noiseOf({ noise }: TablePolicy, { subjectNames }: RecordsTable, secret: string | undefined): CellNoise | undefined {
  if (noise === undefined || secret === undefined || subjectNames === undefined) return undefined;
  return { ...noise, keys: subjectKeys(subjectNames, secret) };
}

function encodeAll(policy: TablePolicy, { quasi, matrix }: RecordsTable): Result<readonly EncodedQuasi[]> {
  const encoded: EncodedQuasi[] = [];
  if (matrix.rows === 0) return ok(encoded); // too few for any k, as the plan will say
  for (const [q, one] of quasi.entries()) {
    const made = encodedQuasi(one, q, matrix, policy);
    if (!made.ok) return made;
    encoded.push(made.value);
  }
  return ok(encoded);
}
