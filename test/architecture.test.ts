import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/**
 * The rooms of src/ and what each may import; a change here is a decision. Makers turn a frame into a release, judges re-derive every
 * promise from what was released, doors put rooms together.
 */
const ground = ['base', 'frame'];
const families = ['families', 'families/series', 'families/events', 'families/table'];
const makers = ['clusters', ...families];
const judges = ['verify', 'measure', 'risk', 'attack'];
const engines = ['engine/local', 'engine/postgres', 'engine/spark'];
const doors = ['cli', 'server', 'mcp'];
const made = [...ground, 'policy', 'formats', 'release'];
const inside = [...made, 'plan', 'samples', 'inspect', 'engine', ...makers, ...judges, ...engines, 'figures', 'report', 'api'];

const mayImport: Readonly<Record<string, readonly string[]>> = {
  base: [],
  frame: ['base'],
  policy: ['base', 'formats'],
  release: [...ground, 'formats', 'policy'],
  formats: ground,
  plan: [...ground, 'policy', 'formats'],
  samples: ground,
  inspect: ['base', 'formats', 'policy'],
  clusters: ground,
  families: [...made, 'clusters', 'plan', 'engine'],
  ...shared(families.slice(1), [...made, 'clusters', 'families', 'plan', 'engine']),
  ...shared(judges, [...ground, 'policy', 'release']),
  verify: [...ground, 'policy', 'release', 'figures'],
  attack: [...ground, 'policy', 'release', 'verify', 'risk'],
  figures: [...ground, 'policy', 'release', 'measure', 'risk'],
  engine: [...made, 'inspect'],
  ...shared(engines, [...made, 'engine']),
  'engine/local': [...made, 'engine', 'engine/postgres', 'samples', 'inspect'],
  report: ['base', 'release', 'figures', ...judges],
  api: inside,
  kernels: ['base', 'formats', 'measure', ...makers],
  cli: [...inside, 'index'],
  server: [...inside, 'mcp'],
  mcp: ['base'],
  index: [...inside, 'server'],
  verifier: ['base', 'verify', 'api'],
};

function shared(rooms: readonly string[], imports: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(rooms.map((room) => [room, imports]));
}

const root = fileURLToPath(new URL('../src', import.meta.url));

interface SourceFile {
  /** Path under src/, such as families/series/naive/naive.ts. */
  readonly path: string;
  readonly room: string;
  /** Code without comments. */
  readonly code: string;
  readonly lines: number;
  readonly imports: readonly string[];
}

const files: readonly SourceFile[] = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => {
    const path = relative(root, join(entry.parentPath, entry.name));
    const text = readFileSync(join(root, path), 'utf8');
    const code = withoutComments(text);
    return { path, room: roomOf(path), code, lines: text.trimEnd().split('\n').length, imports: importsIn(code) };
  })
  .sort((a, b) => (a.path < b.path ? -1 : 1));

function roomOf(path: string): string {
  const [first, second, third] = path.split('/');
  if (second === undefined) return first.replace(/\.ts$/, '');
  return (first === 'engine' || first === 'families') && third !== undefined ? `${first}/${second}` : first;
}

