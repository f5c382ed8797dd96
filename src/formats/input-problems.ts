import { basename } from 'node:path';
import { didYouMean } from '../base/nearest.ts';
import { Exit, problem } from '../base/problem.ts';

/** What can be wrong with an input, whatever is made of it. Never a cell's value: messages travel further than data. */
export const missingFile = (input: string, nearby: readonly string[]) =>
  problem({
    code: 'input/missing-file',
    exit: Exit.input,
    what: `There is no file ${input}.`,
    why: 'Nothing can be read.',
    fix: `${didYouMean(basename(input), nearby)}Check the path; it is taken from the folder you run shoal in.`,
    facts: { input },
  });

export const unreadableInput = (input: string, why: string) =>
  problem({
    code: 'input/unreadable',
    exit: Exit.input,
    what: `${input} cannot be read.`,
    why,
    fix: 'Check that the file is complete and of the kind its name says; write or download it again if it was cut short.',
    facts: { input },
  });

export const noInput = () =>
  problem({
    code: 'policy/no-input',
    exit: Exit.usage,
    what: 'No input is given.',
    why: 'There is nothing to read.',
    fix: 'Name a file, "shoal run data.csv", or set input in the policy file; - reads standard input.',
  });

export const emptyFile = (input: string) =>
  problem({
    code: 'input/empty',
    exit: Exit.input,
    what: `${input} is empty.`,
    why: 'It has not even a line of column names.',
    fix: 'Check that the export which made it finished.',
    facts: { input },
  });

export const noRows = (input: string) =>
  problem({
    code: 'input/no-rows',
    exit: Exit.input,
    what: `${input} has column names but no rows.`,
    why: 'There is nobody to publish.',
    fix: 'Check that the export which made it finished.',
    facts: { input },
  });

export const noHeader = (input: string, places: readonly number[]) =>
  problem({
    code: 'input/no-header',
    exit: Exit.input,
    what: `${input} seems to begin with data, not with column names.`,
    where: `line 1, ${places.length === 1 ? 'column' : 'columns'} ${places.slice(0, 8).join(', ')}`,
    why: 'There stand times or numbers that do not go up or down from column to column, as numbers that are names would.',
    fix: 'Put a line with a name for each column first; or, where these are names, write a letter before them.',
    facts: { input, places },
  });

export const duplicateColumn = (column: string, places: readonly number[]) =>
  problem({
    code: 'input/duplicate-column',
    exit: Exit.input,
    what: `The column name "${column}" stands ${places.length} times in the header, in columns ${places.join(', ')}.`,
    where: 'line 1',
    why: 'A role given to it could mean either, and the other would leave unseen.',
    fix: 'Rename one of them in the input.',
    facts: { column, places },
  });

export const wrongDelimiter = (input: string, used: string, found: string, times: number) =>
  problem({
    code: 'input/wrong-delimiter',
    exit: Exit.input,
    what: `${input} reads as 1 column with "${showCharacter(used)}" between cells.`,
    where: 'line 1',
    why: `Line 1 holds "${showCharacter(found)}" ${times} times, which looks like the character between cells.`,
    fix: `Use --delimiter "${showCharacter(found)}", or leave --delimiter out and let Shoal find it.`,
    facts: { used: showCharacter(used), found: showCharacter(found) },
  });

export const raggedRow = (input: string, line: number, expected: number, found: number) =>
  problem({
    code: 'input/ragged-row',
    exit: Exit.input,
    what: `A row has ${found} ${found === 1 ? 'cell' : 'cells'} where the header has ${expected}.`,
    where: `${input}, line ${line}`,
    why: 'Which cell is missing or too many cannot be known, so values could land in the wrong column.',
    fix: 'Correct the row; a cell that holds the delimiter must stand in double quotes.',
    facts: { line, expected, found },
  });

export const openQuote = (input: string, line: number) =>
  problem({
    code: 'input/open-quote',
    exit: Exit.input,
    what: 'A double quote is opened and not closed, or text follows the closing one.',
    where: `${input}, line ${line}`,
    why: 'The rest of the file would be read as one cell.',
    fix: 'Close the quote; a quote inside a quoted cell is written twice.',
    facts: { line },
  });

export const notUtf8 = (input: string, line: number) =>
  problem({
    code: 'input/not-utf8',
    exit: Exit.input,
    what: 'The file is not UTF-8 text.',
    where: line > 0 ? `${input}, line ${line}` : input,
    why: 'Letters outside ASCII would be read as something else.',
    fix: 'Set encoding to how its letters are stored, such as --encoding windows-1252 ("shoal inspect" shows which), or save it as UTF-8.',
    facts: { line },
  });

