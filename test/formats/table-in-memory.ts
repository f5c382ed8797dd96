import type { RowsWriter } from '../../src/formats/rows-file.ts';

/** A writer that holds what it was given: names, and cells by them as they were before they were quoted. */
export function tableInMemory(): RowsWriter & { records(): Record<string, string>[] } {
  const names: string[] = [];
  const rows: (readonly string[])[] = [];
  return {
    names,
    get rows() {
      return rows.length;
    },
    addColumn: (name) => void names.push(name),
    addRow: (cells) => void rows.push(cells),
    finish: () => '',
    abandon() {},
    records: () => rows.map((cells) => Object.fromEntries(names.map((name, i) => [name, bare(cells[i] ?? '')]))),
  };
}

const bare = (cell: string): string => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
