// Made by "npm run docs" from the schema of policies; a test compares them. Do not edit.

/** What a person writes: anything with a default may be left out. */
export type PolicyInput = SeriesInput | EventsInput | TableInput;

/** A policy for series, by any of its methods. */
export type SeriesInput = NaiveInput | KapraInput | PrismInput;

/** What every policy takes. */
export interface CommonInput {
  /** Version of this file format. */
  readonly version?: 1 | undefined;
  /** Where editors find the schema. */
  readonly $schema?: string | undefined;
  /** Partial policy to build on: telecare, tolls, or a file; this policy beats it. */
  readonly preset?: string | undefined;
  /** What to read: a file, - for standard input, FILE.xlsx?sheet=name, duckdb:FILE?table=name, or postgres://user@host/db?table=name. Files end in .parquet, .pq, .ndjson, .jsonl, .tsv, .ts, .arff, .xlsx, .xlsm, .xes, .arrow, .arrows, .feather, .ipc, .csv, .txt (text and NDJSON compressed too). */
  readonly input?: string | undefined;
  /** One SELECT over the table input, read in place of the input. */
  readonly sql?: string | undefined;
  /** Character between cells; found by default. */
  readonly delimiter?: string | undefined;
  /** How letters are stored; by default UTF-8, or what a byte order mark says. */
  readonly encoding?:
    | 'utf-8'
    | 'utf-16'
    | 'utf-16le'
    | 'utf-16be'
    | 'windows-1252'
    | 'windows-1250'
    | 'iso-8859-1'
    | 'iso-8859-2'
    | 'iso-8859-15'
    | undefined;
  /** Sign before decimals; by default a point. */
  readonly decimal?: '.' | ',' | Readonly<Record<string, '.' | ','>> | undefined;
  /** Sign between thousands; by default none. */
  readonly thousands?: '.' | ',' | ' ' | "'" | Readonly<Record<string, '.' | ',' | ' ' | "'">> | undefined;
  /** What may stand beside a number, such as EUR or [EUR, €]. */
  readonly unit?: string | readonly string[] | Readonly<Record<string, string | readonly string[]>> | undefined;
  /** How times are written, such as dd.MM.yyyy HH:mm; by default ISO 8601. Letters: yyyy year; yy(1970) two digits of a year from 1970 to 2069; M, MM month; MMM its name; d, dd day; H, HH hour; h, hh with a for am and pm; mm; ss; S fraction; X offset. */
  readonly timeFormat?: string | Readonly<Record<string, string>> | undefined;
  /** New columns that join others with a blank and replace them, such as { Zeitpunkt: [Datum, Uhrzeit] }. */
  readonly join?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Folder of the release, "./release" by default; new, except with --force. */
  readonly out?: string | undefined;
  /** Also write the released data to this table: postgres://user@host/db?table=name. */
  readonly outTable?: string | undefined;
  /** Least number of subjects in one group.
   * @default 5 */
  readonly k?: number | undefined;
  /** Ids that differ only in case, blanks or width are one subject (normal), or several (exact).
   * @default 'normal' */
  readonly subjectSpelling?: 'normal' | 'exact' | undefined;
  /** Who will hold the release.
   * @default 'internal' */
  readonly release?: 'internal' | 'partner' | 'public' | undefined;
  /** Format of the released data; arrow comes beside CSV.
   * @default 'csv' */
  readonly format?: 'csv' | 'parquet' | 'arrow' | undefined;
  /** Puts an apostrophe before text that a spreadsheet would run; CSV only.
   * @default false */
  readonly spreadsheetSafe?: boolean | undefined;
  /** Splits the released data into files of so many rows. */
  readonly partRows?: number | undefined;
  /** Language of the report.
   * @default 'en' */
  readonly lang?: 'en' | 'it' | 'sl' | 'zh' | undefined;
  /** Limit on attacks: linkage is the largest mean chance to find a record. */
  readonly gates?: { readonly linkage: number } | undefined;
  /** First page of the report, in your words. */
  readonly about?: AboutInput | undefined;
  /** Makes an internal release repeatable; by default random, and kept in internal/. */
  readonly seed?: number | string | undefined;
  /** File with 32 to 64 random hexadecimal digits: makes any release repeatable. */
  readonly seedFile?: string | undefined;
  /** Threads to use; by default all cores. */
  readonly threads?: number | undefined;
  /** Memory DuckDB may take before it spills to disk, such as 4GB. */
  readonly memory?: string | undefined;
  /** What `shoal sweep` tries; a run ignores it. */
  readonly sweep?: SweepGrid | undefined;
}