export const notANumber = (
  input: string,
  line: number,
  { column, count, rows }: { readonly column: string; readonly count: number; readonly rows: number },
) =>
  problem({
    code: 'input/not-a-number',
    exit: Exit.input,
    what: `Column "${column}" holds text in ${count} of ${rows} rows.`,
    where: line > 0 ? `${input}, first at line ${line}` : input,
    why: 'Series columns and numeric quasi-identifiers are numbers, written with a decimal point unless a setting says otherwise.',
    fix: 'Numbers such as 1.234,50 EUR need decimal, thousands and unit (--decimal , --thousands . --unit EUR); "shoal inspect" shows which. Else correct the cells, leave a missing value empty, or give the column another role.',
    facts: { column, line, count, rows },
  });

export const emptyCells = (
  { column, row }: { readonly column: string; readonly row: number },
  cells: number,
  rows: number,
  counting: 'row' | 'subject' = 'row',
) =>
  problem({
    code: 'input/empty-cells',
    exit: Exit.input,
    what: `${cells} ${cells === 1 ? 'cell of the series is' : 'cells of the series are'} empty, in ${rows} ${rows === 1 ? counting : `${counting}s`}.`,
    where: `first in column "${column}", ${rowText(counting, row)}`,
    why: 'A gap has no value a band could contain.',
    fix: 'Choose --missing drop (leave those subjects out) or --missing interpolate (fill from the neighbours; counted in the report).',
    facts: { column, row, cells, rows },
  });

export const emptyQuasi = (column: string, row: number, cells: number, counting: 'row' | 'subject' = 'row') =>
  problem({
    code: 'input/empty-quasi',
    exit: Exit.input,
    what: `${cells} ${cells === 1 ? 'cell' : 'cells'} of the quasi-identifier "${column}" ${cells === 1 ? 'is' : 'are'} empty.`,
    where: `first in ${rowText(counting, row)}`,
    why: 'A range or a label cannot be true for a value that is not there, and a gap cannot be filled from other columns.',
    fix: 'Choose --missing drop, or complete the column.',
    facts: { column, row, cells },
  });

export const speltTwice = (column: string, values: number) =>
  problem({
    code: 'input/spelt-twice',
    exit: Exit.input,
    what: `${values} ${values === 1 ? 'value' : 'values'} of the quasi-identifier "${column}" ${values === 1 ? 'differs' : 'differ'} from another only in case, blanks or width.`,
    why: 'Rows are added up by their labels: one label in two spellings would be two rows, and each count would tell of a part.',
    fix: 'Write each value of the column in one way, or leave --aggregate out and publish record by record.',
    facts: { column, values },
  });

export const notFinite = (column: string, row: number, cells: number) =>
  problem({
    code: 'input/not-finite',
    exit: Exit.input,
    what: `${cells} ${cells === 1 ? 'cell' : 'cells'} of column "${column}" ${cells === 1 ? 'is' : 'are'} NaN or infinite.`,
    where: `first in row ${row}`,
    why: 'A band from minus infinity protects and tells nothing.',
    fix: 'Leave a missing value empty and choose --missing, or correct the cells.',
    facts: { column, row, cells },
  });

export const tooLarge = (column: string, row: number, cells: number, counting: 'row' | 'subject' = 'row') =>
  problem({
    code: 'input/too-large',
    exit: Exit.input,
    what: `${cells} ${cells === 1 ? 'cell' : 'cells'} of column "${column}" ${cells === 1 ? 'holds' : 'hold'} a number of 2^53 (9 x 10^15) or more, whatever its sign.`,
    where: `first in ${rowText(counting, row)}`,
    why: 'So large a number cannot be told from its neighbours, so a range around it might not contain it.',
    fix: 'Use a larger unit, such as thousands. If it is a number by name only, such as an account, give the column another role or kind.',
    facts: { column, row, cells },
  });

export const nulCharacter = (column: string) =>
  problem({
    code: 'input/nul-character',
    exit: Exit.input,
    what: `A cell of column "${column}" holds the character NUL.`,
    why: 'Many programs end a text there, so two readers of the release would not read the same.',
    fix: "Remove it: tr -d '\\000' < old.csv > new.csv; in JSON it is written \\u0000.",
    facts: { column },
  });

