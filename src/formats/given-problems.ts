import { Exit, type Problem, problem } from '../base/problem.ts';
import type { CellFault } from './cell-text.ts';
import { notFinite, nulCharacter } from './input-problems.ts';

/** What can be wrong with data that a program hands over in place of a path. Rows are counted from 1. Never a value: messages travel further than data. */
export function badCell(fault: CellFault, column: string, row: number): Problem {
  switch (fault) {
    case 'nested':
      return nestedValue(column, row);
    case 'not-finite':
      return notFinite(column, row, 1);
    case 'bad-date':
      return badDate(column, row);
    case 'nul':
      return nulCharacter(column);
    case 'broken-text':
      return brokenText(column, row);
    default:
      return fault satisfies never;
  }
}

const nestedValue = (column: string, row: number) =>
  problem({
    code: 'input/nested-value',
    exit: Exit.input,
    what: `Column "${column}" holds something that is not one value.`,
    where: `row ${row}`,
    why: 'A cell is a text, a number, a bigint, a boolean, a Date, null or undefined. An object, a list, bytes or a function is none of these.',
    fix: 'Give each part a column of its own, such as { city: row.address.city }, or leave the column out of the rows.',
    facts: { column, row },
  });

/** Of a column whose type says that no cell of it is one value. */
export const nestedColumn = (column: string, type: string) =>
  problem({
    code: 'input/unsupported-type',
    exit: Exit.input,
    what: `Column "${column}" has the type ${type}, and a cell holds one value.`,
    why: 'Lists, structures, maps and bytes cannot be compared with a quasi-identifier, and are nothing that a band could contain.',
    fix: 'Give each part a column of its own, turn it into text, or leave the column out.',
    facts: { column, type },
  });

const badDate = (column: string, row: number) =>
  problem({
    code: 'input/invalid-date',
    exit: Exit.input,
    what: `Column "${column}" holds a Date that is no time.`,
    where: `row ${row}`,
    why: 'Such a Date comes from a text that could not be read: new Date("31/12/2024") is one.',
    fix: 'Give the text itself, written as ISO 8601, or null where the time is not known.',
    facts: { column, row },
  });

const brokenText = (column: string, row: number) =>
  problem({
    code: 'input/broken-text',
    exit: Exit.input,
    what: `A text in column "${column}" holds half a character.`,
    where: `row ${row}`,
    why: 'No file of UTF-8 can hold an unpaired surrogate, and what is put in its place makes one text of two.',
    fix: 'Repair the text where it was cut; text.toWellFormed() puts U+FFFD in place of half characters.',
    facts: { column, row },
  });

/** A name that no file could hold; the column is told by its place, as the name would not print. */
export const brokenName = (place: number) =>
  problem({
    code: 'input/broken-text',
    exit: Exit.input,
    what: `The name of column ${place} holds half a character, or the character NUL.`,
    why: 'No file of UTF-8 can hold such a name, and no policy could name the column.',
    fix: 'Rename the column.',
    facts: { place },
  });

export const notARow = (row: number) =>
  problem({
    code: 'input/not-a-row',
    exit: Exit.input,
    what: 'The input gives something that is not a row.',
    where: `row ${row}`,
    why: 'A row is an object with a key for each column, such as { id: 7, age: 41 }. A list, a Map, a text or a promise has no column names.',
    fix: 'Turn each into an object, Object.fromEntries(map) for one, before you hand it over. A stream of text is a Readable.',
    facts: { row },
  });

export const inputStopped = (input: string, rows: number, error: string) =>
  problem({
    code: 'input/stopped',
    exit: Exit.input,
    what: `${input} stopped with an error (${error}) after ${rows} ${rows === 1 ? 'row' : 'rows'}.`,
    why: 'The rest of it is not known, and a release of a part would be taken for the whole. The error is the program’s own; its message may hold data, so it is not repeated.',
    fix: 'Find the error where the rows are made: read them in a loop of your own, or listen to "error" of the stream.',
    facts: { input, rows, error },
  });

export const inputConsumed = (input: string) =>
  problem({
    code: 'input/consumed',
    exit: Exit.input,
    what: `${input} has been read before.`,
    why: 'A stream or a generator gives its rows once. What is left of it is not the whole.',
    fix: 'Make a new one for each call, hand over an array or an object whose [Symbol.iterator] begins anew, or write the data to a file first.',
    facts: { input },
  });

export const unknownInput = () =>
  problem({
    code: 'input/unknown-kind',
    exit: Exit.input,
    what: 'The input is nothing that can be read.',
    why: 'It is no path, Readable, bytes, iterable of row objects, Arrow table, or { connection, query }.',
    fix: 'Hand over one of these; await a promise first.',
  });

export const unknownBytes = (formats: readonly string[]) =>
  problem({
    code: 'input/unknown-kind',
    exit: Exit.input,
    what: 'The bytes are given with a format that is not known.',
    why: `Known are ${formats.join(', ')}.`,
    fix: 'Name one of them, or leave the format out: the first bytes tell it.',
  });

/** A row may bring new columns, but one that brings its data as names of columns would fill the disk with commas. */
export const tooManyColumns = (most: number, row: number) =>
  problem({
    code: 'input/too-many-columns',
    exit: Exit.input,
    what: `The rows have more than ${most} different keys.`,
    where: `row ${row}`,
    why: 'Each key is a column. So many come from rows whose keys are data, such as { "2024-05-01": 3 } with another day in each row.',
    fix: 'Give the data as values, { day: "2024-05-01", value: 3 }, and for series set long.',
    facts: { most, row },
  });

export const notAQuery = (statements: number) =>
  problem({
    code: 'input/bad-query',
    exit: Exit.input,
    what: statements === 1 ? 'The query is not a SELECT.' : `The query holds ${statements} statements.`,
    why: 'Shoal reads by one SELECT, and changes nothing in a database that it is lent. The query was not run.',
    fix: 'Run other statements yourself, and give one SELECT.',
    facts: { statements },
  });

/** Of the setting `sql`. What the database says of the text is told, never of the data. */
export const badSql = (why: string) =>
  problem({
    code: 'input/bad-sql',
    exit: Exit.input,
    what: 'The SQL is not one that Shoal runs over the input.',
    why,
    fix: 'Give one SELECT over the table input, such as "SELECT id, avg(kwh) AS kwh FROM input GROUP BY id". It reads nothing else, and gives the same rows each time. Of PostgreSQL use ?query= in the address.',
  });

export const queryFailed = (why: string) =>
  problem({
    code: 'input/bad-query',
    exit: Exit.input,
    what: 'The query could not be run to its end.',
    why,
    fix: 'Try the query on the connection yourself; keep the connection open until the call is done.',
  });