/** What every method of series takes. */
export interface SeriesSettings extends CommonInput {
  /** Column that names the protected subject; or "row" when each row is one. */
  readonly subject?: string | undefined;
  /** Further quasi-identifiers, each "column", "column:number" or "column:category". */
  readonly quasi?: readonly string[] | string | undefined;
  /** Columns published unchanged. */
  readonly sensitive?: readonly string[] | string | undefined;
  /** Least number of different values of each sensitive column in records published alike.
   * @default 1 */
  readonly l?: number | undefined;
  /** Largest distance between the values of a group and those of all records, in each sensitive column. */
  readonly t?: number | undefined;
  /** Different values of a sensitive column in every group. */
  readonly diversity?: readonly DiversityInput[] | DiversityInput | undefined;
  /** Values of every group spread as those of all records are. */
  readonly closeness?: readonly ClosenessInput[] | ClosenessInput | undefined;
  /** No value too frequent in a group. */
  readonly alpha?: readonly AlphaInput[] | AlphaInput | undefined;
  /** Columns that must not leave. */
  readonly drop?: readonly string[] | string | undefined;
  /** Hierarchy file of each column. On each line a value and its ancestors, with ";" between.
   * @default {} */
  readonly hierarchy?: Readonly<Record<string, string>> | undefined;
  /** Random range queries to measure the error of counts.
   * @default 1000 */
  readonly queries?: number | undefined;
  /** Columns of the series in time order: a range H1..H8, a list, or /regular expression/. */
  readonly series?: readonly string[] | string | undefined;
  /** Columns subject,time,value of a long table; replaces subject and series. */
  readonly long?: { readonly subject: string; readonly time: string; readonly value: string } | string | undefined;
  /** Segments of a series; the mean of each becomes a letter.
   * @default 4 */
  readonly segments?: number | undefined;
  /** Intervals as one text cell [lo-hi], or as two numeric columns.
   * @default 'text' */
  readonly intervals?: 'text' | 'columns' | undefined;
  /** Release with one row per record, or one per record and instant.
   * @default 'wide' */
  readonly shape?: 'wide' | 'long' | undefined;
  /** Records with empty cells: refuse, leave out; interpolate draws straight lines.
   * @default 'fail' */
  readonly missing?: 'fail' | 'drop' | 'interpolate' | undefined;
  /** Moves bounds outward to a round grid: auto, off, or the step; auto for partner and public releases. Auto is about a twentieth of the mean band. */
  readonly snap?: 'auto' | 'off' | number | undefined;
  /** Adds one numeric curve per record, made only from its band and pattern.
   * @default false */
  readonly reconstruct?: boolean | undefined;
  /** Adds one numeric curve per record: "middle" as reconstruct does, or the "mean" of its group, which reveals more. */
  readonly curve?: 'middle' | 'mean' | undefined;
  /** Decimal places of published bounds, rounded outward; by default the input's own. */
  readonly decimals?: number | undefined;
  /** Largest share of subjects that a public release may single out; by unchanged columns.
   * @default 0.09 */
  readonly maxUnicity?: number | undefined;
  /** What is published; found from the method or the roles.
   * @default 'series' */
  readonly family?: 'series' | undefined;
}

/** Groups by value, then by shape: narrow bands, rough patterns, fast. */
export interface NaiveInput extends SeriesSettings {
  /** Groups by value, then by shape: narrow bands, rough patterns, fast. */
  readonly method: 'naive';
  /** Least number of subjects of a group sharing one pattern.
   * @default 2 */
  readonly p?: number | undefined;
  /** Finest level of a pattern: the size of its alphabet.
   * @default 5 */
  readonly maxLevel?: number | undefined;
  /** Whether small leaves find a host by their members' shapes or by their word.
   * @default 'raw' */
  readonly badLeaf?: 'raw' | 'paper' | undefined;
  /** File name under internal/ for all nodes of all pattern trees. */
  readonly trace?: string | undefined;
}

