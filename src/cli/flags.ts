import { languages } from '../base/languages.ts';
import { releaseFormatNames } from '../formats/formats.ts';
import type { Family } from '../policy/family.ts';
import { eventFlags } from './event-flags.ts';

/** Whom a flag is for: a family, or of series only the methods with one word a leaf, or prism. */
export type Audience = Family | 'word' | 'prism';

/** A flag as people write it; `key` is the policy setting it stands for, where there is one. */
export interface Flag {
  readonly name: string;
  readonly short?: string;
  readonly value?: string;
  readonly key?: string;
  /** Given again it adds to what was given before; any other flag replaces it. */
  readonly list?: true;
  /** The kinds of input it is for, or the one series method; left out where it is for all. `word`: naive and kapra. */
  readonly only?: Audience | readonly Audience[];
  readonly help: string;
}

export const jsonFlag: Flag = { name: 'json', help: 'one JSON object on standard output, nothing else there' };
export const forceFlag: Flag = { name: 'force', help: 'replace an existing release' };
export const progressFlag: Flag = { name: 'progress', value: 'auto|json|none', help: 'how to show progress on standard error' };
export const policyFlag: Flag = {
  name: 'policy',
  value: 'FILE',
  help: 'policy file, YAML or JSON (default ./shoal.yaml where there is one)',
};

export const langFlag: Flag = {
  name: 'lang',
  value: languages.join('|'),
  key: 'lang',
  help: 'language of the report (default en)',
};

