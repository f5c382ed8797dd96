import type { Client } from 'pg';
import { listed } from '../../../policy/column-list.ts';
import type { PostgresAddress, TableName } from '../../../policy/postgres-address.ts';
import { sqlName } from '../duckdb.ts';

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

/**
 * Asks the server what the address names. A query with a parameter goes by the extended protocol, which takes one statement only: a text
 * that closes a bracket early and goes on with a command of its own fails here, before it could stand inside a COPY.
 */
export async function relationAt({ from, where, columns }: PostgresAddress, client: Client): Promise<Relation> {
  const base = 'table' in from ? tableSql(from) : `(${from.query}\n) AS source`; // the break ends a comment
  const filter = where === undefined ? '' : ` WHERE (${where}\n)`;
  const chosen = columns === undefined ? '*' : listed(columns).map(sqlName).join(', ');
  const { fields } = await client.query(`SELECT ${chosen} FROM ${base}${filter} LIMIT $1`, [0]);
  const types = fields.map(({ dataTypeID }) => dataTypeID);
  const { rows } = await client.query<{ oid: number }>(compound, [types]);
  const unfit = new Set(rows.map(({ oid }) => oid));
  return {
    columns: fields.map(({ name, dataTypeID }) => ({ name, plain: !unfit.has(dataTypeID) })),
    select: (names) => `SELECT ${names.map(sqlName).join(', ')} FROM ${base}${filter}`,
  };
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
