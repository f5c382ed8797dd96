import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Exit } from '../src/base/problem.ts';
import { commands } from '../src/cli/commands.ts';
import { policyFlags } from '../src/cli/flags.ts';
import { plainText } from '../src/cli/plain-text.ts';
import { policyKeys } from '../src/policy/policy.ts';
import { policyJsonSchema } from '../src/policy/schema.ts';
import { breachKinds } from '../src/verify/breaches.ts';
import { runScript, runShell } from './cli/shell.ts';
import { type Outcome, openPlace, type Place } from './cli/shoal-process.ts';
import { onFewRows } from './suite/few-rows.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const readme = read('README.md');

let place: Place;
let folder: string;
beforeEach(() => {
  place = openPlace();
  folder = place.home;
});
afterEach(() => place.remove());

describe('docs/problems.md', () => {
  const sections = sectionsOf(read('docs/problems.md'));
  const exits = exitOfEveryCode();

  it('explains every code the program can print, once, and no other', () => {
    expect(sections.map(({ code }) => code).toSorted()).toEqual([...exits.keys()].toSorted());
  });

  it('puts each code under the heading it begins with', () => {
    for (const { code, heading } of sections) expect(heading, code).toBe(code.split('/')[0]);
  });

  it('says the exit code, or the status of an answer, at the end of a section or once for its chapter', () => {
    for (const { code, ofAll, text } of sections)
      expect(/((Exit code|Status)\s\d+)\.$/.exec(text)?.[1] ?? /^(Exit code|Status) \d+/.exec(ofAll)?.[0], code).toBe(
        exits.get(code),
      );
  });

  it.each(['usage/unknown-word', 'resource/memory', 'verify/small-leaf-of-group-id'])(
    'is what "shoal explain %s" prints',
    async (code) => {
      const told = await place.call(['explain', code]);
      const section = sections.find((one) => one.code === code);
      expect(told.stdout).toBe(`${code}\n\n${plainText(section?.text ?? '', 79)}\n\n${plainText(section?.ofAll ?? '', 79)}\n`);
    },
  );
});

describe('docs/policy.md', () => {
  const rows = new Map(keyRows(read('docs/policy.md')).map((cells) => [cells[0].replaceAll('`', ''), cells]));

  it('has a row for every setting, and for nothing else', () => {
    expect([...rows.keys()].toSorted()).toEqual([...policyKeys].toSorted());
  });

  it('is what the schema makes of it, and docs/decisions/README.md lists the decisions there are', () => {
    const checked = spawnSync(process.execPath, [join(root, 'scripts/made-pages.mjs'), '--check']);
    expect(checked.status, 'run: npm run docs').toBe(0);
  });

  it('tells the default of every setting that has one', () => {
    for (const [key, shown] of defaultsOfSettings()) for (const value of shown) expect(rows.get(key)?.[2], key).toContain(value);
  });

  it('tells the flag of every setting that has one', () => {
    for (const { name, short, key } of policyFlags) {
      const flags = [...(short === undefined ? [] : [`\`-${short}\``]), `\`--${name}\``].join(', ');
      expect(rows.get(key ?? '')?.[3], name).toBe(flags);
    }
  });
});

