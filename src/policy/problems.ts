import type { core } from 'zod';
import { didYouMean, nearest } from '../base/nearest.ts';
import { Exit, problem } from '../base/problem.ts';
import { mostTold } from '../base/result.ts';
import type { remoteAddress } from '../formats/input-problems.ts';
import type { LinkWindow } from './event-columns.ts';
import type { needsLinks, needsOrder } from './link-problems.ts';
import type { NoiseProblem } from './noise-problems.ts';
import type { PresetProblem } from './preset-problems.ts';

/** Every sentence this room can say to a person. */
export const unknownKey = (key: string, suggestion: string | undefined) =>
  problem({
    code: 'policy/unknown-key',
    exit: Exit.usage,
    what: `"${key}" is not a setting.`,
    why: 'A misspelt setting would silently leave the default in force, which may protect less than you meant.',
    fix: `${suggestion === undefined ? '' : `Did you mean "${suggestion}"? `}"shoal schema" lists every setting.`,
    facts: { key, ...(suggestion === undefined ? {} : { suggestion }) },
  });

export const otherMethod = (key: string, method: string, owners: readonly string[]) =>
  problem({
    code: 'policy/other-method',
    exit: Exit.usage,
    what: `"${key}" is not a setting of method ${method}.`,
    why: 'It belongs to another method and would do nothing here, which may not be what you meant.',
    fix: `Leave "${key}" out, or choose what it belongs to: ${owners.join(', ')}. "shoal schema" lists the settings of each.`,
    facts: { key, method, owners },
  });

export const otherFamily = (method: string, family: string, methods: readonly string[]) =>
  problem({
    code: 'policy/other-family',
    exit: Exit.usage,
    what: `Method ${method} is not one of family ${family}.`,
    why: 'A family is what is published: curves, events or records. Its methods cannot work on another.',
    fix: `Leave "family" out, as it is found from the method, or choose ${methods.join(', ')}.`,
    facts: { method, family, methods },
  });

export const runningColumnName = (position: number) =>
  problem({
    code: 'policy/running-name',
    exit: Exit.usage,
    what: `The name of published column ${position} begins with a sign that a spreadsheet would run.`,
    why: 'With spreadsheetSafe nothing in the file may be run, and a name is not changed behind your back.',
    fix: 'Rename the column in the input, so that it begins with a letter.',
    facts: { position },
  });

export const badValue = (key: string, complaint: string) =>
  problem({
    code: 'policy/bad-value',
    exit: Exit.usage,
    what: `"${key}" has a value that cannot be used: ${complaint}.`,
    why: 'Shoal does not guess what was meant: a wrong guess could protect less than you asked for.',
    fix: `Correct "${key}". "shoal schema" tells what it takes.`,
    facts: { key },
  });

export const kTooSmall = (k: number) =>
  problem({
    code: 'policy/k-too-small',
    exit: Exit.usage,
    what: `k is ${k}.`,
    why: 'With k below 2 a subject would be hidden among nobody else.',
    fix: 'Set k to 2 or more; 5 is the usual least, 11 for public releases.',
    facts: { k },
  });

export const badLevel = (level: number) =>
  problem({
    code: 'policy/bad-level',
    exit: Exit.usage,
    what: `max-level is ${level}.`,
    why: 'A level is the number of letters a pattern may use, from 1 (no shape at all) to 26 (a to z).',
    fix: 'Set max-level between 1 and 26; Naive uses 5 unless told otherwise.',
    facts: { level },
  });

export const pAboveK = (p: number, k: number) =>
  problem({
    code: 'policy/p-above-k',
    exit: Exit.usage,
    what: `P is ${p} and k is ${k}.`,
    why: `A group of ${k} subjects cannot hold a pattern shared by ${p}.`,
    fix: `Set P to ${k} or less, or k to ${p} or more.`,
    facts: { p, k },
  });

export const unreadable = (where: string, why: string) =>
  problem({
    code: 'policy/unreadable',
    exit: Exit.usage,
    what: 'The policy file cannot be read.',
    where,
    why,
    fix: 'Correct the file, or write a new one; it is YAML or JSON with one setting a line. See docs/policy.md.',
    facts: {},
  });

