import { Refusal } from '../base/problem.ts';
import type { Format } from './format.ts';
import { otherSpreadsheet } from './workbook-problems.ts';

/** Workbooks of Excel since 2007, and of all that write as it does. */
export const xlsx = {
  name: 'xlsx',
  extensions: ['xlsx', 'xlsm'],
  begins: 'PK\x03\x04',
  reads: { as: 'table', read: async (file, rows) => (await import('./xlsx-file.ts')).readXlsx(file, rows) },
} as const satisfies Format;

/** Other spreadsheets: known, so that nobody is told that their commas are missing. */
export const otherSpreadsheets = {
  name: 'spreadsheet',
  extensions: ['xls', 'xlsb', 'ods', 'numbers'],
  reads: {
    as: 'table',
    read: async ({ name }) => {
      throw new Refusal(otherSpreadsheet(name));
    },
  },
} as const satisfies Format;
