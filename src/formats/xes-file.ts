import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Refusal } from '../base/problem.ts';
import { quotedText } from './cell-text.ts';
import { tooManyColumns } from './given-problems.ts';
import { badXes, noRows } from './input-problems.ts';
import type { RowsWriter } from './rows-file.ts';
import type { TableFile } from './table-file.ts';
import { addColumn, addRow } from './table-rows.ts';
import { type Attributes, BrokenXml, type XmlListener } from './xml.ts';
import { scanXml } from './xml-text.ts';

/**
 * A log in XES (IEEE 1849-2016) as a table with a row for each event: its attributes by their keys, those of its trace with `case:` before
 * them. An attribute that an event has not got is missing. Of the log no more is held than the attributes of one trace and one event.
 */
export async function readXes(file: TableFile, rows: RowsWriter): Promise<readonly string[]> {
  const { name, path, gzip, signal } = file;
  const raw = createReadStream(path, { highWaterMark: 1 << 18, ...(signal && { signal }) });
  const log = openLog(name, rows);
  try {
    await scanXml(gzip ? pipeline(raw, createGunzip({ chunkSize: 1 << 18 }), () => {}) : raw, log.listen); // a fault of either ends the scan
  } catch (error) {
    throw error instanceof BrokenXml ? new Refusal(badXes(name, error.line, error.why)) : error;
  } finally {
    raw.destroy();
  }
  if (rows.rows === 0) throw new Refusal(noRows(name));
  return log.notes();
}

/** Elements that are one value with a key. */
const typed: Readonly<Record<string, RegExp | undefined>> = {
  string: undefined,
  id: undefined,
  date: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.]\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/,
  int: /^[+-]?\d+$/,
  float: /^[+-]?(\d+([.]\d*)?|[.]\d+)(e[+-]?\d+)?$|^[+-]?INF$|^NaN$/i,
  boolean: /^(true|false|0|1)$/,
};
const nesting: ReadonlySet<string> = new Set(['list', 'container']);

/** As many as rows of a program may have keys. */
const mostColumns = 10_000;

interface Log {
  listen(line: () => number): XmlListener;
  notes(): readonly string[];
}

function openLog(name: string, rows: RowsWriter): Log {
  /** Where a column stands, by the name it has. */
  const places = new Map<string, number>();
  const names: string[] = [];
  let ofTrace: (readonly [place: number, text: string])[] = [];
  let cells: string[] = [];
  const seen = new Set<number>();
  const parents: string[] = [];
  const counts = { nested: 0, empty: 0, eventsOfTrace: 0 };

  const placeOf = (key: string): number => {
    const known = places.get(key);
    if (known !== undefined) return known;
    if (names.length >= mostColumns) throw new Refusal(tooManyColumns(mostColumns, rows.rows + 1));
    places.set(key, names.length);
    addColumn(key, rows, names);
    return names.length - 1;
  };
  const startEvent = () => {
    cells = new Array<string>(names.length).fill('');
    seen.clear();
    for (const [place, text] of ofTrace) {
      cells[place] = text;
      seen.add(place);
    }
  };

  return {
    listen: (line) => {
      const faultOf = (why: string) => new BrokenXml(line(), why);
      const keyAndText = (type: string, attributes: Attributes): readonly [key: string, text: string] => {
        const key = attributes.get('key');
        const value = attributes.get('value');
        if (key === undefined || key.trim() === '') throw faultOf(`A <${type}> has no key.`);
        if (value === undefined) throw faultOf(`A <${type}> has no value.`);
        const text = type === 'string' || type === 'id' ? value : value.trim();
        if (typed[type]?.test(text) === false) throw faultOf(`The value of a <${type}> is none.`);
        return [key.trim(), type === 'boolean' ? ({ 0: 'false', 1: 'true' }[text] ?? text) : text];
      };
      const take = (type: string, attributes: Attributes, parent: string) => {
        if (parent !== 'event' && parent !== 'trace') return; // of the log, or a part of another attribute
        const [own, text] = keyAndText(type, attributes);
        const key = parent === 'trace' ? `case:${own}` : own;
        const place = placeOf(key);
        if (parent === 'trace') {
          if (counts.eventsOfTrace > 0) throw faultOf('An attribute of a trace stands after an event of it.');
          if (ofTrace.some(([other]) => other === place)) throw faultOf('A trace has one key twice.');
          ofTrace.push([place, text]);
          return;
        }
        if (seen.has(place)) throw faultOf('An event has one key twice, or that of an attribute of its trace.');
        seen.add(place);
        cells[place] = text;
      };
      return {
        open(element, attributes) {
          const parent = parents.at(-1);
          if (parent === undefined && element !== 'log')
            throw faultOf('Its outermost element is not <log>, so it is no event log in XES.');
          if (element === 'trace') {
            if (parent !== 'log') throw faultOf('A <trace> stands inside of something else than the <log>.');
            ofTrace = [];
            counts.eventsOfTrace = 0;
          } else if (element === 'event') {
            if (parent !== 'trace' && parent !== 'log')
              throw faultOf('An <event> stands inside of something else than a <trace>.');
            if (parent === 'log') ofTrace = [];
            startEvent();
          } else if (parent === 'event' || parent === 'trace') {
            if (element in typed) take(element, attributes, parent);
            else if (nesting.has(element)) counts.nested++;
            else throw faultOf('An event or a trace holds an element that is no attribute of XES.');
          } else if (parent !== undefined && parent in typed && parents.some((one) => one === 'event' || one === 'trace'))
            counts.nested++;
          parents.push(element);
        },
        close(element) {
          parents.pop();
          if (element === 'event') {
            while (cells.length < names.length) cells.push(''); // columns that this event brought
            addRow(cells, rows, names, quotedText);
            counts.eventsOfTrace++;
          } else if (element === 'trace' && counts.eventsOfTrace === 0) counts.empty++;
        },
      };
    },
    notes: () => [
      ...(counts.nested > 0
        ? [
            `${name} has ${counts.nested} attributes inside of other attributes, or lists of them; they are not read, for a cell holds one value.`,
          ]
        : []),
      ...(counts.empty > 0 ? [`${name} has ${counts.empty} traces without an event; no row tells of them.`] : []),
    ],
  };
}
