import { compileProgram, createMemory, mostPages, type ProgramMemory, pageBytes } from '../base/web-assembly.ts';
import { sharedIndices } from '../frame/columns.ts';
import { rowsBytes } from './rows-bytes.ts';

/** Memory that threads share, and in which WebAssembly puts rows together as long as all of it fits. */
export interface TextRoom {
  /** Lends numbers, all 0. */
  indices(length: number): Uint32Array;
  /** What WebAssembly works in; nothing where more was asked for than it can hold: then some lies elsewhere. */
  memory(): ProgramMemory | undefined;
}

/** What assembly/rows.ts holds, by places in that memory. */
interface RowsProgram {
  readonly packRows: (into: number, from: number, to: number, cells: number, count: number) => number;
}

const firstPages = 16;
const behind = 16; // bytes that are copied too much

export function openTextRoom(mostBytes = mostPages * pageBytes): TextRoom {
  const memory = createMemory(firstPages, mostPages);
  let used = 0;
  let isWhole = true;
  return {
    indices(length) {
      const place = used;
      const end = place + 16 * Math.ceil(length / 4);
      if (!isWhole || end + behind > mostBytes || !growTo(memory, end + behind)) {
        isWhole = false;
        return sharedIndices(length);
      }
      used = end;
      return new Uint32Array(memory.buffer, place, length);
    },
    memory: () => (isWhole ? memory : undefined),
  };
}

/** Whether there are so many bytes. */
function growTo(memory: ProgramMemory, bytes: number): boolean {
  const missing = Math.ceil((bytes - memory.buffer.byteLength) / pageBytes);
  try {
    if (missing > 0) memory.grow(missing);
    return true;
  } catch {
    return false; // the system has no more
  }
}

/** Memory of texts that WebAssembly does not look into. */
export const plainRoom: TextRoom = { indices: sharedIndices, memory: () => undefined };

let start: ((memory: ProgramMemory) => RowsProgram) | undefined;

/** The program on the memory of a room. */
export function openRowsProgram(memory: ProgramMemory): RowsProgram {
  start ??= compileProgram<RowsProgram>(rowsBytes);
  return start(memory);
}
