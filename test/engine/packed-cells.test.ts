import { expect, it } from 'vitest';
import { openArena, putInterval, putLabel } from '../../src/formats/packed-cells.ts';

it('intervals after a label of any length are written whole', () => {
  const columns = 40;
  const bounds = Float64Array.from({ length: columns }, (_, c) => 1e9 + c / 8);
  const envelope = { columns, lower: bounds, upper: bounds, decimals: [...bounds].map(() => 3) };
  const owed = [...bounds].map((bound) => `[${bound.toFixed(3)}-${bound.toFixed(3)}],`).join('');
  const first = openArena().bytes.length;
  for (let left = 0; left < 1400; left += 7) {
    const arena = openArena();
    putLabel(arena, 'x'.repeat(first - left));
    for (let c = 0; c < columns; c++) putInterval(arena, envelope, c, true);
    expect(arena.bytes.toString('latin1', first - left, arena.at)).toBe(owed);
  }
});
