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

/** What is used of it here; TypeScript knows it in browsers alone. */
declare const WebAssembly: {
  readonly Memory: new (pages: { initial: number; maximum: number; shared: true }) => Memory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (program: object, imports: { env: { memory: Memory } }) => { readonly exports: unknown };
};

interface Memory {
  readonly buffer: SharedArrayBuffer;
  grow(pages: number): number;
}

/** Shared, as only then what was lent stays where it is when the memory grows. */
const memory = new WebAssembly.Memory({ initial: 16, maximum: 32_768, shared: true });
const program = new WebAssembly.Module(Buffer.from(exchangeBytes, 'base64'));
const { exports } = new WebAssembly.Instance(program, { env: { memory } });

export const { squaresAfter, squaresWith, takeGroup } = exports as ExchangeProgram; // the build compiles it from these functions

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

const pageBytes = 65_536;

export const floatsAt = (place: number, length: number): Float32Array => new Float32Array(memory.buffer, place, length);
export const numbersAt = (place: number, length: number): Float64Array => new Float64Array(memory.buffer, place, length);
export const indicesAt = (place: number, length: number): Uint32Array => new Uint32Array(memory.buffer, place, length);
