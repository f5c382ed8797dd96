import { type ByteSink, putText, writeThrough } from './byte-sink.ts';
import { forEachRow } from './csv-rows.ts';

/** How a released log becomes traces. */
export interface XesForm {
  /** Whether the first column is the id that events of a trace share; without one events belong to no trace. */
  readonly traces: boolean;
  /** The column that is the name of an event; the others keep theirs. */
  readonly activity: string;
}

/**
 * Writes the rows of a released log, which lie there as text with semicolons, as XES (IEEE 1849-2016): a trace for each id, whose rows stand together, and
 * a line for each event. Each cell is a text, as a week may be 100 or any other sign. One log has one such text, so that a reader can hold it to that.
 */
export function writeXes(csv: string, path: string, { traces, activity }: XesForm): void {
  writeThrough(path, (sink) => {
    let keys: readonly string[] = [];
    let open: string | undefined;
    forEachRow(csv, ';', (cells, row) => {
      if (row === 0) {
        const attributes = cells.slice(traces ? 1 : 0);
        keys = attributes.map((name) => (name === activity && !attributes.includes(eventName) ? eventName : name));
        putText(sink, head);
        return;
      }
      if (traces && open !== cells[0]) {
        if (open !== undefined) putText(sink, '</trace>\n');
        open = cells[0];
        putText(sink, `<trace>\n${attributeOf(eventName, open)}\n`);
      }
      putEvent(sink, keys, traces ? cells.slice(1) : cells);
    });
    putText(sink, `${open === undefined ? '' : '</trace>\n'}</log>\n`);
  });
}

const eventName = 'concept:name';

const head = `<?xml version="1.0" encoding="UTF-8"?>
<log xes.version="1849.2016" xes.features="" xmlns="http://www.xes-standard.org/">
<extension name="Concept" prefix="concept" uri="http://www.xes-standard.org/concept.xesext"/>
<classifier name="Activity" keys="concept:name"/>
`;

function putEvent(sink: ByteSink, keys: readonly string[], cells: readonly string[]): void {
  putText(sink, `<event>${cells.map((cell, at) => attributeOf(keys[at], cell)).join('')}</event>\n`);
}

const attributeOf = (key: string, value: string): string => `<string key="${asXml(key)}" value="${asXml(value)}"/>`;

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};
const asXml = (text: string): string => text.replace(/[&<>"\t\n\r]/g, (sign) => signs[sign]);
