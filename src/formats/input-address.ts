import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

/** What an input names beside the file it lies in. */
export interface InputAddress {
  readonly path: string;
  /** Of a workbook. */
  readonly sheet?: string | undefined;
  /** Of a file of DuckDB: what was asked for, or the empty text. */
  readonly table?: string | undefined;
}

/** `sales.xlsx?sheet=May` is a sheet of a workbook, unless there is a file of this very name; `duckdb:sales.db?table=may` a table. */
export function inputAddress(input: string): InputAddress {
  if (isDuckdb(input)) {
    const [, path, table] = /^duckdb:(.*?)(?:[?]table=(.*))?$/is.exec(input) ?? [];
    return { path, table: plainly(table ?? '') };
  }
  const [, path, sheet] = /^(.*[.]xls[xm])[?]sheet=(.*)$/is.exec(input) ?? [];
  return path === undefined || existsSync(input) ? { path: input } : { path, sheet: plainly(sheet) };
}

/** A blank may be written as %20, as in an address. */
function plainly(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const isDuckdb = (input: string): boolean => /^duckdb:(?!\/\/)/i.test(input);
const isPostgres = (input: string): boolean => /^\s*postgres(ql)?:/i.test(input);

/** An address of another machine, or one that is written like it. */
export const isRemote = (text: string): boolean => /^\s*[a-z][a-z0-9+.-]+:\/\//i.test(text) && !isPostgres(text);

/** An input that is named beside a policy file, or another place, as seen from here. */
export function inputIn(folder: string, input: string): string {
  if (input === '-' || isPostgres(input) || isRemote(input)) return input;
  if (isDuckdb(input)) return `duckdb:${inputIn(folder, input.slice('duckdb:'.length))}`;
  return isAbsolute(input) ? input : join(folder, input);
}
