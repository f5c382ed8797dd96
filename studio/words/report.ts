import { catalogues } from '../../src/report/words/words.ts';
import { wordsOf } from '../state/language.ts';

/** The words that the report has already: the page says the same. */
export const reportWords = () => wordsOf(catalogues);
