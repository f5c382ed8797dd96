import type { DuckDBConnection } from '@duckdb/node-api';
import { Refusal } from '../../base/problem.ts';
import type { Workspace } from '../../base/workspace.ts';
import { badSql } from '../../formats/given-problems.ts';
import { openDatabase, sqlText } from './duckdb.ts';
import { faultOfSelect } from './plain-select.ts';

/** A query as a tree, looked at as one that would be run here. */
export async function readSelect(sql: string, workspace: Workspace): Promise<unknown> {
  const { connection, close } = await openDatabase(workspace, { threads: 1 });
  try {
    return (await lookAtSelect(sql, connection)).statement;
  } finally {
    close();
  }
}

/** What the database understood of a query, as a text of its own and as a tree; refused unless it is one that may be run. */
export async function lookAtSelect(
  sql: string,
  connection: DuckDBConnection,
): Promise<{ readonly text: string; readonly statement: unknown }> {
  const found = await connection.runAndReadAll(`SELECT CAST(json_serialize_sql(${sqlText(sql)}) AS VARCHAR)`);
  const text = String(found.getRows()[0]?.[0]);
  const told = JSON.parse(text); // its largest numbers are places in the text, and nobody asks for them
  if (told.error === true)
    throw new Refusal(
      badSql(told.error_type === 'not implemented' ? 'It is not one SELECT.' : 'The database cannot read it: it is no SQL.'),
    );
  if (told.statements?.length !== 1) throw new Refusal(badSql('It is not one statement.'));
  const fault = faultOfSelect(told.statements[0], { unsteady: await unsteadyFunctions(connection) });
  if (fault !== undefined) throw new Refusal(badSql(fault));
  return { text, statement: told.statements[0] };
}

/** By what the database says of them; a macro is what it is made of. */
async function unsteadyFunctions(connection: DuckDBConnection): Promise<ReadonlySet<string>> {
  const reader = await connection.runAndReadAll(
    "SELECT function_name, stability, macro_definition FROM duckdb_functions() WHERE stability IS NULL OR stability <> 'CONSISTENT'",
  );
  const rows = reader.getRows().map((row) => row.map((cell) => (cell === null ? '' : String(cell))));
  const unsteady = new Set(rows.filter(([, stability]) => stability !== '').map(([name]) => name.toLowerCase()));
  for (const name of ['reservoir_quantile', 'getvariable', 'current_setting', 'getenv', 'version']) unsteady.add(name);
  const words = new RegExp(`\\b(${[...unsteady, 'current_[a-z]+', 'localtime[a-z]*'].join('|')})\\b`, 'i');
  for (const [name, stability, definition] of rows)
    if (stability === '' && (words.test(definition) || /^(pg_|inet_|has_)/.test(name))) unsteady.add(name.toLowerCase());
  return unsteady;
}
