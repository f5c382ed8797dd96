import * as z from 'zod';
import { languages } from '../base/languages.ts';
import { readEndings } from '../formats/formats.ts';
import { aboutSchema } from './about-keys.ts';
import { askedFormats } from './asked-format.ts';
import { notationKeys } from './notation-keys.ts';

import { sweepSchema } from './sweep-grid.ts';

/** What every method takes. */
export const commonKeys = {
  version: z.literal(1).optional().describe('Version of this file format'),
  $schema: z.string().optional().describe('Where editors find the schema'),
  preset: z.string().optional().describe('Partial policy to build on: telecare, tolls, or a file; this policy beats it'),
  input: z
    .string()
    .optional()
    .describe(
      `What to read: a file, - for standard input, FILE.xlsx?sheet=name, duckdb:FILE?table=name, or postgres://user@host/db?table=name. Files end in ${readEndings.join(', ')} (text and NDJSON compressed too)`,
    ),
  sql: z.string().min(1).optional().describe('One SELECT over the table input, read in place of the input'),
  delimiter: z.string().length(1).optional().describe('Character between cells; found by default'),
  ...notationKeys,
  out: z.string().optional().describe('Folder of the release, "./release" by default; new, except with --force'),
  outTable: z.string().optional().describe('Also write the released data to this table: postgres://user@host/db?table=name'),
  k: z.int().min(2).max(1_000_000_000).default(5).describe('Least number of subjects in one group'),
  subjectSpelling: z
    .enum(['normal', 'exact'])
    .default('normal')
    .describe('Ids that differ only in case, blanks or width are one subject (normal), or several (exact)'),
  release: z.enum(['internal', 'partner', 'public']).default('internal').describe('Who will hold the release'),
  format: z.enum(askedFormats).default('csv').describe('Format of the released data; arrow comes beside CSV'),
  spreadsheetSafe: z.boolean().default(false).describe('Puts an apostrophe before text that a spreadsheet would run; CSV only'),
  partRows: z.int().min(100).max(1_000_000_000).optional().describe('Splits the released data into files of so many rows'),
  lang: z.enum(languages).default('en').describe('Language of the report'),
  gates: z
    .strictObject({ linkage: z.number().gt(0).max(1) })
    .optional()
    .describe('Limit on attacks: linkage is the largest mean chance to find a record'),
  about: aboutSchema.optional().describe('First page of the report, in your words'),
  seed: z
    .union([
      z.int().min(0).max(Number.MAX_SAFE_INTEGER),
      z.string().regex(/^[0-9a-f]{32,64}$/, 'a whole number, or 32 to 64 hexadecimal digits'),
    ])
    .optional()
    .describe('Makes an internal release repeatable; by default random, and kept in internal/'),
  seedFile: z.string().min(1).optional().describe('File with 32 to 64 random hexadecimal digits: makes any release repeatable'),
  threads: z.int().min(1).max(256).optional().describe('Threads to use; by default all cores'),
  memory: z
    .string()
    .regex(/^\d+(\.\d+)?\s*(KB|MB|GB|TB)$/i, 'an amount such as 512MB or 4GB')
    .optional()
    .describe('Memory DuckDB may take before it spills to disk, such as 4GB'),
  sweep: sweepSchema.optional().describe('What `shoal sweep` tries; a run ignores it'),
};