export const noSubject = (columns: readonly string[]) =>
  problem({
    code: 'policy/no-subject',
    exit: Exit.usage,
    what: 'No subject is named: whom should k protect?',
    why: 'Without it k would count rows, and one person with k rows would hide behind themselves.',
    fix: `Name the column that identifies a person or device, --subject COLUMN (one of ${listNames(columns)}), or --subject row if each row is one subject.`,
    facts: { columns },
  });

export const noSeries = (columns: readonly string[]) =>
  problem({
    code: 'policy/no-series',
    exit: Exit.usage,
    what: 'No series columns are named.',
    why: 'The method publishes curves, so it must know which columns are their instants.',
    fix: `Name them in time order: --series FIRST..LAST, a list, or /regex/. The input has ${listNames(columns)}.`,
    facts: { columns },
  });

export const noQuasi = (columns: readonly string[]) =>
  problem({
    code: 'policy/no-quasi',
    exit: Exit.usage,
    what: 'No quasi-identifier is named.',
    why: 'The method makes records alike in the columns by which somebody could be found, so it must know which they are.',
    fix: `Name them with their kinds, --quasi section_id:prefix,exit_time:time. The input has ${listNames(columns)}.`,
    facts: { columns },
  });

export const unknownWeight = (column: string) =>
  problem({
    code: 'policy/unknown-weight',
    exit: Exit.usage,
    what: `"weights" names "${column}", which is not a quasi-identifier.`,
    why: 'A weight says how much the loss of one quasi-identifier counts against the others.',
    fix: `Add "${column}" to --quasi, or leave its weight out.`,
    facts: { column },
  });

export const longAndWide = (key: 'series' | 'subject') =>
  problem({
    code: 'policy/long-and-wide',
    exit: Exit.usage,
    what: `Both "long" and "${key}" are given.`,
    why: 'A long table names its subject, time and value in one go; a second answer to the same question could contradict the first.',
    fix: `Keep --long SUBJECT,TIME,VALUE for a table with one row per instant, or --subject and --series for one with a column per instant.`,
    facts: { key },
  });

export const missingColumn = (column: string, role: string, columns: readonly string[]) =>
  problem({
    code: 'input/missing-column',
    exit: Exit.input,
    what: `The input has no column "${column}".`,
    where: `${role}`,
    why: 'Names must match exactly, capitals included.',
    fix: `${didYouMean(column, columns)}It has ${listNames(columns)}.`,
    facts: { column, role, columns },
  });

export const columnsWithoutRole = (without: readonly string[]) =>
  problem({
    code: 'policy/column-without-role',
    exit: Exit.usage,
    what: `${without.length === 1 ? 'A column has' : `${without.length} columns have`} no role: ${listNames(without)}.`,
    why: 'A column nobody decided about could carry a name into the release.',
    fix: `Give each a role with --quasi, --sensitive or --subject, or keep it out: --drop ${without.join(',')}`,
    facts: { columns: without },
  });

export const twoRoles = (column: string, first: string, second: string) =>
  problem({
    code: 'policy/two-roles',
    exit: Exit.usage,
    what: `Column "${column}" is both ${first} and ${second}.`,
    why: 'Each column is published in one way only.',
    fix: `Keep "${column}" in one of the two lists.`,
    facts: { column, first, second },
  });

export const badPattern = (pattern: string) =>
  problem({
    code: 'policy/bad-pattern',
    exit: Exit.usage,
    what: `${pattern} is not a regular expression that matches any column.`,
    why: 'The series would have no instants. Expressions that look back or ahead, or are far too large, are not taken.',
    fix: 'Correct the expression between the slashes, or name the columns as a range, H1..H8.',
    facts: {},
  });

export const tooManySegments = (segments: number, length: number) =>
  problem({
    code: 'policy/too-many-segments',
    exit: Exit.usage,
    what: `Segments is ${segments}, but a series has ${length} ${length === 1 ? 'instant' : 'instants'}.`,
    why: 'A segment is the average of one instant or more.',
    fix: `Set --segments to ${length} or less.`,
    facts: { segments, length },
  });

