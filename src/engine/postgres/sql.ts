export const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export const sqlName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
