import type { Format } from './format.ts';
import { complaintsAbout, type SeriesReader } from './series-reader.ts';

/** Weka's form, .arff. */
export const arff = {
  name: 'arff',
  extensions: ['arff'],
  reads: { as: 'series', reader: arffReader },
} as const satisfies Format;

/**
 * Weka's .arff: `@attribute` lines with name and type, then after `@data` one series a line. Read where every attribute is numeric
 * but the last, whose values stand in braces: the class.
 */
function arffReader(name: string): SeriesReader {
  const { bad, unsupported, number } = complaintsAbout(name, 'an .arff');
  const types: ('number' | 'nominal')[] = [];
  let inData = false;

  const header = (line: string, at: number): void => {
    if (/^@relation\b/i.test(line)) return;
    if (/^@data\s*$/i.test(line)) {
      if (types.at(-1) !== 'nominal') throw unsupported(at, 'Its last attribute is not a class, a list of values in braces.');
      if (types.length < 2) throw bad(at, 'No numeric attributes are declared before @data.');
      if (types.indexOf('nominal') < types.length - 1) throw unsupported(at, 'An attribute before the last is not numeric.');
      inData = true;
      return;
    }
    const [, type] = /^@attribute\s+(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^\s{]+)\s*(.+)$/i.exec(line) ?? [];
    if (type === undefined) throw bad(at, 'A line before @data is neither @relation, @attribute nor a comment.');
    if (/^(numeric|real|integer)\b/i.test(type)) types.push('number');
    else if (type.startsWith('{')) types.push('nominal');
    else if (/^relational\b/i.test(type))
      throw unsupported(at, 'It nests series inside a relation: they have several dimensions.');
    else throw unsupported(at, 'An attribute is text or a date.');
  };
  return {
    take(raw, at) {
      const line = raw.trim();
      if (line === '' || line.startsWith('%')) return undefined;
      if (!inData) {
        header(line, at);
        return undefined;
      }
      if (line.startsWith('{')) throw unsupported(at, 'Its rows are sparse: they name only what is not zero.');
      const cells = line.split(',');
      const values = cells.slice(0, types.length - 1).map((cell) => number(cell, at));
      const label = cells.slice(types.length - 1).join(','); // a quoted class may hold commas
      if (values.length < types.length - 1 || label.trim() === '')
        throw bad(at, 'A row has fewer cells than there are attributes.');
      const text = classIn(label.trim());
      if (text === undefined)
        throw bad(at, 'A row has more cells than there are attributes, or a class whose quote does not end.');
      return { values, label: { name: 'class', text } };
    },
  };
}

/** A class as it is meant; undefined where it is not one cell. */
function classIn(cell: string): string | undefined {
  if (cell === '?') return '';
  const [, quote, inside] = /^(['"])((?:(?!\1)[^\\]|\\.)*)\1$/.exec(cell) ?? [];
  if (quote !== undefined) return inside.replace(/\\(.)/g, '$1');
  return /[,'"]/.test(cell) ? undefined : cell;
}
