import type { Format } from './format.ts';
import { complaintsAbout, type SeriesReader } from './series-reader.ts';

/** The UCR archive's own form, .tsv. */
export const ucr = {
  name: 'ucr',
  extensions: ['tsv'],
  isLike: (firstLine, delimiter = '\t') => delimiter === '\t' && isUcr(firstLine), // a .tsv with a header is a table like any other
  reads: { as: 'series', reader: ucrReader },
} as const satisfies Format;

/**
 * The UCR archive's own form (Dau et al., 2018): no header, a tab between cells, the class first, NaN for what is missing. Series of
 * unequal length end in NaN.
 */
function ucrReader(name: string): SeriesReader {
  const { bad, number } = complaintsAbout(name, 'a UCR .tsv');
  return {
    take(line, at) {
      if (line.trim() === '') return undefined;
      const [label, ...cells] = line.split('\t');
      if (cells.length === 0) throw bad(at, 'There is a class and no values behind it.');
      return { values: cells.map((cell) => number(cell, at)), label: { name: 'class', text: label.trim() } };
    },
  };
}

/** Whether a first line is data already. Numbers that count up by one are the names of columns, such as hours. */
function isUcr(firstLine: string): boolean {
  const cells = firstLine.split('\t');
  const counts = cells.every((cell, place) => place === 0 || Number(cell) === Number(cells[place - 1]) + 1);
  return cells.length > 1 && !counts && cells.every((cell) => /^\s*[+-]?(?:nan|[\d.]+(?:e[+-]?\d*)?)\s*$/i.test(cell));
}