export const repeatedSubject = (column: string, subjects: number, rows: number, row: number | undefined) =>
  problem({
    code: 'input/repeated-subject',
    exit: Exit.input,
    what: `${subjects} of the subjects in "${column}" ${subjects === 1 ? 'has' : 'have'} more than one row (${rows} rows in all).`,
    where: row === undefined ? undefined : `first repeated in row ${row}`,
    why: 'Each subject must be one series: with two rows one person would count twice towards k.',
    fix: `Aggregate to one row per "${column}" (a mean or a sum), choose one row each, or make the period part of the subject if a person in one week is what you protect. Ids that differ only in case, blanks or width are one subject, unless --subject-spelling exact.`,
    facts: { column, subjects, rows, ...(row === undefined ? {} : { row }) },
  });

export const emptySubject = (column: string, row: number | undefined, rows: number, of?: number) =>
  problem({
    code: 'input/empty-subject',
    exit: Exit.input,
    what: `${rows} ${rows === 1 ? 'row has' : 'rows have'} no subject in "${column}".`,
    where: row === undefined ? undefined : `first in row ${row}`,
    why: 'A row of nobody cannot be counted towards k.',
    fix:
      of === undefined
        ? 'Complete the column or leave those rows out.'
        : rows < of
          ? 'Complete the column; or leave those rows out with --on-empty-subject drop (counted in the report).'
          : 'Complete the column, or name another one with --subject.',
    facts: { column, rows, ...(row === undefined ? {} : { row }) },
  });

export const unreadableTime = (column: string, rows: number, row: number) =>
  problem({
    code: 'input/unreadable-time',
    exit: Exit.input,
    what: `${rows} ${rows === 1 ? 'row has' : 'rows have'} no readable time in "${column}".`,
    where: `first in row ${row}`,
    why: 'Instants must be put in order of time; read as text, 31.12. would come after 2.1. and half past nine after ten. Without timeFormat, of dates only ISO 8601 is read: 12/1/10 could be three days.',
    fix: 'Say how they are written, such as --time-format "dd.MM.yyyy HH:mm" ("shoal inspect" shows what fits). Or write times as numbers, as 2024-12-31, 2024-12-31 08:15 or 08:15, or as 2024-12-31T08:15:00+01:00; the same kind in every row.',
    facts: { column, rows, row },
  });

export const tooManyInstants = (column: string, instants: number, most: number) =>
  problem({
    code: 'input/too-many-instants',
    exit: Exit.input,
    what: `Column "${column}" holds ${instants} different instants; at most ${most} can be read.`,
    why: 'Every instant becomes a column that all subjects share. So many often mean that each subject has instants of its own, or that the three columns of --long stand in another order.',
    fix: 'Aggregate to a coarser grid, such as one mean per hour, or publish a shorter period.',
    facts: { column, instants, most },
  });

export const irregularInstants = (column: string, differ: number, steps: number, usual: string) =>
  problem({
    code: 'input/irregular-instants',
    exit: Exit.input,
    what: `${differ} of the ${steps} steps between instants in "${column}" ${differ === 1 ? 'differs' : 'differ'} from the usual one, ${usual}.`,
    why: 'A pattern averages over equal stretches, and a gap is filled by a straight line; with uneven steps both would be wrong.',
    fix: 'Bring the values to a regular grid first, such as one mean per hour. Where only the order counts, number the instants 1, 2, 3, and so on.',
    facts: { column, differ, steps, usual },
  });

export const repeatedInstant = (
  subject: string,
  time: string,
  { pairs, rows, row }: { readonly pairs: number; readonly rows: number; readonly row: number },
) =>
  problem({
    code: 'input/repeated-instant',
    exit: Exit.input,
    what: `${rows} rows repeat ${pairs === 1 ? 'one pair' : `${pairs} pairs`} of subject and instant in "${subject}" and "${time}".`,
    where: `first repeated in row ${row}`,
    why: 'A subject has one value at an instant; which of several to take is not for Shoal to guess.',
    fix: `Aggregate to one row per "${subject}" and "${time}" (a mean, a sum or the last), or remove the rows that were exported twice.`,
    facts: { subject, time, pairs, rows, row },
  });

export const varyingAttribute = (column: string, subject: string, varying: number, subjects: number) =>
  problem({
    code: 'input/varying-attribute',
    exit: Exit.input,
    what: `Column "${column}" changes from row to row for ${varying} of the ${subjects} subjects in "${subject}".`,
    why: 'A quasi-identifier or sensitive column has one value for each subject; only the value of the series may change with time.',
    fix: `Drop it, --drop ${column}, or aggregate it to one value per "${subject}".`,
    facts: { column, subject, varying, subjects },
  });

