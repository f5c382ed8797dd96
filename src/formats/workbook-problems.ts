import { didYouMean } from '../base/nearest.ts';
import { Exit, problem } from '../base/problem.ts';

export const otherSpreadsheet = (input: string) =>
  problem({
    code: 'input/other-spreadsheet',
    exit: Exit.input,
    what: `${input} is a spreadsheet of a kind that Shoal does not read.`,
    why: 'Of spreadsheets it reads .xlsx, without a password.',
    fix: 'Open it and save it as "Excel Workbook (.xlsx)" or as CSV UTF-8.',
    facts: { input },
  });

export const encryptedWorkbook = (input: string) =>
  problem({
    code: 'input/other-spreadsheet',
    exit: Exit.input,
    what: `${input} is a workbook with a password, or an old one (.xls) under another name.`,
    why: 'Its cells cannot be read.',
    fix: 'Open it, remove the password, and save it as "Excel Workbook (.xlsx)".',
    facts: { input },
  });

export const manySheets = (input: string, sheets: readonly string[], asked: string | undefined) =>
  problem({
    code: 'input/which-sheet',
    exit: Exit.input,
    what: asked === undefined ? `${input} has ${sheets.length} sheets.` : `${input} has no sheet of the name that was asked for.`,
    why: 'A release is made of one table, and which one is not for Shoal to guess.',
    fix: `${asked === undefined ? '' : didYouMean(asked, sheets)}Name the sheet: "${input.replace(/\?.*$/s, '')}?sheet=${sheets[0]}". It has ${sheets.slice(0, 20).join(', ')}.`,
    facts: { sheets: sheets.length },
  });

export const whichTable = (input: string, tables: readonly string[], asked: string) =>
  problem({
    code: 'input/which-table',
    exit: Exit.input,
    what:
      asked === '' ? `${input} names no table.` : `${input.replace(/[?].*$/s, '')} has no table of the name that was asked for.`,
    why: 'A release is made of one table. Views are not read: a query that somebody else wrote could read other files.',
    fix:
      tables.length === 0
        ? 'The file holds no table; make one of a view with CREATE TABLE … AS.'
        : `${asked === '' ? '' : didYouMean(asked, tables)}Name one: "${input.replace(/[?].*$/s, '')}?table=${tables[0]}". It has ${tables.slice(0, 20).join(', ')}.`,
    facts: { tables: tables.length },
  });

export const unnamedColumn = (input: string, cell: string) =>
  problem({
    code: 'input/unnamed-column',
    exit: Exit.input,
    what: `Cell ${cell} holds something, and its column has no name in the header.`,
    where: input,
    why: 'The first row that is not empty names the columns; no role can be given to a column without a name.',
    fix: 'Name the column, or take notes and totals beside or under the table to another sheet. A title above the table must go too.',
    facts: { cell },
  });

export const errorCells = (input: string, cells: number, first: string) =>
  problem({
    code: 'input/error-cells',
    exit: Exit.input,
    what: `${cells} ${cells === 1 ? 'cell holds an error' : 'cells hold errors'} of the spreadsheet, such as #N/A.`,
    where: `${input}, first in cell ${first}`,
    why: 'An error is no value, and whether nothing is meant by it is not for Shoal to guess.',
    fix: 'Correct the formulas, or clear the cells; an empty cell is a missing value.',
    facts: { cells },
  });

export const notADate = (input: string, cells: number, first: string) =>
  problem({
    code: 'input/no-such-date',
    exit: Exit.input,
    what: `${cells} ${cells === 1 ? 'cell is' : 'cells are'} formatted as a date and ${cells === 1 ? 'holds' : 'hold'} a number that is none.`,
    where: `${input}, first in cell ${first}`,
    why: 'Negative numbers, those beyond the year 9999 and 29 February 1900 are no dates; spreadsheets show them as ####.',
    fix: 'Correct the cells, or format them as numbers.',
    facts: { cells },
  });

export const mergedCells = (input: string, ranges: number, first: string) =>
  problem({
    code: 'input/merged-cells',
    exit: Exit.input,
    what: `${ranges} ${ranges === 1 ? 'range of cells is' : 'ranges of cells are'} merged.`,
    where: `${input}, first ${first}`,
    why: 'The value stands in the first cell of a range, and the others are empty: rows would lose their values without a word.',
    fix: 'Unmerge them, and fill each cell with its value.',
    facts: { ranges },
  });
