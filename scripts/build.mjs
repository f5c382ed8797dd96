// build/ and dist/ from src/. build/ holds a module and its types for each file, by tsc: tests look into it, and pages are made from it.
// dist/ is what people install: the same code in few files, as each file that is loaded costs time at every start (docs/decisions/0040).
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { compileAssembly } from './assembly.mjs';
import { noticesOf } from './notices.mjs';
import { bundleStudio } from './studio.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const build = join(root, 'build');
const dist = join(root, 'dist');

/** What is loaded from outside by its name: what package.json exports, what bin/ starts, and what the program starts as a thread or a process. */
const entries = [
  'index',
  'verifier',
  'cli/main',
  'cli/shoal',
  'kernels/worker',
  'verify/events/event-line-worker',
  'verify/series/line-worker',
  'server/task-process',
];

const isMade = process.argv.includes('--bundle-only'); // build/ is there, and changed: test/mutants
if (!isMade) await compileAssembly(root);
for (const folder of isMade ? [dist] : [build, dist]) rmSync(folder, { recursive: true, force: true });
if (!isMade)
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'tsconfig.build.json')], {
    stdio: 'inherit',
  });
const { policyJsonSchema } = await import('../build/policy/schema.js');
const modules = await bundle();
await bundleCellWorker();
modules.push(...(await bundleStudio(root)));
writeFileSync(join(dist, 'policy.schema.json'), `${JSON.stringify(policyJsonSchema(), null, 2)}\n`);
writeFileSync(join(dist, 'THIRD-PARTY.md'), noticesOf(modules));
for (const path of filesFrom(['index.d.ts', 'verifier.d.ts'])) cpSync(join(build, path), join(dist, path));

/** Everything in few files but the packages that are installed beside it; gives the paths of all modules within. */
async function bundle() {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const threads = ['verify/series/line-worker.js', 'verify/events/event-line-worker.js'];
  const threadFiles = [...staticFilesFrom(threads)].filter((file) => !threads.includes(file));
  const installed = Object.keys(dependencies).filter((name) => name !== 'zod'); // installed for its types alone
  const isWord = inside(staticFilesFrom(['cli/commands.js', 'cli/help.js']));
  const isKernel = inside([...filesFrom(['kernels/worker.js'])].slice(1));
  const program = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [entry, join(build, `${entry}.js`)])),
    platform: 'node',
    checks: { ineffectiveDynamicImport: false }, // of kernels: the main thread has them at hand, other threads ask
    external: (name) => installed.some((one) => name === one || name.startsWith(`${one}/`)),
  });
  const { output } = await program.write({
    dir: dist,
    format: 'cjs', // what is compiled of it can be kept on every Node: docs/decisions/0087
    dynamicImportInCjs: false,
    entryFileNames: '[name].cjs',
    chunkFileNames: 'chunks/[name]-[hash].cjs',
    minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } }, // parsing is a tenth of a start; names stay, for what a bug report shows
    codeSplitting: {
      groups: [
        // What lazy parts share with others would be a file each, and each costs a start a third of a millisecond and more.
        { name: 'base', test: (id) => id.startsWith(join(build, 'base')) || (isWord(id) && isKernel(id)), priority: 5 }, // no thread loads words for a few lines of them
        { name: 'words', test: isWord, priority: 4 },
        { name: 'kernels', test: isKernel, priority: 3 }, // threads ask for one at a time
        { name: 'lines', test: inside(threadFiles), priority: 3 }, // all that threads of the verifier load: with the judge's each took 75 ms to start
        { name: 'judge', test: inside(staticFilesFrom(['verifier.js'])), priority: 2 },
        { name: 'library', test: inside(staticFilesFrom(['index.js'])), priority: 1 },
        { name: 'duckdb', test: /node_modules.@duckdb|build.engine.local.instances/, priority: 6 }, // it opens while the rest is loaded
        { name: 'zod', test: /node_modules.zod/, priority: 6 },
      ],
    },
  });
  for (const { name, isEntry, exports } of output) if (isEntry) writeFileSync(join(dist, `${name}.js`), asModule(name, exports));
  writeFileSync(join(dist, 'server/task-process.js'), `import '../../bin/task.js';\n`); // started as often as a command, and as quickly
  return output.flatMap((chunk) => chunk.moduleIds ?? []);
}

/** An entry as others import it: a module that names what it exports. */
function asModule(name, exports) {
  const file = `'./${basename(name)}.cjs'`;
  return exports.length === 0 ? `import ${file};\n` : `import all from ${file};\nexport const { ${exports.join(', ')} } = all;\n`;
}

/** The program that clusters run, whole in one small file: it travels inside a statement. */
async function bundleCellWorker() {
  const program = await rolldown({ input: join(build, 'kernels/cell-worker.js'), platform: 'node' });
  await program.write({ file: join(dist, 'cell-worker.js'), format: 'esm', minify: true, codeSplitting: false });
}

function inside(paths) {
  const files = new Set([...paths].map((path) => join(build, path)));
  return (id) => files.has(id);
}

/** Files of the build that these lead to, and these; without what is loaded when it is asked for. */
function staticFilesFrom(paths) {
  return filesFrom(paths, /(?:from|import)\s*['"](\.[^'"]+)['"]/g);
}

/** Files of the build that these lead to, and these. */
function filesFrom(paths, named = /(?:from|import\()\s*['"](\.[^'"]+)['"]/g) {
  const found = new Set(paths);
  for (const path of found)
    for (const [, name] of readFileSync(join(build, path), 'utf8').matchAll(named))
      found.add(join(dirname(path), path.endsWith('.d.ts') ? name.replace(/\.(ts|js)$/, '.d.ts') : name));
  return found;
}