/** Groups by shape, then by value: true patterns, wider bands. */
export interface KapraInput extends SeriesSettings {
  /** Groups by shape, then by value: true patterns, wider bands. */
  readonly method: 'kapra';
  /** Least number of subjects of a group sharing one pattern.
   * @default 5 */
  readonly p?: number | undefined;
  /** Finest level of a pattern: the size of its alphabet.
   * @default 20 */
  readonly maxLevel?: number | undefined;
  /** How to find subgroups: equal finest words, or the paper's tree.
   * @default 'hash' */
  readonly grouping?: 'hash' | 'tree' | undefined;
  /** Whether to split subgroups of 2P or more by value before merging.
   * @default 'on' */
  readonly presplit?: 'on' | 'off' | undefined;
  /** P or more subjects without a common shape: leave out, or publish at level 1.
   * @default 'generic' */
  readonly residue?: 'suppress' | 'generic' | undefined;
  /** Work on all at once, not in blocks: quadratic time.
   * @default false */
  readonly exact?: boolean | undefined;
}

/** Groups by value and shape at once: usually loses least, takes longest. */
export interface PrismInput extends SeriesSettings {
  /** Least number of subjects of a group sharing one pattern; by default k. */
  readonly p?: number | undefined;
  /** Finest level of a pattern: the size of its alphabet.
   * @default 20 */
  readonly maxLevel?: number | undefined;
  /** For each segment the range of the members' symbols, or one word for their mean shape.
   * @default 'interval' */
  readonly pattern?: 'interval' | 'representative' | undefined;
  /** Weight of shape against values.
   * @default 0.5 */
  readonly mu?: number | undefined;
  /** How long groups are improved: auto is normal up to 200,000 records, and fast beyond.
   * @default 'auto' */
  readonly effort?: 'auto' | 'fast' | 'normal' | 'best' | undefined;
  /** Stop improving after so many seconds, or 30s, 5m, 1h; not repeatable. */
  readonly timeLimit?: number | string | undefined;
  /** Find a weight of shape that keeps value loss at or below this. */
  readonly maxValueLoss?: number | undefined;
  /** Find a weight of shape that keeps pattern loss at or below this. */
  readonly maxPatternLoss?: number | undefined;
  /** Groups by value and shape at once: usually loses least, takes longest.
   * @default 'prism' */
  readonly method?: 'prism' | undefined;
}

/** A policy for event logs. */
export interface EventsInput extends Omit<CommonInput, 'format'> {
  /** Format of the released data; arrow and xes come beside CSV.
   * @default 'csv' */
  readonly format?: 'csv' | 'parquet' | 'arrow' | 'xes' | undefined;
  /** Column that names the protected subject.
   * @default 'subject' */
  readonly subject?: string | undefined;
  /** Column of timestamps, with or without an offset.
   * @default 'time' */
  readonly time?: string | undefined;
  /** Column of event codes.
   * @default 'event' */
  readonly event?: string | undefined;
  /** Class of each event code, * for any text: a YAML or CSV file, or its lines; by default the code. */
  readonly mapping?: string | Readonly<Record<string, string>> | undefined;
  /** Events without a class in the mapping: refuse, class other_event, or leave out.
   * @default 'fail' */
  readonly unmapped?: 'fail' | 'other' | 'drop' | undefined;
  /** Classes to leave out before counting; "none" for none. */
  readonly removeClasses?: readonly string[] | string | undefined;
  /** Derived columns, or columns of the input, whose combination k subjects must share. */
  readonly quasi?: readonly string[] | string | undefined;
  /** Columns to flatten, in this order, in combinations below k; "sweep" searches; "none" for none. */
  readonly flatten?: readonly string[] | string | undefined;
  /** Content of a flattened cell; not a real value.
   * @default '*' */
  readonly flatValue?: number | string | undefined;
  /** What to leave out if a combination still fails: its events, or its subjects.
   * @default 'events' */
  readonly reduce?: 'events' | 'users' | undefined;
  /** Hours in one block of quantized_hour.
   * @default 3 */
  readonly hourBlock?: number | undefined;
  /** Time zone for timestamps with an offset; by default as written. */
  readonly timeZone?: string | undefined;
  /** Parts of the day, each with its first hour.
   * @default {"night":22,"morning":6,"daytime":8,"afternoon":17} */
  readonly periods?: Readonly<Record<string, number>> | undefined;
  /** What replaces the subject: a random id, nothing, a number for what k subjects share in a day or week, an id per day, week or month, or the subject itself.
   * @default 'random' */
  readonly pseudonym?:
    | 'random'
    | 'drop'
    | 'shared'
    | 'shared:day'
    | 'shared:week'
    | 'rotate:day'
    | 'rotate:week'
    | 'rotate:month'
    | 'keep'
    | undefined;
  /** With shared numbers: of those with one event, the largest share that may be known to have another. */
  readonly confidence?: number | undefined;
  /** Column of a second party, such as who acted: every combination has k of these too. */
  readonly alsoProtect?: string | undefined;
  /** With shared numbers: "position" publishes the order of events where k subjects have the same.
   * @default 'none' */
  readonly order?: 'none' | 'position' | undefined;
  /** With shared numbers: publishes whole traces, in order, that at least so many subjects share. */
  readonly traces?: number | undefined;
  /** With an order: edges of bins for the time since the previous event, published where k subjects share all. */
  readonly durations?: readonly string[] | string | undefined;
  /** Rows without a subject: refuse, or leave out and count.
   * @default 'fail' */
  readonly onEmptySubject?: 'fail' | 'drop' | undefined;
  /** Rows with an unreadable timestamp: refuse, or leave out.
   * @default 'fail' */
  readonly onBadTime?: 'fail' | 'drop' | undefined;
  /** Largest share of subjects that a public release may single out; by one to four of their events.
   * @default 0.09 */
  readonly maxUnicity?: number | undefined;
  /** What is published; found from the method or the roles.
   * @default 'events' */
  readonly family?: 'events' | undefined;
  /** Event logs: k distinct subjects in every combination; "events" is an older name. */
  readonly method?: 'flatten' | 'events' | undefined;
}

