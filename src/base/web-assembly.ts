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

/** Pages of a memory: the build compiles every program for these. */
const [initial, maximum] = [16, 32_768];

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

export const createMemory = (): ProgramMemory => new WebAssembly.Memory({ initial, maximum, shared: true });
