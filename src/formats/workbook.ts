import { posix } from 'node:path';
import { builtInKind, type DateKind, kindOfFormat } from './serial-date.ts';
import type { Attributes, XmlListener } from './xml.ts';
import { scanXml } from './xml-text.ts';
import { BadZip, type ZipFile } from './zip.ts';

/** What a workbook says of its sheets, before any of them is read. */
export interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly part: string }[];
  readonly from1904: boolean;
  /** Where texts and styles lie, if there are any. */
  readonly texts: string | undefined;
  readonly styles: string | undefined;
}

export async function readWorkbook(zip: ZipFile, signal?: AbortSignal): Promise<Workbook> {
  const main = (await relationsOf(zip, '', signal)).find(({ kind }) => kind === 'officeDocument')?.part ?? 'xl/workbook.xml';
  const parts = await relationsOf(zip, main, signal);
  const partOf = (kind: string) => parts.find((part) => part.kind === kind)?.part;
  const sheets: { name: string; part: string }[] = [];
  let from1904 = false;
  await scanPart(zip, main, signal, {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = isTrue(attributes.get('date1904'));
      if (name !== 'sheet') return;
      const part = parts.find(({ id, kind }) => id === referenceIn(attributes) && kind === 'worksheet');
      if (part !== undefined) sheets.push({ name: attributes.get('name') ?? '', part: part.part }); // a sheet may be a chart alone
    },
    close() {},
  });
  return { sheets, from1904, texts: partOf('sharedStrings'), styles: partOf('styles') };
}

export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

const referenceIn = (attributes: Attributes): string | undefined =>
  [...attributes].find(([key]) => key === 'id' || key.endsWith(':id'))?.[1];

interface Relation {
  readonly id: string;
  /** The last word of its type. */
  readonly kind: string;
  readonly part: string;
}

async function relationsOf(zip: ZipFile, part: string, signal?: AbortSignal): Promise<readonly Relation[]> {
  const folder = posix.dirname(part);
  const relations: Relation[] = [];
  const file = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  await scanPart(zip, file, signal, {
    open(name, attributes) {
      const target = attributes.get('Target');
      if (name !== 'Relationship' || target === undefined || attributes.get('TargetMode') === 'External') return; // nothing outside is read
      relations.push({
        id: attributes.get('Id') ?? '',
        kind: posix.basename(attributes.get('Type') ?? ''),
        part: target.startsWith('/') ? target.slice(1) : posix.join(folder, target),
      });
    },
    close() {},
  });
  return relations;
}

/** What the numbers of each style stand for, by its place in the list. */
export async function readStyles(zip: ZipFile, part: string | undefined, signal?: AbortSignal) {
  const formats = new Map<number, string>();
  const styles: (DateKind | undefined)[] = [];
  const inside: string[] = [];
  if (part === undefined) return styles;
  await scanPart(zip, part, signal, {
    open(name, attributes) {
      const id = Number(attributes.get('numFmtId') ?? 0);
      if (name === 'numFmt') formats.set(id, attributes.get('formatCode') ?? '');
      if (name === 'xf' && inside.at(-1) === 'cellXfs') {
        const code = formats.get(id);
        styles.push(code === undefined ? builtInKind(id) : kindOfFormat(code));
      }
      inside.push(name);
    },
    close: () => void inside.pop(),
  });
  return styles;
}

/** More characters than that in all texts of a workbook would not fit into memory beside the rest. */
const mostCharacters = 1 << 29;

/** Texts that cells name by their place. */
export async function readTexts(zip: ZipFile, part: string | undefined, signal?: AbortSignal): Promise<readonly string[]> {
  const texts: string[] = [];
  if (part === undefined) return texts;
  const { listener, text } = textCollector();
  let characters = 0;
  await scanPart(zip, part, signal, {
    ...listener,
    close(name) {
      listener.close(name);
      if (name !== 'si') return;
      const whole = text();
      characters += whole.length;
      if (characters > mostCharacters) throw new BadZip('its texts are longer than 500 million characters');
      texts.push(whole);
    },
  });
  return texts;
}

/** Gathers the text of a cell, which may stand in several runs; how it is to be pronounced is no part of it. */
export function textCollector(): { readonly listener: XmlListener; text(): string } {
  let gathered = '';
  let inText = false;
  let spoken = 0;
  return {
    listener: {
      open(name) {
        if (name === 't') inText = true;
        if (name === 'rPh') spoken++;
      },
      text(piece) {
        if (inText && spoken === 0) gathered += piece;
      },
      close(name) {
        if (name === 't') inText = false;
        if (name === 'rPh') spoken--;
      },
    },
    text() {
      const whole = gathered;
      gathered = '';
      return withCharacters(whole);
    },
  };
}

/** A workbook writes characters that XML has not as _x000D_. */
const withCharacters = (text: string): string =>
  text.includes('_x') ? text.replace(/_x([0-9A-F]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))) : text;

/** Scans one part of a workbook, if it is there. */
export async function scanPart(
  zip: ZipFile,
  part: string,
  signal: AbortSignal | undefined,
  listener: XmlListener,
): Promise<boolean> {
  const bytes = zip.read(part, signal);
  if (bytes === undefined) return false;
  await scanXml(bytes, () => listener);
  return true;
}
