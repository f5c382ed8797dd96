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
  /** Partial policy that this one builds on: telecare, tolls, or a file; what is said here beats it. */
  readonly preset?: string | undefined;
  /** What to read: .parquet, .pq, .ndjson, .jsonl, .tsv, .ts, .arff, .csv, .txt (text and NDJSON compressed too), - for standard input, or postgres://user@host/db?table=name. */
  readonly input?: string | undefined;
  /** Character between cells; found by itself when left out. */
  readonly delimiter?: string | undefined;
  /** Folder of the release; it must not exist yet unless force is given. */
  readonly out?: string | undefined;
  /** Table that the released data is written to as well: postgres://user@host/db?table=name. */
  readonly outTable?: string | undefined;
  /** Least number of subjects in one group.
   * @default 5 */
  readonly k?: number | undefined;
  /** Whether ids that differ only in case, blanks or width are one subject, or each spelling is one.
   * @default 'normal' */
  readonly subjectSpelling?: 'normal' | 'exact' | undefined;
  /** Who will hold the release.
   * @default 'internal' */
  readonly release?: 'internal' | 'partner' | 'public' | undefined;
  /** Format of the released data.
   * @default 'csv' */
  readonly format?: 'csv' | 'parquet' | undefined;
  /** Puts an apostrophe before texts that a spreadsheet would run, such as =cmd(); CSV only.
   * @default false */
  readonly spreadsheetSafe?: boolean | undefined;
  /** Language of the report.
   * @default 'en' */
  readonly lang?: 'en' | 'it' | 'sl' | 'zh' | undefined;
  /** Makes a run repeatable, of a release that stays; drawn at random and kept internal when left out. */
  readonly seed?: number | string | undefined;
  /** File with 32 to 64 random hexadecimal digits: makes a run repeatable, whoever will hold the release. */
  readonly seedFile?: string | undefined;
  /** Threads to use; all cores when left out. */
  readonly threads?: number | undefined;
  /** Memory DuckDB may take before it spills to disk, such as 4GB. */
  readonly memory?: string | undefined;
  /** What `shoal sweep` tries; a run ignores it. */
  readonly sweep?: SweepGrid | undefined;
}

/** What every method of series takes. */
export interface SeriesSettings extends CommonInput {
  /** Column that names the protected subject, or "row" when each row is one subject. */
  readonly subject?: string | undefined;
  /** Further quasi-identifiers, each "column", "column:number" or "column:category". */
  readonly quasi?: readonly string[] | string | undefined;
  /** Columns published unchanged. */
  readonly sensitive?: readonly string[] | string | undefined;
  /** Least number of distinct values of each sensitive column among the subjects that share envelope and pattern.
   * @default 1 */
  readonly l?: number | undefined;
  /** Columns that must not leave. */
  readonly drop?: readonly string[] | string | undefined;
  /** Column to hierarchy file: one line a leaf, its ancestors after ";".
   * @default {} */
  readonly hierarchy?: Readonly<Record<string, string>> | undefined;
  /** Random range queries used to measure the error of counts.
   * @default 1000 */
  readonly queries?: number | undefined;
  /** Columns of the series in time order: a range H1..H8, a list, or /regular expression/. */
  readonly series?: readonly string[] | string | undefined;
  /** Columns of a long table, one row per subject and instant: subject,time,value; in place of subject and series. */
  readonly long?: { readonly subject: string; readonly time: string; readonly value: string } | string | undefined;
  /** Segments a series is averaged over before it becomes a word.
   * @default 4 */
  readonly segments?: number | undefined;
  /** Intervals as one text cell [lo-hi], or as two numeric columns.
   * @default 'text' */
  readonly intervals?: 'text' | 'columns' | undefined;
  /** Release with one row per record, or one per record and instant.
   * @default 'wide' */
  readonly shape?: 'wide' | 'long' | undefined;
  /** What happens to series with empty cells.
   * @default 'fail' */
  readonly missing?: 'fail' | 'drop' | 'interpolate' | undefined;
  /** Moves bounds outward to a round grid: auto (a step of about a twentieth of the mean band), off, or the step; auto where a release leaves, else off. */
  readonly snap?: 'auto' | 'off' | number | undefined;
  /** Adds one numeric curve per record, made from its band and pattern alone.
   * @default false */
  readonly reconstruct?: boolean | undefined;
  /** Decimal places of published bounds, rounded outward; the input's own when left out. */
  readonly decimals?: number | undefined;
  /** Largest share of subjects that the sensitive columns alone may single out in a public release.
   * @default 0.09 */
  readonly maxUnicity?: number | undefined;
  /** What is published: series, events or table; found from the method, or from the roles.
   * @default 'series' */
  readonly family?: 'series' | undefined;
}

