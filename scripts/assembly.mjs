// What assembly/ holds in AssemblyScript, compiled to WebAssembly, as modules of src/ that hold its bytes: docs/decisions/0232.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from 'assemblyscript/asc';

/** Each source, and the module that holds what is compiled of it. */
const programs = [
  { source: 'assembly/exchange.ts', module: 'src/families/series/prism/exchange-bytes.ts', name: 'exchangeBytes' },
  { source: 'assembly/points.ts', module: 'src/clusters/points-bytes.ts', name: 'pointsBytes' },
  { source: 'assembly/lines.ts', module: 'src/verify/series/lines-bytes.ts', name: 'linesBytes' },
  { source: 'assembly/rows.ts', module: 'src/formats/rows-bytes.ts', name: 'rowsBytes' },
  { source: 'assembly/log-lines.ts', module: 'src/formats/log-lines-bytes.ts', name: 'logLinesBytes' },
  { source: 'assembly/log-rows.ts', module: 'src/families/events/log-rows-bytes.ts', name: 'logRowsBytes' },
];

/** Threads have it in common, and it never moves as it grows; src/base/web-assembly.ts makes it, of so many pages or fewer. */
const memory = ['--importMemory', '--sharedMemory', '--initialMemory', '16', '--maximumMemory', '65535'];
const features = ['--enable', 'simd', '--enable', 'threads'];

export async function compileAssembly(root) {
  const folder = mkdtempSync(join(tmpdir(), 'shoal-assembly-'));
  try {
    for (const { source, module, name } of programs) {
      const file = join(folder, 'program.wasm');
      const words = [
        join(root, source),
        '--outFile',
        file,
        '-O3',
        '--noAssert',
        '--runtime',
        'stub',
        '--use',
        'abort=',
        ...features,
        ...memory,
      ];
      const { error, stderr } = await main(words);
      if (error !== null) throw new Error(`${source} does not compile\n${stderr.toString()}`);
      const bytes = readFileSync(file).toString('base64');
      const text = `// Made of ${source} by scripts/assembly.mjs.\n\n/** WebAssembly, in base64. */\nexport const ${name} =\n  '${bytes}';\n`;
      const before = readIfThere(join(root, module));
      if (before !== text) writeFileSync(join(root, module), text);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
