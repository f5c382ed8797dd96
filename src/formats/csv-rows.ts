import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

/** The rows of a text that we wrote, header first, one after the other; a quoted cell may hold anything. */
export function forEachRow(csv: string, delimiter: ',' | ';', take: (cells: readonly string[], row: number) => void): void {
  const file = openSync(csv, 'r');
  try {
    const decoder = new StringDecoder('utf8');
    const buffer = Buffer.allocUnsafe(1 << 18);
    let rest = '';
    let row = 0;
    for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer)) {
      rest += decoder.write(buffer.subarray(0, read));
      let from = 0;
      for (let end = endOfRow(rest, from); end >= 0; end = endOfRow(rest, from)) {
        take(cellsOf(rest.slice(from, end), delimiter), row++);
        from = end + 1;
      }
      rest = rest.slice(from);
    }
  } finally {
    closeSync(file);
  }
}

function endOfRow(text: string, from: number): number {
  let end = text.indexOf('\n', from);
  for (let quote = text.indexOf('"', from); quote >= 0 && quote < end; quote = text.indexOf('"', quote + 1)) {
    quote = text.indexOf('"', quote + 1);
    if (quote < 0) return -1;
    if (quote > end) end = text.indexOf('\n', quote);
  }
  return end;
}

function cellsOf(line: string, delimiter: ',' | ';'): readonly string[] {
  if (!line.includes('"')) return line.split(delimiter);
  const cells: string[] = [];
  for (let from = 0; from <= line.length; ) {
    const end = endOfCell(line, delimiter, from);
    const cell = line.slice(from, end);
    cells.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    from = end + 1;
  }
  return cells;
}

/** A doubled quote leaves a quoted cell and enters it again, so a delimiter ends a cell wherever quotes are even. */
function endOfCell(line: string, delimiter: string, from: number): number {
  let quoted = false;
  for (let at = from; at < line.length; at++) {
    if (line[at] === '"') quoted = !quoted;
    else if (!quoted && line[at] === delimiter) return at;
  }
  return line.length;
}