/** A policy for tables of records, such as transactions. */
export interface TableInput extends CommonInput {
  /** Column that names the protected subject; or "row" when each row is one. */
  readonly subject?: string | undefined;
  /** Quasi-identifiers, each "column" or with its kind, such as "column:prefix"; a timestamp may have several. Kinds are prefix, number, category, and of a timestamp time, hour, weekday, date, week and month. */
  readonly quasi?: readonly string[] | string | undefined;
  /** How much each quasi-identifier counts, by "column" or "column:kind"; by default 1.
   * @default {} */
  readonly weights?: Readonly<Record<string, number>> | undefined;
  /** Hierarchy file of each column. On each line a value and its ancestors, with ";" between.
   * @default {} */
  readonly hierarchy?: Readonly<Record<string, string>> | undefined;
  /** Numeric quasi-identifiers: values from this one on are published alike, ">= 90".
   * @default {} */
  readonly top?: Readonly<Record<string, number>> | undefined;
  /** Numeric quasi-identifiers: values up to this one are published alike, "<= 18".
   * @default {} */
  readonly bottom?: Readonly<Record<string, number>> | undefined;
  /** Columns published unchanged. */
  readonly sensitive?: readonly string[] | string | undefined;
  /** Least number of different values of each sensitive column in records published alike. */
  readonly l?: number | undefined;
  /** Largest distance between the values of a group and those of all records, in each sensitive column. */
  readonly t?: number | undefined;
  /** Different values of a sensitive column in every group. */
  readonly diversity?: readonly DiversityInput[] | DiversityInput | undefined;
  /** Values of every group spread as those of all records are. */
  readonly closeness?: readonly ClosenessInput[] | ClosenessInput | undefined;
  /** No value too frequent in a group. */
  readonly alpha?: readonly AlphaInput[] | AlphaInput | undefined;
  /** Table of the whole population, with the same subject and quasi-identifiers. */
  readonly population?: string | undefined;
  /** Least number of subjects of the population that fit the labels of each group. */
  readonly kMap?: number | undefined;
  /** Least and largest released share of the population under the labels of a group, such as 0,0.5. */
  readonly presence?: { readonly min: number; readonly max: number } | readonly number[] | string | undefined;
  /** Columns that must not leave. */
  readonly drop?: readonly string[] | string | undefined;
  /** With method kaca, the method that clusters; kmeans by default. */
  readonly clustering?: 'local' | 'hierarchy' | 'kmeans' | 'merge' | 'disjoint' | undefined;
  /** How long groups are improved: auto is normal up to 200,000 records, and fast beyond; method local, where best takes ten times as long or more.
   * @default 'auto' */
  readonly effort?: 'auto' | 'fast' | 'normal' | 'best' | undefined;
  /** Method disjoint, branches below k: leave out where that loses less, or coarsen their siblings.
   * @default 'generic' */
  readonly residue?: 'suppress' | 'generic' | undefined;
  /** Largest share of subjects that may lose a record; methods local and hierarchy use it to lower the loss. */
  readonly suppression?: number | undefined;
  /** Work on all at once, not in blocks: quadratic time.
   * @default false */
  readonly exact?: boolean | undefined;
  /** Publishes one row per combination with these: "count", "avg:COLUMN"; by default one row per record. */
  readonly aggregate?: readonly string[] | string | undefined;
  /** Leaves a mean blank if N subjects hold more than this share: "2,0.9", or "off"; 2,0.9 in public releases. */
  readonly dominance?: 'off' | { readonly largest: number; readonly share: number } | string | undefined;
  /** Noise on published counts: its largest size and its variance, "3,2"; none by default. */
  readonly noise?: { readonly most: number; readonly variance: number } | string | undefined;
  /** File with the secret key of the noise, in the form of a seedFile. */
  readonly noiseKey?: string | undefined;
  /** Language of the labels.
   * @default 'en' */
  readonly labels?: 'en' | 'it' | 'sl' | 'zh' | undefined;
  /** Label of a category: its ancestor (hierarchy), or up to ten values where that is narrower (sets).
   * @default 'sets' */
  readonly labelsOf?: 'hierarchy' | 'sets' | undefined;
  /** Names of published columns and figures, as in the preset tolls; by default plain ones. */
  readonly names?: 'tolls' | undefined;
  /** Decimal places of published bounds, rounded outward; by default the input's own. */
  readonly decimals?: number | undefined;
  /** Moves bounds outward to a round grid: auto, off, or the step; auto for partner and public releases. Auto is about a twentieth of the mean band. */
  readonly snap?: 'auto' | 'off' | number | undefined;
  /** Time zone for timestamps with an offset; by default as written. */
  readonly timeZone?: string | undefined;
  /** Rows without a subject: refuse, or leave out and count.
   * @default 'fail' */
  readonly onEmptySubject?: 'fail' | 'drop' | undefined;
  /** Rows with an unreadable timestamp: refuse, or leave out.
   * @default 'fail' */
  readonly onBadTime?: 'fail' | 'drop' | undefined;
  /** Records with empty cells: refuse, leave out.
   * @default 'fail' */
  readonly missing?: 'fail' | 'drop' | undefined;
  /** Largest share of subjects that a public release may single out; by unchanged columns.
   * @default 0.09 */
  readonly maxUnicity?: number | undefined;
  /** What is published; found from the method or the roles.
   * @default 'table' */
  readonly family?: 'table' | undefined;
  /** Clusters records by the published loss (local), along prefixes and ranges (hierarchy), by K-Means, class by class (merge), or without overlaps (disjoint); "kaca" leaves the choice to clustering. */
  readonly method?: 'local' | 'hierarchy' | 'kmeans' | 'merge' | 'disjoint' | 'kaca' | undefined;
}