/** Comments blanked out; strings and templates are kept, as a `//` in one is no comment. */
function withoutComments(text: string): string {
  return text.replace(
    /('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
    (_, kept) => kept ?? '',
  );
}

/** What stands in quotes after `from`, in a bare import, in import('…') and in a type import('…'). */
function importsIn(code: string): string[] {
  const statements = code.matchAll(
    /^\s*(?:import|export)\s[^;'"]*?from\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm,
  );
  return [...statements].map(([, from, bare, called]) => from ?? bare ?? called);
}

const target = (file: SourceFile, specifier: string): string => join(dirname(file.path), specifier);
const own = (file: SourceFile): string[] => file.imports.filter((name) => name.startsWith('.')).map((name) => target(file, name));
const foreign = (file: SourceFile): string[] => file.imports.filter((name) => !name.startsWith('.'));

/** Names of one word that functions are declared under, as such or as a constant. */
function functionNames(code: string): string[] {
  const declared = /\bfunction\*?\s+([a-z]+)\s*[<(]/g;
  const constant =
    /\b(?:const|let)\s+([a-z]+)\s*=\s*(?:async\s+)?(?:function\b|(?:<[^>]*>)?\((?:[^()]|\([^()]*\))*\)(?::[^=;]+)?\s*=>)/g;
  return [...code.matchAll(declared), ...code.matchAll(constant)].map(([, name]) => name);
}

/** `refused` stands beside `ok`: both make a result. */
const isParticiple = (name: string): boolean =>
  (/[^e]ed$|en$/.test(name) || irregular.includes(name)) && !verbs.includes(name) && name !== 'refused';
const verbs = ['embed', 'listen', 'open', 'shorten', 'tighten', 'widen', 'when', 'then'];
const irregular = (
  'begun bound brought built caught done drawn found gone held kept known laid led lent lost made meant met paid said seen sent shown ' +
  'sought sold spent stood swept taken taught thought told won'
).split(' ');
const privateWords = ['apart', 'aside'];

describe('the house', () => {
  it('is read by this test at all', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(files.find(({ path }) => path === 'families/series/value-groups.ts')?.imports).toContain('../../clusters/mondrian.ts');
  });

  it('has only rooms with a rule', () => {
    expect(files.filter(({ room }) => mayImport[room] === undefined).map(({ path }) => path)).toEqual([]);
  });

  it('imports only files that are there, with their extension', () => {
    const paths = new Set(files.map(({ path }) => path));
    expect(
      files.flatMap((file) =>
        own(file)
          .filter((path) => !paths.has(path))
          .map((path) => `${file.path} -> ${path}`),
      ),
    ).toEqual([]);
  });

  it('lets each room import only the rooms the table allows', () => {
    const forbidden = files.flatMap((file) =>
      own(file)
        .filter((path) => roomOf(path) !== file.room && !mayImport[file.room]?.includes(roomOf(path)))
        .map((path) => `${file.path} -> ${path}`),
    );
    expect(forbidden).toEqual([]);
  });

  it('lets no judge see a maker or an engine, not even through another room', () => {
    const byPath = new Map(files.map((file) => [file.path, file]));
    const reachable = (from: SourceFile): Set<string> => {
      const seen = new Set<string>();
      for (const open = [from]; open.length > 0; )
        for (const path of own(open.pop() ?? from))
          if (!seen.has(path)) {
            seen.add(path);
            const next = byPath.get(path);
            if (next !== undefined) open.push(next);
          }
      return seen;
    };
    const seen = files
      .filter(({ room }) => judges.includes(room))
      .flatMap((judge) => [...reachable(judge)].map((path) => [judge.path, path] as const))
      .filter(([, path]) => [...makers, ...engines].includes(roomOf(path)));
    expect(seen.map(([judge, path]) => `${judge} -> … -> ${path}`)).toEqual([]);
  });

  it('reads data files in one place of each room, which takes a path for a place', () => {
    const scans = files.filter(({ code }) => /\b(read_csv|read_parquet|parquet_scan|read_ndjson|read_json)/.test(code));
    expect(scans.map(({ path }) => path)).toEqual(['engine/local/scan.ts', 'risk/table-file.ts', 'verify/source.ts']);
    for (const { code } of scans) expect(code).toContain('hive_partitioning = false, filename = false, union_by_name = false');
  });

  it('names the database that counts and reads in its own room only', () => {
    const others = files.filter(({ room }) => room !== 'engine/local');
    const knowing = others.filter(
      (file) => foreign(file).some((name) => name.startsWith('@duckdb/')) || /\bDuckDB[A-Z]/.test(file.code),
    );
    expect(knowing.map(({ path }) => path)).toEqual([]);
  });

  it('lets other rooms into an engine by its doors only', () => {
    const local = [
      'local-engine',
      'local-counting',
      'instances',
      'files',
      'sample-file',
      'tables-beside',
      'home-file',
      'read-select',
    ].map((name) => `engine/local/${name}.ts`);
    const postgres = ['store', 'problems'].map((name) => `engine/postgres/${name}.ts`);
    const spark = ['spark-engine', 'engine-problems', 'cluster-pool', 'rendered-sql'].map((name) => `engine/spark/${name}.ts`);
    const inside = files.filter(({ room }) => !engines.includes(room));
    const past = inside.flatMap((file) =>
      own(file)
        .filter((path) => engines.includes(roomOf(path)) && ![...local, ...postgres, ...spark].includes(path))
        .map((path) => `${file.path} -> ${path}`),
    );
    expect(past).toEqual([]);
  });

  it('has no circle of imports', () => {
    const byPath = new Map(files.map((file) => [file.path, file]));
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (path: string, trail: readonly string[]): void => {
      const before = trail.indexOf(path);
      if (before >= 0) circles.push([...trail.slice(before), path].join(' -> '));
      if (before >= 0 || done.has(path)) return;
      const file = byPath.get(path);
      if (file !== undefined) for (const next of own(file)) visit(next, [...trail, path]);
      done.add(path);
    };
    for (const { path } of files) visit(path, []);
    expect(circles).toEqual([]);
  });

  it('has two barrels, one for each door of the package, of nothing but re-exports', () => {
    const barrels = ['index.ts', 'verifier.ts'];
    const statements = files
      .filter(({ path }) => barrels.includes(path))
      .flatMap(({ code }) => code.split(';'))
      .map((statement) => statement.trim())
      .filter((statement) => statement !== '');
    expect(statements.filter((statement) => !/^export (type )?\{[^}]*\} from '[^']+'$/.test(statement))).toEqual([]);
    const others = files.filter(
      ({ path, code }) => !barrels.includes(path) && /^\s*export\s(type\s)?(\*|\{[^}]*\}\sfrom)/m.test(code),
    );
    expect(others.map(({ path }) => path)).toEqual([]);
  });

  it('lets nobody but the command line come in through the barrel', () => {
    const guests = files.filter((file) => !doors.includes(file.room) && own(file).includes('index.ts'));
    expect(guests.map(({ path }) => path)).toEqual([]);
  });

  it('lets the command line do things with data through the barrel only', () => {
    const closed = [...makers, ...judges, ...engines, 'samples', 'frame'];
    const words = ['api/open-ahead.ts', 'api/plan-file.ts', 'api/policy-file.ts', 'api/problems.ts'];
    const past = files
      .filter(({ room }) => room === 'cli')
      .flatMap(({ path, code, room }) =>
        own({ path, code, room, lines: 0, imports: importsIn(code.replaceAll(/^import type .*?;$/gms, '')) })
          .filter((to) => closed.includes(roomOf(to)) || (roomOf(to) === 'api' && !words.includes(to)))
          .map((to) => `${path} -> ${to}`),
      );
    expect(past).toEqual([]);
  });

  it('keeps files, packages and threads out of the kernels', () => {
    const kernels = files.filter(({ room }) => ['frame', 'samples', ...makers].includes(room));
    expect(kernels.flatMap((file) => foreign(file).map((name) => `${file.path} -> ${name}`))).toEqual([]);
  });

  it('speaks to the terminal and ends the process only in the outermost file of a process', () => {
    const outermost = ['cli/main.ts', 'server/task-process.ts', 'kernels/cell-worker.ts'];
    const talkers = files.filter(({ path, code }) => !outermost.includes(path) && /\bprocess\.(std|exit)|\bconsole\./.test(code));
    expect(talkers.map(({ path }) => path)).toEqual([]);
  });

  it('draws chance from seeded streams only', () => {
    expect(files.filter(({ code }) => /\bMath\.random\b/.test(code)).map(({ path }) => path)).toEqual([]);
  });

  it('lets no kernel and no maker read a clock of its own', () => {
    const timeless = files.filter(({ room }) => ['frame', 'samples', 'measure', ...makers].includes(room));
    const clock = /\bperformance\.now\b|\bDate\.now\b|\bDate\(\s*\)|\bnew Date\b(?!\()|\bprocess\.hr/;
    expect(timeless.filter(({ code }) => clock.test(code)).map(({ path }) => path)).toEqual([]);
  });

  it('names functions by what they do or what they return, not by what was done', () => {
    const spoken = /\b(?:crew|bench|workbench|deaf|hired|dismiss)\b/i;
    const bare = files.flatMap(({ path, code }) =>
      functionNames(code)
        .filter((name) => isParticiple(name) || privateWords.includes(name))
        .map((name) => `${path}: ${name}`),
    );
    expect(bare).toEqual([]);
    expect(files.filter(({ code }) => spoken.test(code)).map(({ path }) => path)).toEqual([]);
    expect(
      functionNames('function settled(x) {} const made = async (a: B): C => 1; const kept = one(2); const plan = (x) => x;'),
    ).toEqual(['settled', 'made', 'plan']);
  });

  it('has no file of more than 400 lines', () => {
    const written = files.filter(({ path }) => path !== 'policy/policy-input.ts'); // made of the schema, a line or two for each setting
    expect(written.filter(({ lines }) => lines > 400).map(({ path, lines }) => `${path}: ${lines}`)).toEqual([]);
  });
});

/** The page in the browser stands beside src/: of the house it knows words, figures and colours, and the types of what the server answers. */
describe('the studio', () => {
  const place = fileURLToPath(new URL('../studio', import.meta.url));
  const pages = readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => {
      const text = readFileSync(join(place, name), 'utf8');
      const code = withoutComments(text);
      return { name, code, lines: text.trimEnd().split('\n').length };
    });
  const valuesFrom = ({ name, code }: { name: string; code: string }) =>
    importsIn(code.replaceAll(/^import type .*?;$/gms, '')).map((to) => (to.startsWith('.') ? join(dirname(name), to) : to));

  it('takes values of base, figures and the words of the report alone, and two packages', () => {
    expect(pages.length).toBeGreaterThan(20);
    const known = /^\.\.\/src\/(base|figures|report\/words)\/|^(preact|preact\/hooks|@preact\/signals)$/;
    const past = pages.flatMap((page) =>
      valuesFrom(page)
        .filter((to) => !known.test(to) && (to.startsWith('..') || !/^[\w-]+(\/|\.tsx?$)/.test(to) || to.startsWith('@')))
        .map((to) => `${page.name} -> ${to}`),
    );
    expect(past).toEqual([]);
  });

  it('keeps nothing of the data in the browser, and draws no text as HTML', () => {
    const storing = pages.filter(({ code }) => /\b(localStorage|sessionStorage|indexedDB|document\.cookie)\b/.test(code));
    expect(storing.map(({ name }) => name).sort()).toEqual(['state/language.ts', 'state/upload.ts']); // a language; an id and a length
    const raw = /dangerouslySetInnerHTML|innerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/;
    expect(pages.filter(({ code }) => raw.test(code)).map(({ name }) => name)).toEqual([]);
  });

  it('has no file of more than 400 lines', () => {
    expect(pages.filter(({ lines }) => lines > 400).map(({ name, lines }) => `${name}: ${lines}`)).toEqual([]);
  });
});