describe('README.md', () => {
  it('gives two commands to start with, and only these', () => {
    const given = [...readme.matchAll(/npm ci &&[^`\n]*/g)].map(([command]) => command);
    expect(given).toEqual(['npm ci && npm run demo', 'npm ci && npm test']);
  });

  it('lists the commands there are', () => {
    const listed = [...readme.matchAll(/^\| `shoal (\w+)/gm)].map(([, name]) => name);
    expect(listed.toSorted()).toEqual(commands.map(({ name }) => name).toSorted());
  });

  it('never calls a result what no program can know it to be', () => {
    const words = /\b(anonymous|safe|safely|guaranteed)\b|GDPR.compliant/i;
    for (const path of [
      'README.md',
      'CHANGELOG.md',
      'docs/series.md',
      'docs/prism.md',
      'docs/events.md',
      'docs/transactions.md',
      'docs/policy.md',
      'docs/sweep.md',
      'docs/report.md',
      'docs/choosing.md',
      'docs/postgres.md',
      'docs/problems.md',
      'docs/README.md',
      'docs/start.md',
      'docs/glossary.md',
      'docs/server.md',
      'docs/agents.md',
      'docs/case.md',
      'docs/deciding.md',
      'docs/faq.md',
      'docs/reading.md',
      'examples/README.md',
    ])
      expect(read(path).replaceAll('--spreadsheet-safe', ''), path).not.toMatch(words); // the name of a flag promises nothing
  });

  it('has a demo that runs', () => {
    const { demo } = JSON.parse(read('package.json')).scripts as Record<string, string>;
    const told = shell(demo.replace('bin/shoal.js', '"$SHOAL"'));
    expect(told.code, told.stderr).toBe(Exit.done);
  });

  it('names the packed file as npm does', () => {
    const { name, version } = JSON.parse(read('package.json')) as { name: string; version: string };
    expect(readme.match(/\S+\.tgz/g)?.map((path) => path.replace('./', ''))).toEqual(Array(2).fill(`${name}-${version}.tgz`));
  });

  it('has a library example that compiles as strictly as we do, runs, and prints what is said', () => {
    const inside = mkdtempSync(join(root, 'test/.readme-')); // inside the project the name `shoal` means the package itself
    try {
      const compiled = compile(blockNamed(readme, 'library'), inside);
      expect(compiled.stdout).toBe('');
      expect(shell('shoal generate work --rows 3000 --seed 1 --out work.csv').code).toBe(Exit.done);
      const ran = spawnSync(process.execPath, [join(inside, 'out/example.mjs')], { cwd: folder, encoding: 'utf8' });
      expect(ran.stderr).toBe('');
      expect(ran.stdout).toBe(blockNamed(readme, 'library-prints'));
    } finally {
      rmSync(inside, { recursive: true });
    }
  });

  it('has commands that run, and make the rows and the share that it shows', async () => {
    await runBlocks(readme, shell); // as processes, as readers do
    const rowsOf = (path: string) => readFileSync(join(folder, path), 'utf8').trim().split('\n');
    const [header, ...before] = blockNamed(readme, 'before').trim().split('\n');
    expect(rowsOf('work.csv')[0]).toBe(header);
    expect(rowsOf('work.csv')).toEqual(expect.arrayContaining(before));
    const [columns, row] = blockNamed(readme, 'after').trim().split('\n').map(withoutGroup);
    const released = rowsOf('release/prism_anonymized.csv').map(withoutGroup);
    expect(released[0]).toBe(columns);
    expect(released.filter((one) => bandOf(one) === bandOf(row))).toEqual(before.map(() => row));
    const { homogeneity, valueLoss, patternLoss, flatPatterns } = JSON.parse(
      readFileSync(join(folder, 'release/internal/report.json'), 'utf8'),
    ).measure;
    expect(readme).toContain(`In this release ${(100 * homogeneity).toFixed(0)} % of the records`);
    const figures = [valueLoss.toPrecision(3), patternLoss.toFixed(3), flatPatterns].join(' | ');
    expect(read('docs/choosing.md')).toContain(`| work | none: PRISM, P = 5, level 20 | ${figures} |`); // the same run
  });
});

describe('the how-to pages', () => {
  it('are all there that have commands', () => {
    expect(pagesWithCommands()).toEqual(
      expect.arrayContaining(['docs/start.md', 'docs/series.md', 'docs/events.md', 'docs/policy.md', 'docs/case.md']),
    );
  });

  it.each(pagesWithCommands())('%s has commands that run, and print what it shows of them', async (path) => {
    cpSync(join(root, 'examples'), join(folder, 'examples'), { recursive: true });
    expect((await shellOrCall('shoal generate work --rows 200 --seed 1 --out work.csv')).code).toBe(Exit.done);
    await runBlocks(onFewRows(read(path)).replace(/^method: prism .*$/m, '$&\neffort: fast')); // what case.md shows is the same with any effort
  });
});

describe('docs/start.md', () => {
  it('shows what inspect prints', async () => {
    await shellOrCall('shoal generate work --rows 3000 --seed 1 --out days.csv');
    const asDigits = (text: string) => text.replaceAll(/[▁▂▃▄▅▆▇█]/g, (bar) => String('▁▂▃▄▅▆▇█'.indexOf(bar)));
    const plain = (text: string) => asDigits(text).replaceAll(/ +/g, ' ').trim();
    const shown = plain(blockNamed(read('docs/start.md'), 'inspected'));
    expect(plain((await shellOrCall('shoal inspect days.csv')).stdout).startsWith(shown)).toBe(true);
  });
});

describe('docs/reading.md', () => {
  const page = read('docs/reading.md');
  const recipes = (language: string) => blocksOf(page).filter((block) => block.language === language);

  it('has SQL that DuckDB runs, and that finds something', async () => {
    await runBlocks(page);
    const connection = await (await DuckDBInstance.create()).connect();
    await connection.run(`SET file_search_path = '${folder}'`);
    const answers = [];
    for (const { text } of recipes('sql')) answers.push((await connection.runAndReadAll(text)).getRowObjectsJson());
    expect(answers.length).toBeGreaterThan(3);
    for (const rows of answers) expect(rows).not.toEqual([]);
    expect(answers[0]).toMatchObject([{ smallest: expect.stringMatching(/^[5-9]$/) }]);
    const [{ certain, possible }] = answers[1] as { certain: string; possible: string }[];
    const truth = readFileSync(join(folder, 'days.csv'), 'utf8').trim().split('\n').slice(1);
    const many = truth.filter((day) => Number(day.split(',')[6]) >= 40).length;
    expect(many).toBeGreaterThanOrEqual(Number(certain));
    expect(many).toBeLessThanOrEqual(Number(possible));
    const rows = readdirSync(join(folder, 'release')).filter((name) => name.endsWith('.csv'));
    const cells = readFileSync(join(folder, 'release', rows[0]), 'utf8').match(/\[[^\]]*\]/g) ?? [];
    expect(cells.length).toBe(300 * 8);
    for (const cell of [...cells, '[-3--1]', '[-0.5-0.25]']) expect(cell).toMatch(new RegExp(`^${bandPattern}$`));
  });

  it('reads a band by the same pattern in every language', () => {
    for (const language of ['sql', 'python', 'r'])
      expect(
        recipes(language)
          .map(({ text }) => text)
          .join(''),
        language,
      ).toContain(bandPattern);
  });

  const bandPattern = String.raw`\[(-?[0-9.]+)-(-?[0-9.]+)\]`;
});

