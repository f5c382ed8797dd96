import type { Counter } from '../../base/counting.ts';
import { tellWindow } from '../../policy/event-columns.ts';
import type { EventsManifest } from '../../release/manifest.ts';
import { text } from '../counter.ts';
import type { EvidencePlace } from '../evidence.ts';
import { list } from '../layout.ts';
import type { Combinations } from './combinations.ts';
import type { EventLines } from './event-lines.ts';
import type { EventLog } from './event-log.ts';
import { columnsOfWindow, linksEvents, windowOf } from './link-window.ts';
import { readLinkedLines } from './linked-lines.ts';
import { proveLinks } from './prove-links.ts';

const mostTexts = 20_000; // they go into one statement

/**
 * Proves the promises of shared numbers from plain lines, where nothing else is promised of them and all of it holds; fills `combinations` as `readCombinations` does, with the subjects of the evidence. Answers nothing
 * wherever that is not so, or not sure: then the slower way asks again and names what is wrong. `lines` are those that were read.
 */
export async function proveLinkedRelease(
  counter: Counter,
  { source, quasi, subject, k }: EventLog,
  manifest: EventsManifest,
  { released, place }: { readonly released: string | undefined; readonly place: EvidencePlace },
): Promise<(Combinations & { readonly lines: EventLines }) | undefined> {
  const { confidence, traces } = manifest.promises;
  const isPlain = source.columns[0] === subject && source.columns.length === 1 + quasi.length; // a number, then what it holds
  if (released === undefined || !linksEvents(manifest) || !isPlain || confidence !== undefined || traces !== undefined)
    return undefined;
  const lines = await readLinkedLines(
    released,
    place,
    source.columns.map(({ declared }) => declared.name),
  );
  if (lines === undefined || lines.texts.count() > mostTexts) return undefined;
  const texts = Array.from({ length: lines.texts.count() }, (_, code) => String(lines.texts.bytesOf(code)).split(';'));
  if (texts.some((cells) => cells.length !== quasi.length || cells.some((cell) => cell.includes('\ufffd')))) return undefined;
  const names = quasi.map(({ declared }) => declared.name);
  const windows = tellWindow(names, windowOf(manifest.pseudonym)) ? windowsOf(texts, names, manifest) : undefined;
  const proved = proveLinks(lines, { k, windows });
  if (proved === undefined || texts.length === 0) return undefined;
  const { events, sizes, subjects } = proved;
  const rows = texts.map((cells, code) => `(${[...cells.map(text), events[code], sizes[code]].join(', ')})`);
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE combinations AS SELECT ${list(quasi)}, CAST(n AS BIGINT) AS n, CAST(size AS BIGINT) AS size FROM (VALUES ${rows.join(', ')}) AS t(${list(quasi)}, n, size)`,
  );
  const smallest = sizes.reduce((least, size) => Math.min(least, size));
  const { numbers, owners, held } = lines;
  const counts = { rows: numbers.length, combinations: texts.length, smallest, subjects, faults: 0, largest: 0 };
  return { ...counts, lines: { numbers, owners, held, combinations: texts } };
}

/** A number for what each text says of its window. */
function windowsOf(texts: readonly (readonly string[])[], names: readonly string[], manifest: EventsManifest): Uint32Array {
  const wanted = columnsOfWindow(manifest).map((name) => names.indexOf(name));
  const known = new Map<string, number>();
  return Uint32Array.from(texts, (cells) => {
    const window = wanted.map((column) => cells[column]).join(';');
    const number = known.get(window) ?? known.size;
    known.set(window, number);
    return number;
  });
}
