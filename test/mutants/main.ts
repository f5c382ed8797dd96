import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';
import { randomFrom } from '../../src/base/random.ts';
import { type Mutant, mutantsOf } from './mutants-of.ts';
import { nameOf, readNotes } from './notes.ts';

/**
 * `npm run mutants -- src/risk [src/verify/…] --tests test/risk[,test/…]`: changes each of these modules in every small way, all in one copy of the build,
 * and runs the tests with one change switched on at a time; `--again` goes on with those that are left, `--share 0.2` takes that share of each file. A
 * change that no test notices is told: something is not tested, or makes no difference. `--ms` is how long tests may try a mutant in all, of the processor's time; `--every` tries it with every test that
 * feels it, again too and whatever that takes, where else some of many are left out; tests that take more milliseconds than `--dear` try none, and properties draw the share `--draws` of their cases. `--table`
 * tells only how many of each file are known to be dead; with `--tests ''` no test runs.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tests: { type: 'string', default: 'test' },
    again: { type: 'boolean', default: false },
    share: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    ms: { type: 'string', default: '1000' },
    dear: { type: 'string', default: '' },
    every: { type: 'boolean', default: false },
    draws: { type: 'string', default: '0.05' },
    only: { type: 'string', default: '' },
    table: { type: 'boolean', default: false },
  },
});
/** Mutants that no test can kill, as they change nothing that is told: by file, and by the reason why. */
type Equal = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

const root = fileURLToPath(new URL('../..', import.meta.url));
const rooms = positionals.join('-').replaceAll('/', '.').slice(0, 100);
const copy = join(root, 'coverage', `mutants-${rooms}`);
const list = join(copy, 'mutants.json');
const notes = join(root, 'coverage', `mutants-${rooms}.notes`);

const equal: Equal = JSON.parse(readFileSync(join(root, 'test/mutants/equal.json'), 'utf8'));

if (!values.again) rmSync(notes, { force: true });
const mutants = isCopied() ? (JSON.parse(readFileSync(list, 'utf8')) as readonly Mutant[]) : await makeCopy();
say(`${mutants.length} mutants`);
if (values.tests !== '') {
  const { killed } = readNotes(notes);
  const isLeft = (mutant: Mutant) =>
    mutant.file.includes(values.only) && isDrawn(mutant) && !killed.has(nameOf(mutant)) && !isEqual(mutant);
  writeFileSync(list, JSON.stringify(mutants.map((mutant) => ({ ...mutant, isLeft: isLeft(mutant) }))));
  const words = ['run', ...values.tests.split(','), '--config', join(copy, 'test/mutants/vitest.config.ts')];
  const limited = ['-c', 'ulimit -d 4000000; exec "$@"', 'bash']; // some ask for all the memory there is
  spawnSync('bash', [...limited, process.execPath, join(root, 'node_modules/vitest/vitest.mjs'), ...words], {
    cwd: copy,
    stdio: 'inherit',
    env: {
      ...process.env,
      SHOAL_DRAWS: values.draws,
      SHOAL_MUTANTS_NOTES: notes,
      SHOAL_MUTANTS_LIST: list,
      SHOAL_MUTANTS_MS: values.ms,
      SHOAL_MUTANTS_DEAR: values.dear,
      SHOAL_MUTANTS_EVERY: values.every ? 'yes' : '',
    },
  });
}
if (values.table) tellTable();
else tell();

/** Whether there is a copy of these modules in which nothing is older than here. */
function isCopied(): boolean {
  if (!existsSync(list) || readFileSync(join(copy, 'modules'), 'utf8') !== positionals.join(' ')) return false;
  const made = statSync(join(copy, 'modules')).mtimeMs;
  return ['build', 'dist', 'test'].every((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).every(
      (name) => statSync(join(root, folder, name)).mtimeMs <= made,
    ),
  );
}