/** Top-down value groups, then a pattern tree in each. */
export interface NaiveInput extends SeriesSettings {
  /** Top-down value groups, then a pattern tree in each.
   * @default 'naive' */
  readonly method?: 'naive' | undefined;
  /** Least number of subjects of a group sharing one pattern.
   * @default 2 */
  readonly p?: number | undefined;
  /** Finest level of a pattern: the size of its alphabet.
   * @default 5 */
  readonly maxLevel?: number | undefined;
  /** Whether small leaves look for a host by their members' shapes or by their word.
   * @default 'raw' */
  readonly badLeaf?: 'raw' | 'paper' | undefined;
  /** File name under internal/ for every node of every pattern tree. */
  readonly trace?: string | undefined;
}

/** Subgroups by shape bottom-up, then merged into value groups. */
export interface KapraInput extends SeriesSettings {
  /** Subgroups by shape bottom-up, then merged into value groups. */
  readonly method: 'kapra';
  /** Least number of subjects of a group sharing one pattern.
   * @default 5 */
  readonly p?: number | undefined;
  /** Finest level of a pattern: the size of its alphabet.
   * @default 20 */
  readonly maxLevel?: number | undefined;
  /** Subgroups from equal words at the finest level, or from the paper's tree.
   * @default 'hash' */
  readonly grouping?: 'hash' | 'tree' | undefined;
  /** Whether subgroups of 2P or more are cut by value before they are merged.
   * @default 'on' */
  readonly presplit?: 'on' | 'off' | undefined;
  /** P or more subjects without a common shape: published at level 1, or left out; fewer than P are always left out.
   * @default 'generic' */
  readonly residue?: 'suppress' | 'generic' | undefined;
  /** Merge all subgroups at once instead of in blocks: quadratic in their number.
   * @default false */
  readonly exact?: boolean | undefined;
}

/** Groups by value and shape at once, one generalised pattern for each leaf. */
export interface PrismInput extends SeriesSettings {
  /** Least number of subjects of a group sharing one pattern; k when left out. */
  readonly p?: number | undefined;
  /** Level of a pattern: the size of its alphabet.
   * @default 20 */
  readonly maxLevel?: number | undefined;
  /** Per segment the range of the members' symbols, or one word for the mean of their shapes.
   * @default 'interval' */
  readonly pattern?: 'interval' | 'representative' | undefined;
  /** Weight of shape against values.
   * @default 0.5 */
  readonly mu?: number | undefined;
  /** How long the groups are improved by exchanging members.
   * @default 'normal' */
  readonly effort?: 'fast' | 'normal' | 'best' | undefined;
  /** Stop improving after so many seconds, or after 30s, 5m, 1h; such a run cannot be repeated exactly. */
  readonly timeLimit?: number | string | undefined;
  /** Find the weight of shape at which no more than this is lost in value. */
  readonly maxValueLoss?: number | undefined;
  /** Find the weight of shape at which no more than this is lost in shape. */
  readonly maxPatternLoss?: number | undefined;
  /** Groups by value and shape at once, one generalised pattern for each leaf. */
  readonly method: 'prism';
}