export const unknownQuasi = (column: string, columns: readonly string[]) =>
  problem({
    code: 'policy/unknown-quasi',
    exit: Exit.usage,
    what: `"${column}" is not a column that events are published by.`,
    where: '--quasi',
    why: 'It is none of the input, and none that is derived from the time of an event or its code.',
    fix: `${didYouMean(column, columns)}They are ${listNames(columns)}.`,
    facts: { column, columns },
  });

export const repeatedColumn = (column: string) =>
  problem({
    code: 'policy/repeated-column',
    exit: Exit.usage,
    what: `"${column}" is named twice.`,
    where: '--quasi',
    why: 'The release would have two columns of one name.',
    fix: `Name "${column}" once.`,
    facts: { column },
  });

export const flattenNotQuasi = (column: string, quasi: readonly string[]) =>
  problem({
    code: 'policy/flatten-not-quasi',
    exit: Exit.usage,
    what: `"${column}" is to be flattened, but is not a quasi-identifier.`,
    where: '--flatten',
    why: 'Flattening a column that is not published makes no two combinations alike.',
    fix: `Flatten one of ${quasi.join(', ')}, or add "${column}" to --quasi.`,
    facts: { column, quasi },
  });

export const sharedWithoutWindow = (pseudonym: string, window: LinkWindow) =>
  problem({
    code: 'policy/shared-without-window',
    exit: Exit.usage,
    what: `--pseudonym ${pseudonym} links events of one ${window}, but no published column says which ${window} it was.`,
    where: '--quasi',
    why: `Events of different ${window}s would read the same, and one number could stand on them.`,
    fix: `${
      window === 'week'
        ? 'Add week_number or iso_year_week to --quasi'
        : 'Add weekday with week_number or iso_year_week to --quasi, or day with month'
    }; or publish no id, --pseudonym drop.`,
    facts: { pseudonym, window },
  });

export const typedSeed = (release: string) =>
  problem({
    code: 'policy/typed-seed',
    exit: Exit.usage,
    what: `A seed was typed for a release that leaves: --release ${release}.`,
    where: 'seed',
    why: 'People choose numbers that can be tried. Anyone who finds the seed undoes every shuffle and every id drawn with it.',
    fix: 'Leave the seed out. To make the same bytes again, give a file of random digits with --seed-file: openssl rand -hex 32.',
    facts: { release },
  });

export const twoSeeds = () =>
  problem({
    code: 'policy/two-seeds',
    exit: Exit.usage,
    what: 'Both a seed and a file of one are given.',
    where: 'seed, seedFile',
    why: 'A run has one seed.',
    fix: 'Leave out --seed or --seed-file.',
  });

export const badSeedFile = (file: string, reason: string) =>
  problem({
    code: 'policy/bad-seed-file',
    exit: Exit.usage,
    what: `The seed file cannot be used: ${reason}.`,
    where: file,
    why: 'What is shuffled with a seed that can be tried is not shuffled for those who try.',
    fix: 'Make one with: openssl rand -hex 32 > seed.txt. Keep it where only you can read it.',
    facts: { file },
  });

export const keptSubject = (release: string) =>
  problem({
    code: 'output/subject-kept',
    exit: Exit.output,
    what: `--pseudonym keep with --release ${release} would hand out the subjects themselves.`,
    why: 'Anyone who holds another list with the same ids would know whose events these are.',
    fix: 'Choose --pseudonym random, rotate:week or drop; keep is for releases that stay, --release internal.',
    facts: { release },
  });

export const badAddress = (why: string) =>
  problem({
    code: 'policy/bad-address',
    exit: Exit.usage,
    what: 'The address of the database cannot be used.',
    why,
    fix: 'Write postgres://user@host:port/database?table=schema.name, or ?query=SELECT…, in quotes for the shell. See docs/postgres.md.',
  });

