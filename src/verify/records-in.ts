/** The records of a text whose quoting was judged before, the header first. */
export async function* recordsIn(
  chunks: AsyncIterable<Buffer | string>,
  delimiter: ',' | ';',
): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  for await (const chunk of chunks) {
    for (const sign of decoder.decode(chunk as Buffer, { stream: true })) {
      if (sign === '"') {
        quoted = !quoted;
        cell += sign;
      } else if (!quoted && (sign === delimiter || sign === '\n')) {
        cells.push(bare(cell));
        cell = '';
        if (sign === '\n') {
          yield cells;
          cells = [];
        }
      } else cell += sign;
    }
  }
}

/** A doubled quote leaves a quoted cell and enters it again, so the signs of a cell are all there. */
const bare = (cell: string): string => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
