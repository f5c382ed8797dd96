import type { Counter } from '../../base/counting.ts';
import { largestOf } from '../../frame/by-key.ts';
import type { Links } from './links.ts';

/** Events that were read already: of each its id, from 1 on, none left out, and its combination. */
export interface CodedEvents {
  readonly numbers: Uint32Array;
  readonly held: Uint32Array;
  readonly combinations: readonly (readonly string[])[];
}

/** What `linksOf` reads of the same bytes: codes follow the hashes that it goes by, so that the same subjects and points are drawn. */
export async function linksInLines(counter: Counter, { numbers, held, combinations }: CodedEvents): Promise<Links> {
  const ids = largestOf(numbers);
  const codeOfId = await ranksOf(counter, `SELECT range AS place, hash(CAST(range + 1 AS VARCHAR)) AS h FROM range(${ids})`);
  const codeOf = await ranksOf(counter, hashedCells(combinations));
  return {
    ids,
    candidates: Uint32Array.from(codeOfId, (_, code) => code),
    async combinationsOf(some) {
      const words = Math.ceil(combinations.length / 32);
      const placeOf = new Int32Array(ids).fill(-1);
      for (const [place, code] of some.entries()) placeOf[code] = place;
      const bits = new Uint32Array(some.length * words);
      for (let row = 0; row < held.length; row++) {
        const place = placeOf[codeOfId[numbers[row] - 1]];
        if (place < 0) continue;
        const code = codeOf[held[row]];
        bits[place * words + (code >>> 5)] |= 1 << (code & 31);
      }
      return some.map((_, place) => placesOfBits(bits.subarray(place * words, (place + 1) * words)));
    },
    async subjectsWith(wanted) {
      const words = Math.ceil(ids / 32);
      const rows = new Map([...wanted].map((combination, row) => [combination, row]));
      const bits = new Uint32Array(rows.size * words);
      const rowOf = Int32Array.from(codeOf, (code) => rows.get(code) ?? -1);
      for (let row = 0; row < held.length; row++) {
        const own = rowOf[held[row]];
        if (own < 0) continue;
        const code = codeOfId[numbers[row] - 1];
        bits[own * words + (code >>> 5)] |= 1 << (code & 31);
      }
      return { words, bits, rows };
    },
  };
}

/** The place of each hash in their order. */
async function ranksOf(counter: Counter, hashed: string): Promise<Uint32Array> {
  const ranked = `SELECT place, CAST(row_number() OVER (ORDER BY h) - 1 AS UINTEGER) AS code FROM (${hashed})`;
  const [codes] = await counter.columns(`SELECT code FROM (${ranked}) ORDER BY place`, 1);
  return codes;
}

function hashedCells(combinations: CodedEvents['combinations']): string {
  const names = combinations[0].map((_, column) => `c${column}`).join(', ');
  const values = combinations.map((cells, place) => `(${place}, ${cells.map(textOf).join(', ')})`);
  return `SELECT place, hash(${names}) AS h FROM (VALUES ${values.join(', ')}) AS t(place, ${names})`;
}

const textOf = (cell: string): string => `'${cell.replaceAll("'", "''")}'`;

/** Where a bit is set, ascending. */
function placesOfBits(words: Uint32Array): Uint32Array {
  const places: number[] = [];
  for (const [w, word] of words.entries())
    for (let left = word; left !== 0; left &= left - 1) places.push(32 * w + 31 - Math.clz32(left & -left));
  return Uint32Array.from(places);
}
