// AssemblyScript, which npm run build compiles (scripts/assembly.mjs): rows put together from texts that lie in the same memory. A processor copies sixteen bytes at once; what it copies too much
// the next text covers.

/**
 * Rows from..to, one behind the other: each the texts of its cells. Of a cell four places are told: of the text of each row, of where in the bytes each text begins, counted in fours, of how
 * long each is, and of the bytes. Answers how many bytes the rows are; sixteen more are written to.
 */
export function packRows(into: usize, from: u32, to: u32, cells: usize, count: u32): usize {
  const last = cells + (<usize>count << 4);
  let at = into;
  for (let row: usize = from; row < to; row++)
    for (let cell = cells; cell < last; cell += 16) {
      const text = <usize>load<u32>(<usize>load<u32>(cell) + (row << 2)) << 2;
      let own = <usize>load<u32>(cell, 12) + (<usize>load<u32>(<usize>load<u32>(cell, 4) + text) << 2);
      const end = at + load<u32>(<usize>load<u32>(cell, 8) + text);
      for (let place = at; place < end; place += 16, own += 16) v128.store(place, v128.load(own));
      at = end;
    }
  return at - into;
}
