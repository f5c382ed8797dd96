import type { Client } from 'pg';
import type { PostgresAddress, TableName } from '../../policy/postgres-address.ts';
import { sqlName } from './sql.ts';

export interface Relation {
  /** Every column there is to choose from. */
  readonly columns: readonly RelationColumn[];
  /** The SELECT that answers some of them, filtered on the server. */
  select(columns: readonly string[]): string;
}

export interface RelationColumn {
  readonly name: string;
  /** Whether a cell of it is one number, time or text. */
  readonly plain: boolean;
}

/** Asks the server which columns there are; of a table without a right to read it. */
export async function relationAt({ from, where }: PostgresAddress, client: Client): Promise<Relation> {
  const base = 'table' in from ? tableSql(from) : `(${from.query}\n) AS source`; // the break ends a comment
  const filter = where === undefined ? '' : ` WHERE (${where}\n)`;
  const described = 'table' in from ? await attributesOf(base, client) : await proveSelect(`SELECT * FROM ${base}`, client);
  const { rows } = await client.query<{ oid: number }>(compound, [described.map(({ type }) => type)]);
  const unfit = new Set(rows.map(({ oid }) => oid));
  return {
    columns: described.map(({ name, type }) => ({ name, plain: !unfit.has(type) })),
    select: (names) => `SELECT ${names.map(sqlName).join(', ')} FROM ${base}${filter}`,
  };
}

async function attributesOf(table: string, client: Client): Promise<readonly { name: string; type: number }[]> {
  const { rows } = await client.query<{ name: string; type: number }>(
    `SELECT attname AS name, CAST(atttypid AS integer) AS type FROM pg_catalog.pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [table],
  );
  return rows;
}

/**
 * The columns of a SELECT that is one. A query with a parameter goes by the extended protocol, which takes one statement only: a text that
 * closes a bracket early and goes on with a command of its own fails here, before it could stand inside a COPY.
 */
export async function proveSelect(select: string, client: Client): Promise<readonly { name: string; type: number }[]> {
  const { fields } = await client.query(`${select} LIMIT $1`, [0]);
  return fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }));
}

/** Bytes, arrays, composites, geometry and ranges. */
const compound = `SELECT CAST(oid AS integer) AS oid FROM pg_catalog.pg_type
  WHERE oid = ANY($1) AND (typcategory IN ('A', 'C', 'G', 'R') OR oid = 'bytea'::regtype)`;

export const tableSql = ({ schema, table }: TableName): string =>
  `${schema === undefined ? '' : `${sqlName(schema)}.`}${sqlName(table)}`;

/** Names of the tables that can be read, for a person who misspelt one. */
export async function readableTables(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_catalog.pg_class WHERE relkind IN ('r', 'v', 'm', 'f', 'p') AND pg_table_is_visible(oid)
     AND relnamespace <> 'pg_catalog'::regnamespace AND has_table_privilege(oid, 'SELECT') ORDER BY relname LIMIT 1000`,
  );
  return rows.map(({ name }) => name);
}