export const badSeriesFile = (input: string, kind: string, line: number, why: string) =>
  problem({
    code: 'input/bad-series-file',
    exit: Exit.input,
    what: `${input} cannot be read as ${kind} file.`,
    where: `${input}, line ${line}`,
    why,
    fix: 'Correct the line, download the file again, or turn it into CSV with a header.',
    facts: { kind, line },
  });

export const unsupportedSeriesFile = (input: string, kind: string, line: number, why: string) =>
  problem({
    code: 'input/unsupported-series-file',
    exit: Exit.input,
    what: `${input} is ${kind} file of a form that Shoal does not read.`,
    where: `${input}, line ${line}`,
    why,
    fix: 'Turn it into one series per row, all of one length and without time stamps, as CSV or as a long table for --long.',
    facts: { kind, line },
  });

export const badXes = (input: string, line: number, why: string) =>
  problem({
    code: 'input/bad-xes',
    exit: Exit.input,
    what: `${input} cannot be read as an event log in XES.`,
    where: `${input}, line ${line}`,
    why,
    fix: 'Export the log again, or as CSV. Nothing of the file was followed to another file or address.',
    facts: { line },
  });

export const remoteAddress = (input: string) =>
  problem({
    code: 'input/remote-address',
    exit: Exit.input,
    what: `${input.replace(/:\/\/.*$/s, '')}:// is an address elsewhere.`,
    why: 'Shoal reads files of this machine and tables of PostgreSQL. It asks no other address for data.',
    fix: 'Download the file, and name its path.',
  });

export const badTimes = (column: string, where: string | undefined, times: number, rows: number) =>
  problem({
    code: 'input/bad-time',
    exit: Exit.input,
    what: `${times} of ${rows} timestamps in "${column}" cannot be read.`,
    where,
    why: 'Without timeFormat only ISO 8601 is read: 12/1/10 could be three different days, and a wrong guess would be published as true.',
    fix: 'Say how they are written, such as --time-format "dd.MM.yyyy HH:mm" ("shoal inspect" shows what fits), or write them as ISO 8601, 2024-03-01T14:30:00 with or without an offset. Times that are broken, and not merely written otherwise, --on-bad-time drop leaves out (counted in the report).',
    facts: { column, times, rows },
  });

export const mixedOffsets = (column: string, where: string | undefined, offsets: number) =>
  problem({
    code: 'input/mixed-offsets',
    exit: Exit.input,
    what: `The times in "${column}" have ${offsets} different offsets from UTC.`,
    where,
    why: 'By the clock as written, 10:00+02:00 and 10:00Z would be one hour, though they are two hours apart. Summer and winter time give two offsets in one place.',
    fix: 'Name the place whose clock counts, --time-zone Europe/Ljubljana, or write all times with one offset.',
    facts: { column, offsets },
  });

export const someOffsets = (column: string, where: string | undefined, without: number, times: number) =>
  problem({
    code: 'input/some-offsets',
    exit: Exit.input,
    what: `${without} of ${times} times in "${column}" have no offset from UTC, and the others have one.`,
    where,
    why: 'Whose clock a time without an offset shows is not for Shoal to guess.',
    fix: 'Write all times with an offset (--time-zone then names the clock that counts), or all without.',
    facts: { column, without, times },
  });

/** A long table has no row of a subject: subjects are counted in the order of their names. */
const rowText = (counting: 'row' | 'subject', row: number): string =>
  counting === 'row' ? `row ${row}` : `subject ${row} in order`;

const showCharacter = (character: string): string => (character === '\t' ? '\\t' : character);

export const badMapping = (file: string, where: string, why: string) =>
  problem({
    code: 'policy/bad-mapping',
    exit: Exit.usage,
    what: 'The mapping from event codes to classes cannot be used.',
    where,
    why,
    fix: 'Write one code a line: "code;class" in CSV, or "code: class" in YAML; * in a code matches any text.',
    facts: { file },
  });

export const badHierarchy = (file: string, column: string, why: string) =>
  problem({
    code: 'policy/bad-hierarchy',
    exit: Exit.usage,
    what: `The hierarchy of "${column}" cannot be used.`,
    where: file,
    why,
    fix: 'Write one line a value: the value itself, then its ancestors from near to far, separated by ";".',
    facts: { column },
  });

export const noHierarchy = (column: string, kind: string, why: string) =>
  problem({
    code: 'input/no-hierarchy',
    exit: Exit.input,
    what: `No hierarchy of kind "${kind}" can be drafted for "${column}".`,
    why,
    fix: 'Choose another --kind (number, prefix, date, category), or write the file by hand: docs/policy.md#hierarchies shows it.',
    facts: { column },
  });
