import { enSheet } from '../../src/report/words/en-sheet.ts';
import { itSheet } from '../../src/report/words/it-sheet.ts';
import { slSheet } from '../../src/report/words/sl-sheet.ts';
import { zhSheet } from '../../src/report/words/zh-sheet.ts';
import type { InFour } from '../state/language.ts';

/** Words that the report has already: the page says the same. */
export const sheetWords: InFour<(typeof enSheet)['sheet']> = {
  en: enSheet.sheet,
  it: itSheet.sheet,
  sl: slSheet.sheet,
  zh: zhSheet.sheet,
};
