import * as z from 'zod';

/** One line that people see as it is: no sign that is invisible, or turns the direction of writing. */
const line = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u, 'one line of visible text');

/**
 * What a publisher says of a release on its first page. It leaves as it is written, so each text is one short line; no program can say whether it
 * is true, and the verifier notes that.
 */
export const aboutSchema = z.strictObject({
  title: line(120).optional().describe('What the release is called'),
  publisher: line(120).optional().describe('Who publishes it'),
  purpose: line(300).optional().describe('What it is for'),
  contact: line(120).optional().describe('Whom to ask'),
  licence: line(120).optional().describe('What others may do with it'),
  date: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'a date such as 2031-11-05')
    .optional()
    .describe('When it was published'),
  unit: line(20).optional().describe('What the values of a series are in, such as kWh; stands beside axes'),
});