/** The project with every mutant in its build. */
async function makeCopy(): Promise<readonly Mutant[]> {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  for (const name of readdirSync(root))
    if (!['node_modules', 'coverage', '.git'].includes(name))
      cpSync(join(root, name), join(copy, name), { recursive: true, preserveTimestamps: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const asked = join(copy, 'build', 'mutant-switch.js');
  await (await rolldown({ input: join(root, 'test/mutants/switch.ts') })).write({ file: asked, format: 'esm' });
  const made: Mutant[] = [];
  for (const path of positionals.flatMap(modulesIn)) {
    const built = join(copy, 'build', path.replace(/\.ts$/, '.js'));
    const { text, mutants: found } = mutantsOf(readFileSync(built, 'utf8'), path, made.length + 1);
    writeFileSync(built, `import { mutantSwitch as $mutant } from '${asked}';\n${text}`);
    made.push(...found);
  }
  execFileSync(process.execPath, [join(copy, 'scripts', 'build.mjs'), '--bundle-only'], { cwd: copy, stdio: 'inherit' });
  writeFileSync(list, JSON.stringify(made));
  writeFileSync(join(copy, 'modules'), positionals.join(' '));
  return made;
}

/** Paths under `src` of the modules that a word names. */
function modulesIn(word: string): readonly string[] {
  const src = join(root, 'src');
  const path = join(root, word);
  const files = word.endsWith('.ts')
    ? [path]
    : readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name));
  return files
    .filter((file) => file.endsWith('.ts') && existsSync(file))
    .map((file) => relative(src, file))
    .toSorted();
}

/** Each mutant by a draw of its own: a change elsewhere leaves the sample as it is. */
function isDrawn(mutant: Mutant): boolean {
  return randomFrom(`${values.seed} ${nameOf(mutant)}`).below(1_000_000) < Number(values.share) * 1_000_000;
}

function isEqual({ file, change }: Mutant): boolean {
  return Object.values(equal[file] ?? {}).some((changes) => changes.includes(change));
}

function tell(): void {
  const { felt, killed } = readNotes(notes);
  const drawn = mutants.filter(isDrawn);
  const counted = drawn.filter((mutant) => !isEqual(mutant));
  for (const file of new Set(counted.map((mutant) => mutant.file))) {
    const own = counted.filter((mutant) => mutant.file === file);
    const left = own.filter((mutant) => !killed.has(nameOf(mutant)));
    say(`${file}: ${own.length - left.length} of ${own.length}`);
    for (const { line, change, ...mutant } of left) {
      const name = nameOf({ ...mutant, line, change });
      say(`  ${felt.has(name) ? 'survived' : 'not felt'}  line ${line}: ${change}`);
    }
  }
  const dead = counted.filter((mutant) => killed.has(nameOf(mutant))).length;
  const same = drawn.length - counted.length;
  say(`${dead} of ${counted.length} killed, ${((100 * dead) / counted.length).toFixed(1)} %, and ${same} that change nothing`);
  const known = new Set(mutants.map((mutant) => `${mutant.file}: ${mutant.change}`));
  for (const [file, reasons] of Object.entries(equal))
    for (const change of Object.values(reasons).flat())
      if (mutants.some((mutant) => mutant.file === file) && !known.has(`${file}: ${change}`))
        say(`test/mutants/equal.json names what is not there: ${file}: ${change}`);
}

/** What is known of each file, as a table of docs/reliability.md. */
function tellTable(): void {
  const { killed } = readNotes(notes);
  say('| file | mutants | change nothing | killed of the others | share |\n|---|---|---|---|---|');
  for (const file of new Set(mutants.map((mutant) => mutant.file))) {
    const own = mutants.filter((mutant) => mutant.file === file);
    const counted = own.filter((mutant) => !isEqual(mutant));
    const dead = counted.filter((mutant) => killed.has(nameOf(mutant))).length;
    const share = ((100 * dead) / counted.length).toFixed(1);
    say(
      `| \`${file.replace(/\.ts$/, '')}\` | ${own.length} | ${own.length - counted.length} | ${dead} of ${counted.length} | ${share} % |`,
    );
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