describe('docs/README.md', () => {
  it('leads to every page of docs/, and over the list of decisions to each of them', () => {
    const reached = ['docs', 'docs/decisions'].flatMap((folder) =>
      linksIn(read(`${folder}/README.md`)).map((target) => join(folder, target.split('#')[0])),
    );
    const owed = pages().filter((path) => path.startsWith('docs/') && path !== 'docs/README.md');
    expect(reached).toEqual(expect.arrayContaining(owed));
  });
});

describe('links', () => {
  it.each(pages().filter((path) => dirname(path) === 'docs'))('of %s say where one comes from and where to go next', (path) => {
    expect(read(path).split('\n')[2]).toMatch(/^\*From: .+\. Next: .+\*$/);
  });

  it.each(pages())('of %s lead somewhere', (path) => {
    for (const target of linksIn(read(path))) {
      const [file, anchor] = target.split('#');
      const place = file === '' ? path : join(dirname(path), file);
      expect(existsSync(join(root, place)), `${target} in ${path}`).toBe(true);
      if (anchor !== undefined) expect(anchorsOf(read(place)), `${target} in ${path}`).toContain(anchor);
    }
  });

  it('reach every decision by its number, each with the same four parts', () => {
    const records = readdirSync(join(root, 'docs/decisions'))
      .filter((name) => name !== 'README.md')
      .toSorted();
    expect(new Set(records.map((name) => name.slice(0, 4))).size).toBe(records.length);
    for (const name of records) {
      const number = name.slice(0, 4);
      const text = read(`docs/decisions/${name}`);
      expect(name).toMatch(/^\d{4}-[a-z0-9-]+\.md$/);
      expect(text).toMatch(new RegExp(`^# ${number}: `));
      const parts = [...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
      expect(parts, name).toEqual(['Context', 'Decision', 'What we gave up', 'What would change our minds']);
    }
  });
});

/** Each code of a room's problems with the exit or status it ends in, and each kind of breach. */
function exitOfEveryCode(): ReadonlyMap<string, string> {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('problems.ts'),
  );
  const told = files.flatMap((path) => [
    ...read(join('src', path)).matchAll(/code: '([^']+\/[^']+)',\s*(?:exit: Exit\.(\w+)|status: (\d+))/g),
  ]);
  return new Map([
    ...told.map(([, code, exit, status]): [string, string] => [
      code,
      exit === undefined ? `Status ${status}` : `Exit code ${Exit[exit as keyof typeof Exit]}`,
    ]),
    ...breachKinds.map((kind): [string, string] => [`verify/${kind}`, `Exit code ${Exit.broken}`]),
  ]);
}