/** Flags that set a policy key: a flag beats the policy file, which beats the default. */
export const policyFlags: readonly Flag[] = [
  { name: 'spreadsheet-safe', key: 'spreadsheetSafe', help: "put ' before texts that a spreadsheet would run" },
  { name: 'out', value: 'DIR', key: 'out', help: 'folder of the release (default ./release)' },
  {
    name: 'out-table',
    value: 'postgres://…?table=T',
    key: 'outTable',
    help: 'write the released data to a new table as well',
  },
  {
    name: 'preset',
    value: 'telecare|tolls|FILE',
    key: 'preset',
    help: 'partial policy to build on; flags and policy file beat it',
  },
  {
    name: 'family',
    value: 'series|events|table',
    key: 'family',
    help: 'what is published (found from the method, or the roles)',
  },
  {
    name: 'method',
    value: 'naive|kapra|prism|flatten|local|hierarchy|kmeans|merge|disjoint|events|kaca', // text, as the lists bring the schema of policies with them
    key: 'method',
    help: 'how groups are made (default prism for series, local for tables)',
  },
  { name: 'k', short: 'k', value: 'N', key: 'k', help: 'least subjects in a group (default 5)' },
  {
    name: 'p',
    short: 'p',
    value: 'N',
    key: 'p',
    only: 'series',
    help: 'least subjects of a group sharing a pattern (naive 2, kapra 5, prism k)',
  },
  { name: 'subject', value: 'COL', key: 'subject', help: 'who is protected; "row" when each row is one subject' },
  {
    name: 'subject-spelling',
    value: 'normal|exact',
    key: 'subjectSpelling',
    help: 'ids by their normal form (default), or as they are written',
  },
  { name: 'series', value: 'A..B', key: 'series', list: true, only: 'series', help: 'the series: a range, a list, or /regex/' },
  {
    name: 'long',
    value: 'S,T,V',
    key: 'long',
    only: 'series',
    help: 'subject,time,value columns of a table with one row per instant',
  },
  {
    name: 'quasi',
    value: 'A,B',
    key: 'quasi',
    list: true,
    help: 'quasi-identifiers, each COL or COL:number, COL:category; tables: :prefix, :time, :hour, :weekday, :date, :week, :month too',
  },
  {
    name: 'sensitive',
    value: 'A,B',
    key: 'sensitive',
    list: true,
    only: ['series', 'table'],
    help: 'columns published unchanged',
  },
  { name: 'l', value: 'N', key: 'l', only: ['series', 'table'], help: 'least distinct sensitive values in a class (default 1)' },
  { name: 't', value: 'X', key: 't', only: 'table', help: 'sensitive values of a group at most X from those of all, 0 to 1' },
  { name: 'drop', value: 'A,B', key: 'drop', list: true, only: ['series', 'table'], help: 'columns that must not leave' },
  {
    name: 'hierarchy',
    value: 'COL=FILE',
    key: 'hierarchy',
    list: true,
    only: ['series', 'table'],
    help: 'hierarchy of a category, one line a value; several with commas',
  },
  { name: 'segments', value: 'W', key: 'segments', only: 'series', help: 'segments of a pattern (default 4)' },
  {
    name: 'max-level',
    value: 'L',
    key: 'maxLevel',
    only: 'series',
    help: 'finest level of a pattern, 1 to 26 (naive 5, others 20)',
  },
  { name: 'bad-leaf', value: 'raw|paper', key: 'badLeaf', only: 'word', help: 'how small leaves find a host (default raw)' },
  {
    name: 'grouping',
    value: 'hash|tree',
    key: 'grouping',
    only: 'word',
    help: "kapra: subgroups by equal words or the paper's tree (default hash)",
  },
  {
    name: 'presplit',
    value: 'on|off',
    key: 'presplit',
    only: 'word',
    help: 'kapra: split large subgroups by value first (default on)',
  },
  {
    name: 'residue',
    value: 'suppress|generic',
    key: 'residue',
    only: ['word', 'table'],
    help: 'kapra: no common shape; disjoint: too few (default generic)',
  },
  { name: 'exact', key: 'exact', only: ['word', 'table'], help: 'kapra, kaca: work without blocks, in quadratic time' },
  {
    name: 'pattern',
    value: 'interval|representative',
    key: 'pattern',
    only: 'prism',
    help: "ranges of the members' symbols, or one word (default interval)",
  },
  { name: 'mu', value: 'X', key: 'mu', only: 'prism', help: 'prism: weight of shape against values, 0 to 10 (default 0.5)' },
  {
    name: 'effort',
    value: 'auto|fast|normal|best',
    key: 'effort',
    only: ['prism', 'table'],
    help: 'how long groups are improved (default auto; local: normal)',
  },
  {
    name: 'time-limit',
    value: '30s',
    key: 'timeLimit',
    only: 'prism',
    help: 'prism: stop improving after 30s, 5m or 1h; not repeatable',
  },
  {
    name: 'max-value-loss',
    value: 'X',
    key: 'maxValueLoss',
    only: 'prism',
    help: 'prism: find the mu that keeps value loss at or below X',
  },
  {
    name: 'max-pattern-loss',
    value: 'X',
    key: 'maxPatternLoss',
    only: 'prism',
    help: 'prism: find the mu that keeps pattern loss at or below X',
  },
  {
    name: 'intervals',
    value: 'text|columns',
    key: 'intervals',
    only: 'series',
    help: '[lo-hi] in one cell, or two numeric columns',
  },
  {
    name: 'shape',
    value: 'wide|long',
    key: 'shape',
    only: 'series',
    help: 'one row per record, or per record and instant (default wide)',
  },
  {
    name: 'missing',
    value: 'fail|drop|interpolate',
    key: 'missing',
    only: ['series', 'table'],
    help: 'what to do with empty cells (default fail); interpolate: series',
  },
  {
    name: 'reconstruct',
    key: 'reconstruct',
    only: 'series',
    help: 'add a numeric curve per record, made only from band and pattern',
  },
  {
    name: 'decimals',
    value: 'N',
    key: 'decimals',
    only: ['series', 'table'],
    help: "decimal places of bounds (default the input's own)",
  },
  {
    name: 'snap',
    value: 'auto|off|STEP',
    key: 'snap',
    only: ['series', 'table'],
    help: 'bounds on a round grid (default off for internal, else auto)',
  },
  ...eventFlags,
  {
    name: 'on-bad-time',
    value: 'fail|drop',
    key: 'onBadTime',
    only: ['events', 'table'],
    help: 'what to do with unreadable timestamps (default fail)',
  },
  {
    name: 'on-empty-subject',
    value: 'fail|drop',
    key: 'onEmptySubject',
    only: ['events', 'table'],
    help: 'what to do with rows of nobody (default fail)',
  },
  { name: 'max-unicity', value: 'X', key: 'maxUnicity', help: 'most subjects a public release may single out (default 0.09)' },
  {
    name: 'clustering',
    value: 'METHOD',
    key: 'clustering',
    only: 'table',
    help: 'with --method kaca: how it clusters (default kmeans)',
  },
  {
    name: 'aggregate',
    value: 'count,avg:COL',
    key: 'aggregate',
    list: true,
    only: 'table',
    help: 'one row per combination of labels (default: one per record)',
  },
  {
    name: 'dominance',
    value: 'N,SHARE',
    key: 'dominance',
    only: 'table',
    help: 'no mean where N subjects hold over SHARE of it (public 2,0.9)',
  },
  {
    name: 'suppression',
    value: 'SHARE',
    key: 'suppression',
    only: 'table',
    help: 'most subjects of whom a record may be left out, to lose less',
  },
  { name: 'labels', value: languages.join('|'), key: 'labels', only: 'table', help: 'language of the labels (default en)' },
  {
    name: 'labels-of',
    value: 'sets|hierarchy',
    key: 'labelsOf',
    only: 'table',
    help: 'a category by list or ancestor (default), or ancestor alone',
  },
  { name: 'sql', value: 'SELECT', key: 'sql', help: 'read what this SELECT makes of the input, which it calls input' },
  { name: 'delimiter', value: 'C', key: 'delimiter', help: 'character between cells (default: detected)' },
  { name: 'encoding', value: 'NAME', key: 'encoding', help: 'how letters are stored, such as windows-1252 (default utf-8)' },
  {
    name: 'decimal',
    value: 'C',
    key: 'decimal',
    help: "sign before decimals; here and below COL=C;COL=C for some columns (default '.')",
  },
  { name: 'thousands', value: 'C', key: 'thousands', help: "sign between thousands: . , ' or a blank (default none)" },
  { name: 'unit', value: 'EUR', key: 'unit', help: 'what may stand beside numbers; several with commas' },
  {
    name: 'time-format',
    value: 'FORMAT',
    key: 'timeFormat',
    help: 'how times are written, such as "dd.MM.yyyy HH:mm" (default ISO 8601)',
  },
  { name: 'join', value: 'NEW=A+B', key: 'join', help: 'a column made of others, such as a date and a clock' },
  { name: 'release', value: 'internal|partner|public', key: 'release', help: 'who will hold the release (default internal)' },
  {
    name: 'format',
    value: [...releaseFormatNames, 'xes'].join('|'),
    key: 'format',
    help: 'format of the released data (default csv; xes for events)',
  },
  langFlag,
  { name: 'seed', value: 'S', key: 'seed', help: 'makes an internal release repeatable (default: random)' },
  { name: 'seed-file', value: 'FILE', key: 'seedFile', help: 'the same for any release: 32 to 64 random hexadecimal digits' },
  { name: 'threads', value: 'N', key: 'threads', help: 'threads to use (default: all cores)' },
  { name: 'memory', value: '4GB', key: 'memory', help: 'memory the data engine may take before it spills to disk' },
  {
    name: 'queries',
    value: 'N',
    key: 'queries',
    only: 'series',
    help: 'range queries that measure the error of counts (default 1000)',
  },
  { name: 'trace', value: 'FILE', key: 'trace', only: 'word', help: 'write every node of the pattern trees to internal/FILE' },
];

/** Where the work of a run is done; they change nothing of what is published. */
export const engineFlags: readonly Flag[] = [
  { name: 'engine', value: 'local|spark', help: 'work on this machine (default), or on a Spark cluster' },
  { name: 'spark', value: 'sc://host:15002', help: 'its Spark Connect server (default: SHOAL_SPARK)' },
  { name: 'kernels', value: 'cluster|driver', help: 'spark: group on its executors (default), or on this machine' },
  { name: 'write-sql', value: 'FILE', help: 'spark: write the statements that the cluster is sent, too' },
];

/** Flags that say how the cells of a file are written. */
export const notationFlagNames: readonly string[] = ['encoding', 'decimal', 'thousands', 'unit', 'time-format', 'join'];
