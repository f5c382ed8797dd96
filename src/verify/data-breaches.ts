import { countOf, listNames, makeAgain, placeInFile, type SentencesOf } from './sentences.ts';

export type DataBreach =
  | { readonly kind: 'unreadable-data'; readonly file: string; readonly reason: string }
  | { readonly kind: 'not-utf8'; readonly file: string }
  | { readonly kind: 'byte-order-mark'; readonly file: string }
  | { readonly kind: 'ragged-row'; readonly file: string; readonly row?: number; readonly line?: number }
  | { readonly kind: 'dangling-comma'; readonly file: string; readonly row: number }
  | { readonly kind: 'stray-quote'; readonly file: string; readonly row: number }
  | { readonly kind: 'needless-quotes'; readonly file: string; readonly row: number }
  | { readonly kind: 'bare-cell'; readonly file: string; readonly row: number }
  | { readonly kind: 'other-bytes'; readonly file: string }
  | { readonly kind: 'foreign-line-end'; readonly file: string; readonly row: number }
  | {
      readonly kind: 'running-cell';
      readonly file: string;
      readonly column: number;
      readonly cells: number;
      readonly row: number;
    }
  | { readonly kind: 'hidden-metadata'; readonly file: string; readonly entries: number }
  | { readonly kind: 'missing-column'; readonly file: string; readonly columns: readonly string[] }
  | { readonly kind: 'undeclared-column'; readonly file: string; readonly positions: readonly number[] }
  | { readonly kind: 'repeated-column'; readonly file: string; readonly positions: readonly number[] }
  | { readonly kind: 'misplaced-column'; readonly file: string; readonly positions: readonly number[] }
  | { readonly kind: 'wrong-type'; readonly file: string; readonly columns: readonly string[] }
  | { readonly kind: 'wrong-row-count'; readonly file: string; readonly declared: number; readonly found: number }
  | { readonly kind: 'no-rows'; readonly file: string };

/** Names found in a header are told by position only: in a file without a header they would be somebody's cells. */
export const dataSentences: SentencesOf<DataBreach> = {
  'unreadable-data': ({ file, reason }) => ({
    what: `The data cannot be read: ${reason}.`,
    where: file,
    why: 'What cannot be read cannot be counted.',
    fix: makeAgain,
  }),
  'not-utf8': ({ file }) => ({
    what: 'The data is not UTF-8.',
    where: file,
    why: 'Readers would show different text for the same bytes.',
    fix: makeAgain,
  }),
  'byte-order-mark': ({ file }) => ({
    what: 'The data starts with a byte order mark.',
    where: file,
    why: 'A release is plain UTF-8; to some readers the mark is part of the first column name.',
    fix: makeAgain,
  }),
  'ragged-row': ({ file, row, line }) => ({
    what: 'A row does not have one cell for each declared column.',
    where: line === undefined ? placeInFile(file, row) : `${file}, line ${line}`,
    why: 'Cells would be read under the wrong column, or left out.',
    fix: makeAgain,
  }),
  'dangling-comma': ({ file, row }) => ({
    what: 'A row ends with the sign that separates cells: its last cell is empty, or there is one cell too many.',
    where: placeInFile(file, row),
    why: 'Some readers forgive such a sign and others do not, and it sets its row apart.',
    fix: makeAgain,
  }),
  'stray-quote': ({ file, row }) => ({
    what: 'A quote is where no quoted cell starts or ends, or a quoted cell never ends.',
    where: placeInFile(file, row),
    why: 'Readers would cut this row into different cells.',
    fix: makeAgain,
  }),
  'needless-quotes': ({ file, row }) => ({
    what: 'A cell is in quotes and does not need them.',
    where: placeInFile(file, row),
    why: 'Readers of the table do not see them, but they mark the row for anyone who looks at the bytes.',
    fix: makeAgain,
  }),
  'bare-cell': ({ file, row }) => ({
    what: 'A cell with a carriage return or # has no quotes.',
    where: placeInFile(file, row),
    why: 'Readers would take it for the end of a row or for a comment, and it could mark its row.',
    fix: makeAgain,
  }),
  'other-bytes': ({ file }) => ({
    what: 'The file has other bytes than its rows make when this version writes them.',
    where: file,
    why: 'Parquet, Arrow and XES have room for what no reader of the table sees: in dictionaries, footers, padding and comments.',
    fix: 'Verify with the version of Shoal that made the release, or make the release again.',
  }),
  'foreign-line-end': ({ file, row }) => ({
    what: 'A row does not end with a line feed alone.',
    where: placeInFile(file, row),
    why: 'Every row of a release does, the last one too; another end sets its row apart.',
    fix: makeAgain,
  }),
  'running-cell': ({ file, column, cells, row }) => ({
    what: `${countOf(cells, 'cell')} of column ${column} would be run by a spreadsheet, or ${cells === 1 ? 'has' : 'have'} an apostrophe without need.`,
    where: placeInFile(file, row),
    why: 'The manifest says that a spreadsheet runs no cell of the file. A needless apostrophe would set its row apart.',
    fix: makeAgain,
  }),
  'hidden-metadata': ({ file, entries }) => ({
    what: `The Parquet file carries ${countOf(entries, 'entry', 'entries')} of metadata.`,
    where: file,
    why: 'Nothing is promised about it: such entries have carried row labels, paths and seeds.',
    fix: makeAgain,
  }),
  'missing-column': ({ file, columns }) => ({
    what: `The data lacks ${countOf(columns.length, 'declared column')}: ${listNames(columns)}.`,
    where: `${file}, header`,
    why: 'The data is not what the manifest describes.',
    fix: makeAgain,
  }),
  'undeclared-column': ({ file, positions }) => ({
    what: `The data has ${countOf(positions.length, 'column')} that the manifest does not declare, at position ${listNames(positions.map(String))}.`,
    where: `${file}, header`,
    why: 'Nothing is promised about such a column, and it may set a subject apart.',
    fix: makeAgain,
  }),
  'repeated-column': ({ file, positions }) => ({
    what: `The header repeats a column name, at position ${listNames(positions.map(String))}.`,
    where: `${file}, header`,
    why: 'Two columns of one name cannot be told apart.',
    fix: makeAgain,
  }),
  'misplaced-column': ({ file, positions }) => ({
    what: `The columns are not in the declared order, at position ${listNames(positions.map(String))}.`,
    where: `${file}, header`,
    why: 'A reader that goes by position would take one column for another.',
    fix: makeAgain,
  }),
  'wrong-type': ({ file, columns }) => ({
    what: `The type of these columns does not fit their declared kind: ${listNames(columns)}.`,
    where: `${file}, schema`,
    why: 'Intervals, labels, words are text; bounds are doubles, or whole or decimal numbers on the declared grid.',
    fix: makeAgain,
  }),
  'wrong-row-count': ({ file, declared, found }) => ({
    what: `The data has ${countOf(found, 'row')}; the manifest declares ${declared}.`,
    where: file,
    why: 'Rows were added or removed after the promises were made.',
    fix: makeAgain,
  }),
  'no-rows': ({ file }) => ({
    what: 'The data has no rows.',
    where: file,
    why: 'A promise about nobody is no promise.',
    fix: makeAgain,
  }),
};
