/** A text as Spark reads it back; only names of ours and of columns, and what a person writes in a query, never a cell: statements are logged. */
export const sqlText = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\0', '\\0')}'`;

export const sqlName = (name: string): string => `\`${name.replaceAll('`', '``')}\``;
