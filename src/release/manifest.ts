import * as z from 'zod';
import { languages } from '../base/languages.ts';
import { releaseFormatNames } from '../formats/formats.ts';
import { methodsOf } from '../policy/family.ts';
import { distances } from '../policy/model-keys.ts';

/** A `curve` column is a function of the envelope, pattern and level of its record, and tells nothing more; or the mean of its group. */
const column = z.strictObject({
  name: z.string(),
  role: z.enum([
    'group',
    'series',
    'quasi',
    'sensitive',
    'pattern',
    'level',
    'subject',
    'curve',
    'record',
    'instant',
    'kept',
    'count',
    'mean',
    'position',
    'duration',
  ]),
  /** `interval` is one text cell `[lo-hi]`; `lower` and `upper` are its two numbers in cells of their own, next to each other. */
  kind: z.enum([
    ...['id', 'interval', 'lower', 'upper', 'label', 'text', 'word', 'integer', 'number'],
    ...['code', 'time', 'hour', 'weekday', 'date', 'week', 'month'], // what codes begin with, and bins of the clock and the calendar
    ...['prefix', 'period'], // the same of codes and clocks in words, as readers of tolls know them
  ] as const),
  /** The input column this one comes from, where it has one. */
  of: z.string().optional(),
  decimals: z.int().min(0).optional(),
  /** Every bound is a multiple of this step. */
  snap: z.number().positive().optional(),
  /** Of numbers of a table: from `top` on, and up to `bottom`, values are not told apart. */
  top: z.number().optional(),
  bottom: z.number().optional(),
  /** Of a quasi-identifier of a table: how much it counted when records were put together; 1 where left out. A longer number could carry anything. */
  weight: z
    .number()
    .min(0)
    .max(1000)
    .refine((weight) => Number(weight.toPrecision(3)) === weight, 'has more than three digits')
    .optional(),
});

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const file = z.strictObject({ name: z.string(), sha256, bytes: z.int().min(0) });

const part = z.strictObject({ name: z.string(), rows: z.int().min(1), sha256, bytes: z.int().min(0) });

/** Files beside which a folder is hard to handle; a manifest of so many has a megabyte. */
export const mostParts = 10_000;

const ofData = {
  file: z.string(),
  format: z.enum(releaseFormatNames),
  rows: z.int().min(0),
  /**
   * Where the rows lie in several files, one after another: then `file` is the name of the table they make together, and there is no file of that name. Each is a
   * table with a header of its own; all but the last have equally many rows.
   */
  parts: z.array(part).min(2).max(mostParts).optional(),
  /** The same rows as Arrow, in a file beside. */
  arrow: z.string().optional(),
};

const every = {
  shoal: z.string(),
  format: z.literal(1),
  unit: z.string(),
  /** Subjects are counted by the normal form of their ids, so that no spelling makes two of one; left out unless ids count as they are written. */
  subjectSpelling: z.literal('exact').optional(),
  /** Texts that a spreadsheet would run, and those that begin with an apostrophe, have one put before them. CSV only. */
  spreadsheetSafe: z.literal(true).optional(),
  columns: z.array(column),
  dropped: z.array(z.string()),
  files: z.array(file),
  verdict: z.strictObject({ holds: z.boolean(), verifier: z.string(), checks: z.array(z.string()) }).optional(),
};

const ofColumn = { column: z.string() };

/**
 * A promise about a sensitive column in every group, or in a series every pattern of an envelope, counted by records and, where a subject has several, by subjects whose records share one place.
 * `tree`: of every published value, in the order of its form, the numbers of its ancestors, nearest first, each level counted as it turns up.
 */
const model = z.discriminatedUnion('model', [
  z.strictObject({ model: z.literal('distinct'), ...ofColumn, l: z.int().min(2) }),
  z.strictObject({ model: z.literal('entropy'), ...ofColumn, l: z.number().gt(1) }),
  z.strictObject({ model: z.literal('recursive'), ...ofColumn, l: z.int().min(2), c: z.number().gt(0) }),
  z.strictObject({
    model: z.literal('closeness'),
    ...ofColumn,
    t: z.number().gt(0).max(1),
    distance: z.enum(distances),
    tree: z.array(z.array(z.int().min(0)).min(1)).optional(),
  }),
  z.strictObject({ model: z.literal('alpha'), ...ofColumn, share: z.number().gt(0).max(1) }),
]);

const series = z.strictObject({
  ...every,
  method: z.enum(methodsOf.series),
  /** `l`: distinct values of each sensitive column among the records that share envelope and pattern; left out where none are promised. */
  promises: z.strictObject({
    k: z.int().min(2),
    p: z.int().min(2),
    l: z.int().min(2).optional(),
    models: z.array(model).min(1).optional(),
  }),
  /** `interval`: a range of symbols for each segment, `a-b|c|c-d`; `representative`: one word, not necessarily that of any member. */
  pattern: z.strictObject({
    form: z.enum(['word', 'interval', 'representative']),
    segments: z.int().min(1),
    maxLevel: z.int().min(1).max(26),
  }),
  /** `long`: one row per record and instant, the rows of a record known by its number; `wide`, or left out: one row per record. */
  shape: z.enum(['wide', 'long']).optional(),
  /** What the instants of a long release are called, in order of time. */
  instants: z.array(z.string()).optional(),
  /** Curves are the means of their groups, worked out from the values in internal/values.csv; left out where band, pattern and level make them. */
  curve: z.literal('mean').optional(),
  data: z.strictObject(ofData),
});

