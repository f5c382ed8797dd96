import { deflateRawSync } from 'node:zlib';
import { crc32Of } from './crc32.ts';

export type Cell = string | number | boolean | Date | null | { readonly xml: string };

export interface SheetMade {
  readonly name: string;
  readonly rows: readonly (readonly Cell[])[];
  /** After the cells, such as merged ranges. */
  readonly after?: string;
}

export interface WorkbookMade {
  readonly texts?: 'shared' | 'inline';
  readonly from1904?: boolean;
  readonly styles?: string;
}

/** A workbook as Excel would write it, in its few necessary parts. */
export function workbookOf(
  sheets: readonly SheetMade[],
  { texts = 'shared', from1904 = false, styles }: WorkbookMade = {},
): Buffer {
  const shared: string[] = [];
  const cellXml = (value: Cell, at: string): string => {
    if (value === null) return '';
    if (value instanceof Date) return `<c r="${at}" s="1"><v>${serialOf(value, from1904)}</v></c>`;
    if (typeof value === 'object') return value.xml.replaceAll('{at}', at);
    if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`;
    if (typeof value === 'boolean') return `<c r="${at}" t="b"><v>${Number(value)}</v></c>`;
    if (texts === 'inline') return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${xmlText(value)}</t></is></c>`;
    const place = shared.includes(value) ? shared.indexOf(value) : shared.push(value) - 1;
    return `<c r="${at}" t="s"><v>${place}</v></c>`;
  };
  const sheetXml = ({ rows, after = '' }: SheetMade) =>
    `<worksheet xmlns="${main}"><sheetData>${rows
      .map((cells, r) => `<row r="${r + 1}">${cells.map((cell, c) => cellXml(cell, `${lettersOf(c)}${r + 1}`)).join('')}</row>`)
      .join('\n')}</sheetData>${after}</worksheet>`;
  const parts = sheets.map((sheet, i) => [`xl/worksheets/sheet${i + 1}.xml`, sheetXml(sheet)] as const);
  return zipOf({
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relations([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<?xml version="1.0" encoding="UTF-8"?><workbook xmlns="${main}" xmlns:r="${office}"><workbookPr${from1904 ? ' date1904="1"' : ''}/><sheets>${sheets
      .map(({ name }, i) => `<sheet name="${xmlText(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_, i) => [`rId${i + 1}`, 'worksheet', `worksheets/sheet${i + 1}.xml`] as const),
      ['rIdS', 'styles', 'styles.xml'],
      ['rIdT', 'sharedStrings', '/xl/sharedStrings.xml'],
    ]),
    'xl/styles.xml': `<styleSheet xmlns="${main}">${styles ?? '<cellXfs><xf numFmtId="0"/><xf numFmtId="22"/><xf numFmtId="14"/></cellXfs>'}</styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${shared.map((text) => `<si><t xml:space="preserve">${xmlText(text)}</t></si>`).join('')}</sst>`,
    ...Object.fromEntries(parts),
  });
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const relations = (list: readonly (readonly [id: string, kind: string, target: string])[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
    .map(([id, kind, target]) => `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** Days since the end of 1899, or since 1904; of times after February 1900. */
const serialOf = (date: Date, from1904: boolean): number =>
  (date.getTime() - (from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30))) / 86_400_000;

export const xmlText = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/\r/g, '&#13;');

const lettersOf = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : lettersOf(Math.floor(column / 26) - 1) + lettersOf(column % 26);

/** An archive of these files, as small as it may be. */
export function zipOf(files: Readonly<Record<string, string | Buffer>>, flags = 0): Buffer {
  const locals: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32Of(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    list.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, place, Buffer.from(name)]));
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(list.length, 8);
  end.writeUInt16LE(list.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}
