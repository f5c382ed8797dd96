import type { Format } from './format.ts';
import { complaintsAbout, type SeriesReader } from './series-reader.ts';

/** The form of sktime and aeon, .ts. */
export const ts = {
  name: 'ts',
  extensions: ['ts'],
  reads: { as: 'series', reader: tsReader },
} as const satisfies Format;

/**
 * The .ts form of sktime and aeon: lines of `@key value`, then after `@data` one series a line, values with commas between, dimensions
 * and at last the class with colons. Read where there is one dimension, one length and no time stamps.
 */
function tsReader(name: string): SeriesReader {
  const { bad, unsupported, number } = complaintsAbout(name, 'a .ts');
  let inData = false;
  let label: 'class' | 'target' | 'none' | undefined; // undefined until something is said of it

  const header = (line: string, at: number): void => {
    const [, key, value] = /^@(\w+)\s*(.*)$/.exec(line) ?? [];
    if (key === undefined) throw bad(at, 'A line before @data is neither a comment nor begins with @.');
    const first = value.split(/\s/)[0].toLowerCase();
    switch (key.toLowerCase()) {
      case 'data':
        inData = true;
        break;
      case 'classlabel':
        if (first === 'true') label = 'class';
        else label ??= 'none';
        break;
      case 'targetlabel':
        if (first === 'true') label = 'target';
        else label ??= 'none';
        break;
      case 'timestamps':
        if (first === 'true') throw unsupported(at, 'Its values carry time stamps.');
        break;
      case 'univariate':
        if (first === 'false') throw unsupported(at, 'Its series have several dimensions.');
        break;
      case 'dimension':
      case 'dimensions':
        if (Number(first) > 1) throw unsupported(at, 'Its series have several dimensions.');
        break;
      case 'equallength':
        if (first === 'false') throw unsupported(at, 'Its series differ in length.');
        break;
    }
  };
  return {
    take(raw, at) {
      const line = raw.trim();
      if (line === '' || line.startsWith('#') || line.startsWith('%')) return undefined;
      if (!inData) {
        header(line, at);
        return undefined;
      }
      if (line.includes('(')) throw unsupported(at, 'Its values carry time stamps.');
      const parts = line.split(':');
      label ??= parts.length === 2 && !parts[1].includes(',') ? 'class' : 'none';
      const dimensions = parts.length - (label === 'none' ? 0 : 1);
      if (dimensions > 1) throw unsupported(at, 'Its series have several dimensions, or a class that @classLabel denies.');
      if (dimensions < 1) throw bad(at, 'The class behind the colon is missing.');
      const values = parts[0].split(',').map((cell) => number(cell, at));
      return label === 'none' ? { values } : { values, label: { name: label, text: classOf(parts[1]) } };
    },
  };
}

const classOf = (text: string): string => (text.trim() === '?' ? '' : text.trim());
