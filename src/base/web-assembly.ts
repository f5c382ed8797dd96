/** What is used of it here; TypeScript knows it in browsers alone. */
declare const WebAssembly: {
  readonly Memory: new (pages: { initial: number; maximum: number; shared: true }) => ProgramMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (program: object, imports: { env: { memory: ProgramMemory } }) => { readonly exports: unknown };
};

/** Shared, as only then what was lent stays where it is when the memory grows. */
export interface ProgramMemory {
  readonly buffer: SharedArrayBuffer;
  grow(pages: number): number;
}

export const pageBytes = 65_536;

/** So many pages a program works with; the build compiles every program for these. */
export const mostPages = 65_535;

/** Compiles what the build made of a file in assembly/, once; answers how to start it over a memory of its own, or over one that others have as well. */
export function compileProgram<Exports>(
  base64: string,
): (memory?: ProgramMemory) => Exports & { readonly memory: ProgramMemory } {
  const program = new WebAssembly.Module(Buffer.from(base64, 'base64'));
  return (memory = createMemory()) => ({
    ...(new WebAssembly.Instance(program, { env: { memory } }).exports as Exports), // the build compiles it from these functions
    memory,
  });
}

/** Of more than 32,768 pages some places are negative to whoever does not ask for them without a sign. */
export const createMemory = (initial = 16, maximum = 32_768): ProgramMemory =>
  new WebAssembly.Memory({ initial, maximum, shared: true });
