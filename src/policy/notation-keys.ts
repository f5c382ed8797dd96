import * as z from 'zod';
import { encodings } from '../formats/encodings.ts';
import { decimals, thousandsSigns } from '../formats/notation.ts';
import { timeFormatOf, timeLetters } from '../formats/time-format.ts';

/** One value for the whole file, or one for each of some columns. */
const perColumn = <Value extends z.ZodType>(value: Value, complaint: string) =>
  z.union([value, z.record(z.string().min(1), value)], `expected ${complaint}, for the file or for each column`);

/** A digit would be read as one of the number. */
const unit = z.string().regex(/^[^\d\s](?:[^\d]{0,18}[^\d\s])?$/);
const units = z.union([unit, z.array(unit).min(1)]);

/** How the cells of a file are written, for every family. */
export const notationKeys = {
  encoding: z.enum(encodings).optional().describe('How letters are stored; by default UTF-8, or what a byte order mark says'),
  decimal: perColumn(z.enum(decimals), '"." or ","').optional().describe('Sign before decimals; by default a point'),
  thousands: perColumn(z.enum(thousandsSigns), `one of . , ' or a blank`)
    .optional()
    .describe('Sign between thousands; by default none'),
  unit: perColumn(units, 'what stands beside numbers, such as EUR or [EUR, €]')
    .optional()
    .describe('What may stand beside a number, such as EUR or [EUR, €]'),
  timeFormat: z
    .union([z.string().min(1), z.record(z.string().min(1), z.string().min(1))], 'expected a format such as dd.MM.yyyy HH:mm')
    .superRefine((given, context) => {
      for (const [column, text] of typeof given === 'string' ? [['', given]] : Object.entries(given)) {
        const read = timeFormatOf(text);
        const path = column === '' ? [] : [column];
        if (typeof read === 'string') context.addIssue({ code: 'custom', message: read, path, input: text });
      }
    })
    .optional()
    .describe(`How times are written, such as dd.MM.yyyy HH:mm; by default ISO 8601. Letters: ${timeLetters}`),
  join: z
    .record(z.string().min(1), z.array(z.string().min(1)).min(2), 'expected a new column and the columns it is made of')
    .optional()
    .describe('New columns that join others with a blank and replace them, such as { Zeitpunkt: [Datum, Uhrzeit] }'),
};