/**
 * A row is an event: the subject's id, unless it was dropped, then the quasi-identifiers. Where the id is not the subject (`drop`,
 * `shared`, `rotate`), k distinct subjects cannot be counted in what leaves; internal/evidence holds the same rows with a column `_subject`. Beside
 * every release it says in a column `_row` which row of the input each event was.
 */
const events = z.strictObject({
  ...every,
  method: z.literal('events'),
  /** `confidence`: of the subjects with a combination, at most this share may have it under a number that tells another event; left out where nothing is promised of it. `traces`: so many subjects at least have
   * every whole trace that is more than a linked set. `durations`: edges of the bins of the time since the event before, which belong to what k share. `alsoProtect`: the column of a second party, of whom k are in every combination. */
  promises: z.strictObject({
    k: z.int().min(2),
    confidence: z.number().gt(0).lt(1).multipleOf(0.001).optional(),
    traces: z.int().min(2).optional(),
    alsoProtect: z.string().min(1).optional(),
    durations: z.array(z.string()).optional(),
  }),
  pseudonym: z.enum(['random', 'drop', 'shared:day', 'shared:week', 'rotate', 'keep']),
  /** How cells that tell a time are read: the parts of the day with the hour each begins, and the hours of a block. */
  calendar: z.strictObject({
    periods: z.record(z.string().min(1), z.int().min(0).max(23)),
    hourBlock: z.int().min(1).max(24),
  }),
  /** What stands in a cell that says nothing any more, and the columns in which it may stand. */
  flat: z.strictObject({ value: z.string().min(1), columns: z.array(z.string()) }),
  data: z.strictObject({
    ...ofData,
    delimiter: z.literal(';'),
    /** The same rows as an event log in XES, in a file beside. */
    xes: z.literal('anonymized_events.xes').optional(),
  }),
});

/**
 * What is promised against a table of all among whom the subjects are, which does not leave: that the labels of every group are true of at least `kMap` of its subjects,
 * and that of these a share between two bounds is in the release.
 */
const population = z
  .strictObject({
    kMap: z.int().min(2).optional(),
    presence: z
      .strictObject({ min: z.number().min(0).max(1).multipleOf(0.001), max: z.number().gt(0).max(1).multipleOf(0.001) })
      .refine(({ min, max }) => min <= max, 'the least share is above the largest')
      .optional(),
    rows: z.int().min(1),
    subjects: z.int().min(1),
    sha256,
  })
  .refine(({ kMap, presence }) => kMap !== undefined || presence !== undefined, 'nothing is promised of it');

/**
 * Transactions, clustered and then generalised. In the shape `records` a row is a record: its quasi-identifiers as labels, then the columns
 * kept. In the shape `groups` a row is a combination of labels: its distinct subjects counted (rows, where the unit is `row`), and means.
 * internal/evidence holds one row per published record, with the columns `_subject` and `_row`.
 */
const table = z.strictObject({
  ...every,
  method: z.literal('kaca'),
  promises: z.strictObject({ k: z.int().min(2), models: z.array(model).min(1).optional(), population: population.optional() }),
  clustering: z.enum(methodsOf.table),
  /** No two combinations of labels have anything in common; left out where that is not promised. */
  disjoint: z.literal(true).optional(),
  labels: z.enum(languages),
  shape: z.enum(['records', 'groups']),
  /** Of at most this share of the subjects a record was left out; left out where nothing is promised of it. */
  suppression: z.number().min(0).max(1).multipleOf(0.001).optional(),
  /** A mean is told only where its `largest` subjects hold at most this share of the sum. */
  dominance: z.strictObject({ largest: z.int().min(1), share: z.number().gt(0).max(1) }).optional(),
  /** Counts are told at most this far from the true ones, with this variance: the same subjects, the same noise. Left out where counts are exact. */
  noise: z
    .strictObject({
      most: z.int().min(1).max(100),
      variance: z
        .number()
        .min(0.5)
        .refine((variance) => Number(variance.toPrecision(3)) === variance, 'has more than three digits'),
    })
    .optional(),
  data: z.strictObject(ofData),
});

/** OUT/manifest.json: what was published and promised. No seed, no input path, no count below k. */
export const manifestSchema = z.discriminatedUnion('method', [series, events, table]);
export type Manifest = z.infer<typeof manifestSchema>;
export type SeriesManifest = z.infer<typeof series>;
export type EventsManifest = z.infer<typeof events>;
export type TableManifest = z.infer<typeof table>;
export type ManifestPopulation = z.infer<typeof population>;
export type ManifestModel = z.infer<typeof model>;
export type ManifestColumn = z.infer<typeof column>;