export const passwordInAddress = () =>
  problem({
    code: 'policy/password-in-address',
    exit: Exit.usage,
    what: 'The address of the database holds a password.',
    why: 'Addresses are seen by every user of the machine, and stay in the history of the shell.',
    fix: 'Take it out and change it. Give it in PGPASSWORD, in ~/.pgpass, or in a file named by passfile= or passwordfile= in the address.',
  });

export const keptInAggregate = (columns: readonly string[]) =>
  problem({
    code: 'policy/kept-in-aggregate',
    exit: Exit.usage,
    what: `Both "aggregate" and "sensitive" are given: ${listNames(columns)}.`,
    why: 'An aggregated release has one row for many records, so a value of each record has no place in it.',
    fix: 'Leave --sensitive out, or publish record by record without --aggregate; a mean is --aggregate avg:COLUMN.',
    facts: { columns },
  });

export const dominanceWithoutMeans = () =>
  problem({
    code: 'policy/dominance-without-means',
    exit: Exit.usage,
    what: '"dominance" is given, but no mean is published.',
    why: 'The rule is about means; a count of subjects cannot be dominated by one of them.',
    fix: 'Leave --dominance out, or publish a mean: --aggregate count,avg:COLUMN.',
  });

export type PolicyProblem =
  | PresetProblem
  | NoiseProblem
  | ReturnType<
      | typeof unknownKey
      | typeof otherMethod
      | typeof otherFamily
      | typeof badValue
      | typeof kTooSmall
      | typeof badLevel
      | typeof pAboveK
      | typeof longAndWide
      | typeof unknownQuasi
      | typeof repeatedColumn
      | typeof flattenNotQuasi
      | typeof keptSubject
      | typeof sharedWithoutWindow
      | typeof needsLinks
      | typeof needsOrder
      | typeof typedSeed
      | typeof twoSeeds
      | typeof badAddress
      | typeof passwordInAddress
      | typeof keptInAggregate
      | typeof dominanceWithoutMeans
      | typeof remoteAddress
    >;

/** What a schema complains about, in our words; of many complaints the first. `keysOf` are the settings of each method. */
export const asPolicyProblems = (issues: readonly core.$ZodIssue[], method: string, keysOf: KeysOf): PolicyProblem[] =>
  issues
    .slice(0, mostTold)
    .flatMap((issue) => asPolicyProblem(issue, method, keysOf))
    .slice(0, mostTold);

type KeysOf = Readonly<Record<string, readonly string[]>>;

function asPolicyProblem(issue: core.$ZodIssue, method: string, keysOf: KeysOf): PolicyProblem[] {
  const [first, ...inner] = issue.path;
  const swept = first === 'sweep' && (inner.length > 0 || issue.code === 'unrecognized_keys'); // one of the values a setting is to try
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, mostTold).map((key) => {
      const owners = Object.keys(keysOf).filter((name) => keysOf[name].includes(key));
      return !swept && owners.length > 0
        ? otherMethod(key, method, owners)
        : unknownKey(swept ? `sweep.${key}` : key, nearest(key, Object.values(keysOf).flat()));
    });
  const key = swept ? String(inner[0]) : issue.path.join('.');
  const value = typeof issue.input === 'number' ? issue.input : Number.NaN;
  if (key === 'k' && value < 2) return [kTooSmall(value)];
  if (key === 'maxLevel' && (value < 1 || value > 26)) return [badLevel(value)];
  if (key === 'method')
    return [
      badValue(
        key,
        swept
          ? 'a sweep tries methods of series or of tables; for events, flatten'
          : 'there is no method of that name; choose naive, kapra or prism for series, flatten for events, local, hierarchy, kmeans, merge or disjoint for tables',
      ),
    ];
  return [badValue(key || 'policy', plain(issue.message))];
}

const plain = (message: string): string => message.replace(/^Invalid (input|option|string): /, '').replace(/\.$/, '');

/** The first few names, so that a table of a thousand columns still gives a readable message. */
const listNames = (names: readonly string[]): string =>
  names.length <= 12 ? names.join(', ') : `${names.slice(0, 10).join(', ')} and ${names.length - 10} more`;
