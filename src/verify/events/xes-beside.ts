import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventsManifest } from '../../release/manifest.ts';
import type { DataBreach } from '../data-breaches.ts';
import { recordsIn } from '../records-in.ts';

/**
 * A log that leaves as XES too. Its promises are those of the rows, if it says what they say and nothing else; so it is written once more, from the
 * rows that were judged, and compared to the last byte. No reader of XML could be so strict: blanks, comments, the order of attributes and a second trace of
 * one id could all carry something.
 */
export async function checkXes(folder: string, { data, columns }: EventsManifest): Promise<readonly DataBreach[]> {
  if (data.xes === undefined) return [];
  const other = [{ kind: 'other-bytes', file: data.xes } as const];
  if (data.format !== 'csv' || data.parts !== undefined) return other; // one log beside one table
  const hasId = columns[0]?.role === 'subject';
  const compared = await compareWith(join(folder, data.xes)).catch(() => undefined);
  if (compared === undefined) return []; // the folder's own check says that it is not there
  const rows = await open(join(folder, data.file), 'r');
  try {
    const seen = new Set<string>();
    let names: readonly string[] | undefined;
    let current: string | undefined;
    for await (const cells of recordsIn(rows.createReadStream({ autoClose: false, highWaterMark: 1 << 18 }), ';')) {
      if (names === undefined) {
        const own = hasId ? cells.slice(1) : cells;
        names = own.map((name) => (name === 'generalized_event' && !own.includes('concept:name') ? 'concept:name' : name));
        await compared.expect(beginning);
        continue;
      }
      const id = hasId ? cells[0] : undefined;
      if (id !== undefined && id !== current) {
        if (seen.has(id)) return other; // one trace for each id
        seen.add(id);
        await compared.expect(`${current === undefined ? '' : '</trace>\n'}<trace>\n${textAttribute('concept:name', id)}\n`);
        current = id;
      }
      const written = cells.slice(hasId ? 1 : 0).map((value, at) => textAttribute(names?.[at] ?? '', value));
      await compared.expect(`<event>${written.join('')}</event>\n`);
    }
    await compared.expect(`${current === undefined ? '' : '</trace>\n'}</log>\n`);
    return (await compared.end()) ? [] : other;
  } finally {
    await rows.close();
    await compared.close();
  }
}

const beginning = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<log xes.version="1849.2016" xes.features="" xmlns="http://www.xes-standard.org/">',
  '<extension name="Concept" prefix="concept" uri="http://www.xes-standard.org/concept.xesext"/>',
  '<classifier name="Activity" keys="concept:name"/>',
  '',
].join('\n');

const textAttribute = (key: string, value: string): string => `<string key="${asXml(key)}" value="${asXml(value)}"/>`;

function asXml(text: string): string {
  let out = '';
  for (const sign of text) {
    if (sign === '&') out += '&amp;';
    else if (sign === '<') out += '&lt;';
    else if (sign === '>') out += '&gt;';
    else if (sign === '"') out += '&quot;';
    else if (sign === '\t' || sign === '\n' || sign === '\r') out += `&#${sign.charCodeAt(0)};`;
    else out += sign;
  }
  return out;
}

/** Holds the bytes of a file to a text that comes in pieces. */
async function compareWith(path: string) {
  const file = await open(path, 'r');
  let pending: string[] = [];
  let length = 0;
  let same = true;
  const flush = async () => {
    const wanted = Buffer.from(pending.join(''));
    pending = [];
    length = 0;
    const found = Buffer.alloc(wanted.length);
    let filled = 0;
    while (same && filled < wanted.length) {
      const { bytesRead } = await file.read(found, filled, wanted.length - filled, null);
      if (bytesRead === 0) same = false;
      filled += bytesRead;
    }
    same &&= found.equals(wanted);
  };
  return {
    async expect(text: string) {
      pending.push(text);
      length += text.length;
      if (length > 1 << 20) await flush();
    },
    /** Whether all was there, and nothing after it. */
    async end(): Promise<boolean> {
      await flush();
      return same && (await file.read(Buffer.alloc(1), 0, 1, null)).bytesRead === 0;
    },
    close: () => file.close(),
  };
}