function sectionsOf(markdown: string): { heading: string; ofAll: string; code: string; text: string }[] {
  return markdown.split(/^## /m).flatMap((chapter) => {
    const [opening, ...sections] = chapter.split(/^### /m);
    const [heading] = opening.split('\n', 1);
    return sections.map((section) => ({
      heading,
      ofAll: opening.slice(heading.length).trim(),
      code: /^`([^`]+)`$/m.exec(section)?.[1] ?? '',
      text: section.slice(section.indexOf('\n')).trim(),
    }));
  });
}

/** The cells of each row of the table of settings. */
function keyRows(markdown: string): string[][] {
  const [, table] = /^## Every key$([\s\S]*?)^## /m.exec(markdown) ?? [];
  return [...(table ?? '').matchAll(/^\| (`.*) \|$/gm)].map(([, row]) => row.split(/ *(?<!\\)\| */));
}

/** The defaults of each key, of all methods together. */
function defaultsOfSettings(): Map<string, Set<string>> {
  const { oneOf } = policyJsonSchema() as { oneOf: { properties: Record<string, { default?: unknown }> }[] };
  const found = new Map<string, Set<string>>();
  for (const { properties } of oneOf)
    for (const [key, { default: value }] of Object.entries(properties))
      if (value !== undefined)
        found.set(key, (found.get(key) ?? new Set()).add(`\`${typeof value === 'string' ? value : JSON.stringify(value)}\``));
  return found;
}

interface Block {
  readonly language: string;
  /** The word after the language: a file name, or what a test knows the block by. */
  readonly name: string;
  readonly text: string;
}

const blocksOf = (markdown: string): Block[] =>
  [...markdown.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(([, language, name = '', text]) => ({
    language,
    name,
    text,
  }));

const blockNamed = (markdown: string, name: string): string =>
  blocksOf(markdown).find((block) => block.name === name)?.text ?? '';

/** Writes the files a page shows and runs its commands, in the order a reader would. A block `text prints` is part of what the last one printed. */
async function runBlocks(markdown: string, run: (script: string) => Outcome | Promise<Outcome> = shellOrCall): Promise<void> {
  let ran = 0;
  let printed = '';
  const plain = (text: string) => text.replaceAll(/ +/g, ' ').trim();
  for (const { language, name, text } of blocksOf(markdown)) {
    if (name === 'prints') for (const line of text.trim().split('\n')) expect(printed).toContain(plain(line));
    if (name.includes('.')) writeFileSync(join(folder, name), text);
    if (language !== 'sh' || !/^(npx )?shoal /.test(text)) continue;
    const { code, stdout, stderr } = await run(text);
    expect(code, `${text}${stderr}`).toBe(Exit.done);
    printed = plain(stdout);
    ran++;
  }
  expect(ran).toBeGreaterThan(0);
}

const shell = (script: string): Outcome => runShell(script, folder);
const shellOrCall = (script: string): Promise<Outcome> => runScript(script, place);

function compile(program: string, place: string) {
  const compilerOptions = { noEmit: false, noEmitOnError: true, outDir: 'out', rootDir: '.' };
  const config = { extends: '../../tsconfig.json', compilerOptions, include: ['example.mts'] };
  writeFileSync(join(place, 'example.mts'), program);
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  return spawnSync(process.execPath, [tsc, '--checkers', '1', '-p', place], { encoding: 'utf8' });
}

/** A released row without its GroupID, which is drawn anew in every run. */
const withoutGroup = (row: string): string => row.slice(row.indexOf(',') + 1);

const bandOf = (row: string): string => row.slice(0, row.lastIndexOf(']'));

function pages(): string[] {
  const inside = (place: string) =>
    readdirSync(join(root, place))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(place, name));
  return [...inside('.'), ...inside('docs'), ...inside('docs/decisions')];
}

/** Pages of docs/ with commands of ours that need nothing else: those of servers are tried beside one, those of choosing and reading with what they find. */
const pagesWithCommands = (): string[] =>
  pages().filter(
    (path) =>
      path.startsWith('docs/') &&
      !['docs/agents.md', 'docs/choosing.md', 'docs/postgres.md', 'docs/reading.md', 'docs/server.md'].includes(path) &&
      blocksOf(read(path)).some(({ language, text }) => language === 'sh' && /^(npx )?shoal /.test(text)),
  );

const linksIn = (markdown: string): string[] =>
  [...markdown.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target)
    .filter((target) => !/^[a-z]+:/.test(target));

/** Headings as GitHub names them. */
const anchorsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
