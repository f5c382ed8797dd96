import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Counter } from '../../base/counting.ts';
import { Refusal } from '../../base/problem.ts';
import { text } from '../counter.ts';
import { mappingNeeded } from '../problems.ts';

/** How the run gave classes to codes, as it noted it. */
export interface ClassRules {
  /** The mapping file, or its lines; each code is its own class where there is none. */
  readonly mapping: string | Readonly<Record<string, string>> | undefined;
  /** Class of a code that no line covers; none where its events are left out. */
  readonly unmapped: string | undefined;
}

/** What a run noted of how it read a log; the verifier reads it again in its own way. */
export interface EventRules extends ClassRules {
  readonly subject: string;
  readonly time: string;
  readonly event: string;
  /** Classes whose events are left out. */
  readonly removed: readonly string[];
}

type Line = readonly [code: string, name: string];

/**
 * Fills the table `classes(code, class)` with the class of every code that `codes`, a query, answers; NULL where there is none. A code in full
 * comes first, then the pattern with most letters of its own, then the first in order. Patterns are DuckDB's regular expressions, which
 * no text can make slow.
 */
export async function readClassesOf(counter: Counter, codes: string, { mapping, unmapped }: ClassRules): Promise<void> {
  const lines = typeof mapping === 'string' ? await linesOf(mapping) : Object.entries(mapping ?? {});
  const whole = lines.filter(([code]) => !code.includes('*'));
  const patterns = lines.filter(([code]) => code.includes('*')).sort(bySayingMore);
  await counter.ask('CREATE OR REPLACE TEMP TABLE whole_codes (code VARCHAR, class VARCHAR)');
  for (let from = 0; from < whole.length; from += linesAtOnce) {
    const some = whole.slice(from, from + linesAtOnce).map(([code, name]) => `(${text(code)}, ${text(name)})`);
    await counter.ask(`INSERT INTO whole_codes VALUES ${some.join(', ')}`);
  }
  const matched = patterns.map(([code, name]) => `WHEN regexp_full_match(code, ${text(formOf(code))}, 's') THEN ${text(name)}`);
  const byPattern = matched.length === 0 ? 'NULL' : `CASE ${matched.join(' ')} END`;
  const own = "CASE WHEN code = '' THEN '(empty)' ELSE code END";
  const otherwise = mapping === undefined ? own : unmapped === undefined ? 'NULL' : text(unmapped);
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE classes AS SELECT code, CAST(coalesce(class, ${byPattern}, ${otherwise}) AS VARCHAR) AS class
    FROM (${codes}) AS occurring LEFT JOIN whole_codes USING (code)`,
  );
}

const linesAtOnce = 1000;

const ownLetters = (code: string): number => code.length - code.split('*').length + 1;

const bySayingMore = ([a]: Line, [b]: Line): number => ownLetters(b) - ownLetters(a) || (a < b ? -1 : 1);

/** A regular expression for a code in which `*` is any text. */
const formOf = (code: string): string =>
  code
    .split('*')
    .map((piece) => piece.replace(/[!-/:-@[-`{-~]/g, '\\$&'))
    .join('.*');

/** A mapping file, code and class on a line or as a pair of YAML. */
async function linesOf(file: string): Promise<readonly Line[]> {
  const content = await readFile(file, 'utf8').catch(() => {
    throw new Refusal(mappingNeeded(file));
  });
  const lines = /[.](yaml|yml|json)$/i.test(file) ? pairsOf(content) : cellsOf(content); // a mark before the first sign is no part of it for either
  if (lines === undefined || lines.length === 0) throw new Refusal(mappingNeeded(file));
  return lines;
}

function pairsOf(content: string): readonly Line[] | undefined {
  try {
    const { parse } = createRequire(import.meta.url)('yaml') as typeof import('yaml'); // slow to load, and most mappings are none
    const read: unknown = parse(content, { mapAsMap: true });
    return read instanceof Map ? [...read].map(([code, name]): Line => [String(code), String(name)]) : undefined;
  } catch {
    return undefined;
  }
}

/** The first line may be a heading. Nothing where a line has another number of cells than two. */
function cellsOf(content: string): readonly Line[] | undefined {
  const lines = content.split('\n').map((line) => line.trim());
  const pairs = lines.filter((line) => line !== '').map((line) => cellsIn(line));
  if (pairs.some(({ length }) => length !== 2)) return undefined;
  const headed = lines[0] !== '' && ['code', 'event', 'dogodek'].includes(pairs.at(0)?.[0].toLowerCase() ?? '');
  return pairs.slice(headed ? 1 : 0).map(([code, name]): Line => [code, name]);
}

function cellsIn(line: string): readonly string[] {
  const between = line.includes(';') ? ';' : line.includes('\t') ? '\t' : ',';
  return line.split(between).map((cell) => {
    const bare = cell.trim();
    return bare.length > 1 && bare.startsWith('"') && bare.endsWith('"') ? bare.slice(1, -1) : bare;
  });
}
