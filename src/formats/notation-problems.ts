import { Exit, problem } from '../base/problem.ts';

/** Cells of a column that are not written as was said. */
export const unfitCells = (found: {
  readonly column: string;
  readonly where: string | undefined;
  readonly cells: number;
  readonly rows: number;
  readonly kind: 'number' | 'time';
  readonly notation: string;
}) => {
  const { column, where, cells, rows, kind, notation } = found;
  return problem({
    code: 'input/unfit-cells',
    exit: Exit.input,
    what: `${cells} of ${rows} cells of column "${column}" do not fit ${notation}.`,
    where,
    why: 'A cell that is written otherwise could mean something else, and leaving it out would change the data without a word.',
    fix:
      kind === 'time'
        ? 'Correct the cells, or set timeFormat (--time-format) to what they are. "shoal inspect" shows what fits.'
        : 'Correct the cells, leave a missing value empty, or set decimal, thousands or unit to what they are. "shoal inspect" shows what fits.',
    facts: { column, cells, rows },
  });
};

/** The line is 0 where the first bytes say so, and undefined where nobody counted lines. */
export const brokenEncoding = (input: string, line: number | undefined, encoding: string) =>
  problem({
    code: 'input/broken-encoding',
    exit: Exit.input,
    what: `The file is not ${encoding} text.`,
    where: line ? `${input}, near line ${line}` : input,
    why:
      line === 0
        ? 'Its first bytes do not say so, or say that it is stored otherwise.'
        : `A byte ${line === undefined ? 'in it' : 'there'} stands for no letter.`,
    fix: 'Set encoding (--encoding) to what it is, or save it as UTF-8. "shoal inspect" shows what it may be.',
    facts: { encoding, ...(line === undefined ? {} : { line }) },
  });