/** A policy for event logs. */
export interface EventsInput extends CommonInput {
  /** Column that names the protected subject.
   * @default 'subject' */
  readonly subject?: string | undefined;
  /** Column of ISO timestamps, with or without an offset.
   * @default 'time' */
  readonly time?: string | undefined;
  /** Column of event codes.
   * @default 'event' */
  readonly event?: string | undefined;
  /** From event code to class, * stands for any text: a file, YAML or CSV, or the lines themselves; each code is its own class when left out. */
  readonly mapping?: string | Readonly<Record<string, string>> | undefined;
  /** Events whose code no line of the mapping covers: refuse, class other_event, or leave out.
   * @default 'fail' */
  readonly unmapped?: 'fail' | 'other' | 'drop' | undefined;
  /** Classes left out before anything is counted; "none" for none. */
  readonly removeClasses?: readonly string[] | string | undefined;
  /** Columns whose combination k subjects must share: any derived column. */
  readonly quasi?: readonly string[] | string | undefined;
  /** Columns flattened in this order where a combination has fewer than k subjects; "sweep" searches; "none" for none. */
  readonly flatten?: readonly string[] | string | undefined;
  /** What stands in a flattened cell; must not be a real value.
   * @default '*' */
  readonly flatValue?: number | string | undefined;
  /** What is left out where a combination still fails: its events, or its subjects altogether.
   * @default 'events' */
  readonly reduce?: 'events' | 'users' | undefined;
  /** Hours in one block of quantized_hour.
   * @default 3 */
  readonly hourBlock?: number | undefined;
  /** Local time of timestamps that carry an offset; as written when left out. */
  readonly timeZone?: string | undefined;
  /** Parts of the day and the hour each begins.
   * @default {"night":22,"morning":6,"daytime":8,"afternoon":17} */
  readonly periods?: Readonly<Record<string, number>> | undefined;
  /** What stands for the subject: a fresh random id, nothing, an id per day, week or month, or the subject itself.
   * @default 'random' */
  readonly pseudonym?: 'random' | 'drop' | 'rotate:day' | 'rotate:week' | 'rotate:month' | 'keep' | undefined;
  /** Events whose timestamp cannot be read: refuse, or leave out.
   * @default 'fail' */
  readonly onBadTime?: 'fail' | 'drop' | undefined;
  /** Largest share of subjects that one to four of their own events may single out in a public release.
   * @default 0.09 */
  readonly maxUnicity?: number | undefined;
  /** What is published: series, events or table; found from the method, or from the roles.
   * @default 'events' */
  readonly family?: 'events' | undefined;
  /** Event logs: k distinct subjects in every published combination; "events" is an older name. */
  readonly method?: 'flatten' | 'events' | undefined;
}

/** A policy for tables of records, such as transactions. */
export interface TableInput extends CommonInput {
  /** Column that names the protected subject, or "row" when each row is one subject. */
  readonly subject?: string | undefined;
  /** Quasi-identifiers, each "column" or with its kind: "column:prefix", "column:time", "column:number", "column:category". */
  readonly quasi?: readonly string[] | string | undefined;
  /** Quasi-identifier to how much its loss counts against the others; 1 when left out.
   * @default {} */
  readonly weights?: Readonly<Record<string, number>> | undefined;
  /** Column to hierarchy file: one line a leaf, its ancestors after ";".
   * @default {} */
  readonly hierarchy?: Readonly<Record<string, string>> | undefined;
  /** Columns published unchanged. */
  readonly sensitive?: readonly string[] | string | undefined;
  /** Columns that must not leave. */
  readonly drop?: readonly string[] | string | undefined;
  /** With method kaca, how records are clustered: K-Means, along prefixes and ranges, or class by class; kmeans when left out. */
  readonly clustering?: 'kmeans' | 'hierarchy' | 'merge' | undefined;
  /** Cluster all records at once instead of in blocks: quadratic in their number.
   * @default false */
  readonly exact?: boolean | undefined;
  /** Publish one row per combination with these: "count", "avg:COLUMN"; one row per record when left out. */
  readonly aggregate?: readonly string[] | string | undefined;
  /** A mean is blank where N subjects hold more than this share of its sum: "2,0.9", or "off"; 2,0.9 in public releases. */
  readonly dominance?: 'off' | { readonly largest: number; readonly share: number } | string | undefined;
  /** Language of the labels.
   * @default 'en' */
  readonly labels?: 'en' | 'it' | 'sl' | 'zh' | undefined;
  /** Names of published columns and figures: those of the preset tolls; plain ones when left out. */
  readonly names?: 'tolls' | undefined;
  /** Decimal places of published bounds, rounded outward; the input's own when left out. */
  readonly decimals?: number | undefined;
  /** Moves bounds outward to a round grid: auto (a step of about a twentieth of the mean band), off, or the step; auto where a release leaves, else off. */
  readonly snap?: 'auto' | 'off' | number | undefined;
  /** Local time of timestamps that carry an offset; as written when left out. */
  readonly timeZone?: string | undefined;
  /** Records whose timestamp cannot be read: refuse, or leave out.
   * @default 'fail' */
  readonly onBadTime?: 'fail' | 'drop' | undefined;
  /** Records with an empty quasi-identifier or value: refuse, or leave out.
   * @default 'fail' */
  readonly missing?: 'fail' | 'drop' | undefined;
  /** Largest share of subjects that the unchanged columns alone may single out in a public release.
   * @default 0.09 */
  readonly maxUnicity?: number | undefined;
  /** What is published: series, events or table; found from the method, or from the roles.
   * @default 'table' */
  readonly family?: 'table' | undefined;
  /** Records are clustered by K-Means, along prefixes and ranges, or class by class (Li et al. 2006), then each cluster is generalised as its members need; "kaca" leaves the choice to clustering. */
  readonly method?: 'kmeans' | 'hierarchy' | 'merge' | 'kaca' | undefined;
}

