import { type ReleaseFormat, releaseFormatNames } from '../formats/formats.ts';

/** What a person may ask for: a format of the rows, or CSV and the same rows in another form beside it. */
export const askedFormats = [...releaseFormatNames, 'arrow'] as const;
export const askedOfLogs = [...askedFormats, 'xes'] as const;
export type AskedFormat = (typeof askedOfLogs)[number];

/** What the rows themselves are written as. */
export const rowsFormat = ({ format }: { readonly format: AskedFormat }): ReleaseFormat =>
  format === 'xes' || format === 'arrow' ? 'csv' : format;
