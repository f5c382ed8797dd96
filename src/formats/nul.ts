/** Whether a text holds the character NUL, at which many programs and DuckDB's own SQL end a text. */
export const hasNul = (text: string): boolean => text.includes('\0');