/** What a sweep takes: each of its methods picks the settings it understands. */
export interface SweepPolicyInput extends SeriesSettings {
  /** Method to try, where the grid names none. */
  readonly method?: 'naive' | 'kapra' | 'prism' | undefined;
  /** naive, kapra: Least number of subjects of a group sharing one pattern; prism: Least number of subjects of a group sharing one pattern; by default k. */
  readonly p?: number | undefined;
  /** Finest level of a pattern: the size of its alphabet. */
  readonly maxLevel?: number | undefined;
  /** Whether small leaves find a host by their members' shapes or by their word (naive).
   * @default 'raw' */
  readonly badLeaf?: 'raw' | 'paper' | undefined;
  /** File name under internal/ for all nodes of all pattern trees (naive). */
  readonly trace?: string | undefined;
  /** How to find subgroups: equal finest words, or the paper's tree (kapra).
   * @default 'hash' */
  readonly grouping?: 'hash' | 'tree' | undefined;
  /** Whether to split subgroups of 2P or more by value before merging (kapra).
   * @default 'on' */
  readonly presplit?: 'on' | 'off' | undefined;
  /** P or more subjects without a common shape: leave out, or publish at level 1 (kapra).
   * @default 'generic' */
  readonly residue?: 'suppress' | 'generic' | undefined;
  /** Work on all at once, not in blocks: quadratic time (kapra).
   * @default false */
  readonly exact?: boolean | undefined;
  /** For each segment the range of the members' symbols, or one word for their mean shape (prism).
   * @default 'interval' */
  readonly pattern?: 'interval' | 'representative' | undefined;
  /** Weight of shape against values (prism).
   * @default 0.5 */
  readonly mu?: number | undefined;
  /** How long groups are improved: auto is normal up to 200,000 records, and fast beyond (prism).
   * @default 'auto' */
  readonly effort?: 'auto' | 'fast' | 'normal' | 'best' | undefined;
  /** Stop improving after so many seconds, or 30s, 5m, 1h; not repeatable (prism). */
  readonly timeLimit?: number | string | undefined;
  /** Find a weight of shape that keeps value loss at or below this (prism). */
  readonly maxValueLoss?: number | undefined;
  /** Find a weight of shape that keeps pattern loss at or below this (prism). */
  readonly maxPatternLoss?: number | undefined;
}