/** What a sweep takes: each of its methods picks the settings it understands. */
export interface SweepPolicyInput extends SeriesSettings {
  /** Method to try, where the grid names none. */
  readonly method?: 'naive' | 'kapra' | 'prism' | undefined;
  /** naive, kapra: Least number of subjects of a group sharing one pattern; prism: Least number of subjects of a group sharing one pattern; k when left out. */
  readonly p?: number | undefined;
  /** naive, kapra: Finest level of a pattern: the size of its alphabet; prism: Level of a pattern: the size of its alphabet. */
  readonly maxLevel?: number | undefined;
  /** Whether small leaves look for a host by their members' shapes or by their word (naive).
   * @default 'raw' */
  readonly badLeaf?: 'raw' | 'paper' | undefined;
  /** File name under internal/ for every node of every pattern tree (naive). */
  readonly trace?: string | undefined;
  /** Subgroups from equal words at the finest level, or from the paper's tree (kapra).
   * @default 'hash' */
  readonly grouping?: 'hash' | 'tree' | undefined;
  /** Whether subgroups of 2P or more are cut by value before they are merged (kapra).
   * @default 'on' */
  readonly presplit?: 'on' | 'off' | undefined;
  /** P or more subjects without a common shape: published at level 1, or left out; fewer than P are always left out (kapra).
   * @default 'generic' */
  readonly residue?: 'suppress' | 'generic' | undefined;
  /** Merge all subgroups at once instead of in blocks: quadratic in their number (kapra).
   * @default false */
  readonly exact?: boolean | undefined;
  /** Per segment the range of the members' symbols, or one word for the mean of their shapes (prism).
   * @default 'interval' */
  readonly pattern?: 'interval' | 'representative' | undefined;
  /** Weight of shape against values (prism).
   * @default 0.5 */
  readonly mu?: number | undefined;
  /** How long the groups are improved by exchanging members (prism).
   * @default 'normal' */
  readonly effort?: 'fast' | 'normal' | 'best' | undefined;
  /** Stop improving after so many seconds, or after 30s, 5m, 1h; such a run cannot be repeated exactly (prism). */
  readonly timeLimit?: number | string | undefined;
  /** Find the weight of shape at which no more than this is lost in value (prism). */
  readonly maxValueLoss?: number | undefined;
  /** Find the weight of shape at which no more than this is lost in shape (prism). */
  readonly maxPatternLoss?: number | undefined;
}

/** What a sweep tries, and what it must not lose: whatever is left out is the default. */
export interface SweepGrid {
  /** Values of k to try.
   * @default [5,10,20,50] */
  readonly k?: readonly number[] | undefined;
  /** Values of P to try.
   * @default [2,3,5,8] */
  readonly p?: readonly number[] | undefined;
  /** Finest levels to try.
   * @default [3,5,8,10,15,20] */
  readonly maxLevel?: readonly number[] | undefined;
  /** Methods to try.
   * @default ["naive","kapra","prism"] */
  readonly method?: readonly ('naive' | 'kapra' | 'prism')[] | undefined;
  /** Limit: recommend no setting that loses more in value. */
  readonly maxValueLoss?: number | undefined;
  /** Limit: recommend no setting that loses more in shape. */
  readonly maxPatternLoss?: number | undefined;
  /** Limit: recommend no setting that releases a smaller share of subjects. */
  readonly minRetention?: number | undefined;
}
