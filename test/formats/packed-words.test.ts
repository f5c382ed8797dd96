import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPool } from '../../src/base/pool.ts';
import { joinWords, type PackedCells, packedRows, packTextWords, textBytes } from '../../src/formats/packed-words.ts';
import { openTextRoom, plainRoom, type TextRoom } from '../../src/formats/text-room.ts';
import { draws } from '../suite/draws.ts';

/** Texts of every length, so that rows begin and end at every byte of a word. */
const anyTexts = fc.array(fc.string({ unit: fc.constantFrom('a', 'ž', '漢', ',', '\n'), maxLength: 11 }), {
  minLength: 1,
  maxLength: 6,
});
const anyColumn = fc.tuple(anyTexts, fc.array(fc.nat(), { minLength: 20, maxLength: 20 }));

/** Where cells lie outside of what WebAssembly works in, where all lie in it, and where some do that came before it was full. */
const rooms: readonly (readonly [string, () => TextRoom])[] = [
  ['in plain memory', () => plainRoom],
  ['in one memory', () => openTextRoom()],
  ['where memory ends between them', () => openTextRoom(1_500)],
];

/** The numbers where a room has them. */
function keptIn(room: TextRoom, numbers: Uint32Array): Uint32Array {
  const kept = room.indices(numbers.length);
  kept.set(numbers);
  return kept;
}

async function putTogether(cells: readonly PackedCells[], rows: number, threads: number, room: TextRoom): Promise<string> {
  const pool = createPool(threads);
  try {
    const pieces: Buffer[] = [];
    let counted = 0;
    for await (const some of packedRows(cells, rows, pool, room)) {
      pieces.push(Buffer.from(some.bytes)); // a copy, as they are lent
      counted += some.rows;
    }
    expect(counted).toBe(rows);
    return Buffer.concat(pieces).toString();
  } finally {
    await pool.close();
  }
}

it.each(rooms)('puts rows together from texts of any length %s', async (_, openRoom) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyColumn, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 0, max: 20 }),
      async (columns, rows) => {
        const room = openRoom();
        const cells = columns.map(([texts, picks]) => ({
          of: keptIn(
            room,
            Uint32Array.from(picks, (pick) => pick % texts.length),
          ),
          texts: packTextWords(texts, room),
        }));
        const owed = Array.from({ length: rows }, (_, row) =>
          columns.map(([texts, picks]) => texts[picks[row] % texts.length]).join(''),
        );
        expect(await putTogether(cells, rows, 0, room)).toBe(owed.join(''));
      },
    ),
    { numRuns: draws(200) },
  );
});

it.each(rooms)(
  'puts many rows together %s in pieces, a row longer than a piece by itself, the same on any number of threads',
  async (_, openRoom) => {
    const texts = ['short,', 'l'.repeat((4 << 20) + 3), 'some,', `${'m'.repeat(4001)}\n`];
    const of = new Uint32Array(new SharedArrayBuffer(4 * 3000)).map((_, row) =>
      row === 7 ? 1 : row % 5 === 0 ? 0 : row % 3 === 0 ? 2 : 3,
    );
    const owed = Array.from(of, (text) => texts[text]).join('');
    expect(owed.length).toBeGreaterThan(2 * (4 << 20));
    for (const threads of [0, 2]) {
      const room = openRoom();
      const cells = [{ of: keptIn(room, of), texts: packTextWords(texts, room) }];
      expect((await putTogether(cells, of.length, threads, room)) === owed).toBe(true);
    }
  },
);

it('joins texts that were packed apart', () => {
  const joined = joinWords([packTextWords(['a', 'bcdef']), packTextWords([]), packTextWords(['', 'gh'])]);
  const read = Array.from({ length: 4 }, (_, text) => Buffer.from(textBytes(joined, text)).toString());
  expect(read).toEqual(['a', 'bcdef', '', 'gh']);
});