/** What the first page of a report says of a release, in the words of its publisher. */
export interface AboutInput {
  /** What the release is called. */
  readonly title?: string | undefined;
  /** Who publishes it. */
  readonly publisher?: string | undefined;
  /** What it is for. */
  readonly purpose?: string | undefined;
  /** Whom to ask. */
  readonly contact?: string | undefined;
  /** What others may do with it. */
  readonly licence?: string | undefined;
  /** When it was published. */
  readonly date?: string | undefined;
  /** What the values of a series are in, such as kWh; stands beside axes. */
  readonly unit?: string | undefined;
}

/** Different values of a sensitive column in every group. */
export interface DiversityInput {
  /** A sensitive column. */
  readonly column: string;
  /** l different values; values as even as l equal ones; or the most frequent one below c times all but the l - 1 most frequent.
   * @default 'distinct' */
  readonly kind?: 'distinct' | 'entropy' | 'recursive' | undefined;
  /** How many; whole but for entropy. */
  readonly l: number;
  /** Of recursive diversity. */
  readonly c?: number | undefined;
}

/** Values of every group spread as those of all records are. */
export interface ClosenessInput {
  /** A sensitive column. */
  readonly column: string;
  /** Largest distance between the values of a group and those of all records. */
  readonly t: number;
  /** How far apart two values are: all alike, by the order of numbers, or by the file of `hierarchy`.
   * @default 'equal' */
  readonly distance?: 'equal' | 'ordered' | 'hierarchy' | undefined;
}

/** No value too frequent in a group. */
export interface AlphaInput {
  /** A sensitive column. */
  readonly column: string;
  /** Largest share of a group that one value may have. */
  readonly share: number;
}

/** What a sweep tries, and what it must not lose: whatever is left out is the default. */
export interface SweepGrid {
  /** Values of k to try.
   * @default [5,10,20,50] */
  readonly k?: readonly number[] | undefined;
  /** Series: values of P to try; by default 2, 3, 5 and 8. */
  readonly p?: readonly number[] | undefined;
  /** Series: finest levels to try; by default 3, 5, 8, 10, 15 and 20. */
  readonly maxLevel?: readonly number[] | undefined;
  /** Series and tables: methods to try; by default all of the family. */
  readonly method?:
    | readonly ('naive' | 'kapra' | 'prism' | 'local' | 'hierarchy' | 'kmeans' | 'merge' | 'disjoint')[]
    | undefined;
  /** Series: efforts of PRISM to try; by default fast. */
  readonly effort?: readonly ('fast' | 'normal' | 'best')[] | undefined;
  /** Series: numbers of segments to try; by default that of the policy. */
  readonly segments?: readonly number[] | undefined;
  /** Events: what to flatten, columns joined by "+", "sweep" or "none"; by default none, that of the policy, and sweep. */
  readonly flatten?: readonly string[] | undefined;
  /** Events: what replaces the subject; by default as in the policy. */
  readonly pseudonym?:
    | readonly (
        | 'random'
        | 'drop'
        | 'shared'
        | 'shared:day'
        | 'shared:week'
        | 'rotate:day'
        | 'rotate:week'
        | 'rotate:month'
        | 'keep'
      )[]
    | undefined;
  /** Tables: how times are published, such as hour or hour+weekday; by default as in the policy. */
  readonly timeKind?: readonly string[] | undefined;
  /** Limit: recommend no setting that loses more in value. */
  readonly maxValueLoss?: number | undefined;
  /** Limit: recommend no setting that loses more in shape. */
  readonly maxPatternLoss?: number | undefined;
  /** Limit: recommend no setting that loses more of the quasi-identifiers; of events and tables, more per record. */
  readonly maxQuasiLoss?: number | undefined;
  /** Limit: recommend no setting that leaves out a larger share. */
  readonly maxRecordsLost?: number | undefined;
  /** Limit: recommend no setting that releases a smaller share. */
  readonly minRetention?: number | undefined;
}
