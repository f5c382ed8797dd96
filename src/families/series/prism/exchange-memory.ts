import { compileProgram, pageBytes } from '../../../base/web-assembly.ts';
import { exchangeBytes } from './exchange-bytes.ts';

/** What assembly/exchange.ts holds, by places in memory. */
interface ExchangeProgram {
  readonly squaresAfter: (gone: number, come: number, extremes: number, values: number, bound: number) => number;
  readonly squaresWith: (come: number, extremes: number, values: number) => number;
  readonly takeGroup: (
    ...[members, size, records, step, values, extremes, reliefs]: readonly [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ]
  ) => number;
}

/** It keeps what was lent where it is, as its memory is shared. */
const { memory, squaresAfter, squaresWith, takeGroup } = compileProgram<ExchangeProgram>(exchangeBytes)();

export { squaresAfter, squaresWith, takeGroup };

let used = 0;

/** Takes all memory back: to be called where work on a block begins, as nothing of the block before is looked at again. */
export function takeMemoryBack(): void {
  used = 0;
}

/** Lends so many bytes; answers their place. */
export function lendMemory(bytes: number): number {
  const place = used;
  used += 16 * Math.ceil(bytes / 16);
  const missing = used - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
  return place;
}

export const floatsAt = (place: number, length: number): Float32Array => new Float32Array(memory.buffer, place, length);
export const numbersAt = (place: number, length: number): Float64Array => new Float64Array(memory.buffer, place, length);
export const indicesAt = (place: number, length: number): Uint32Array => new Uint32Array(memory.buffer, place, length);
