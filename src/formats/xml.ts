/** What a document says, told in the order in which it says it. Names are without their prefix. */
export interface XmlListener {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  /** Text between tags; one stretch of it may come in several pieces. Left out by those who need none. */
  text?(text: string): void;
}

export type Attributes = ReadonlyMap<string, string>;

/** Text that is no XML, or more than is needed of it. The reason never holds what was read. */
export class BrokenXml extends Error {
  readonly line: number;
  readonly why: string;
  constructor(line: number, why: string) {
    super(why);
    this.line = line;
    this.why = why;
  }
}

export interface XmlScanner {
  /** The next piece of the document. */
  push(piece: string): void;
  /** Says that there is no more. */
  end(): void;
  /** Where the scanner stands, counted from 1. */
  line(): number;
}

/** Neither a name, a value nor a comment is longer; a document that is one endless tag fills no memory. */
const longestPiece = 16 << 20;
const deepest = 64;

/**
 * A scanner that is fed, and holds no more of a document than one tag of it. It reads what data files are written in: elements, attributes, text,
 * CDATA, and the five entities and character references of XML itself. A document type is refused, and with it whatever could make a
 * document read another file, ask an address, or grow out of a few lines.
 */
export function createXmlScanner(listener: XmlListener): XmlScanner {
  let text = '';
  let at = 0;
  let linesBefore = 0;
  const open: string[] = [];
  let rooted = false;

  const line = () => 1 + linesBefore + countBreaks(text, at);
  const faultOf = (why: string) => new BrokenXml(line(), why);
  const forget = () => {
    linesBefore += countBreaks(text, at);
    text = text.slice(at);
    at = 0;
    if (text.length > longestPiece) throw faultOf('A tag, a comment or a value is longer than 16 million characters.');
  };
  /** Where a piece that begins here ends; -1 where that is still to come. */
  const endOf = (mark: string, from: number, last: boolean, what: string): number => {
    const end = text.indexOf(mark, from);
    if (end < 0 && last) throw faultOf(`${what} does not end.`);
    return end;
  };

  const putText = (piece: string, raw = false) => {
    if (open.length > 0) listener.text?.(raw ? lineFeeds(piece) : plainText(lineFeeds(piece), faultOf));
    else if (/[^\s\ufeff]/.test(piece)) throw faultOf('Text stands outside of the outermost element.');
  };
  const putTag = (tag: string) => {
    if (tag.startsWith('/')) {
      const name = localName(tag.slice(1).trim());
      if (open.pop() !== name) throw faultOf('A closing tag does not belong to the element that is open.');
      listener.close(name);
      return;
    }
    const empty = tag.endsWith('/');
    const { name, attributes } = tagIn(empty ? tag.slice(0, -1) : tag, faultOf);
    if (open.length === 0 && rooted) throw faultOf('There is a second outermost element.');
    if (open.length >= deepest) throw faultOf(`Elements lie in each other more than ${deepest} deep.`);
    rooted = true;
    listener.open(name, attributes);
    if (empty) listener.close(name);
    else open.push(name);
  };

  /** Takes what is whole; answers whether there was something. */
  const step = (last: boolean): boolean => {
    if (at >= text.length) return false;
    if (text.charCodeAt(at) !== lessThan) {
      const next = text.indexOf('<', at);
      if (next < 0 && !last) {
        const safe = text.length - 16; // an entity or a line end may be cut in two
        const cut = text.lastIndexOf('&') > safe ? text.lastIndexOf('&') : text.endsWith('\r') ? text.length - 1 : text.length;
        if (cut <= at || text.length - at < 1 << 16) return false;
        putText(text.slice(at, cut));
        at = cut;
        return false;
      }
      const end = next < 0 ? text.length : next;
      putText(text.slice(at, end));
      at = end;
      return true;
    }
    if (text.length - at < 9 && !last) return false;
    if (text.startsWith('<!--', at)) return skipTo('-->', at + 4, last, 'A comment');
    if (text.startsWith('<![CDATA[', at)) {
      const end = endOf(']]>', at + 9, last, 'A CDATA section');
      if (end < 0) return false;
      putText(text.slice(at + 9, end), true);
      at = end + 3;
      return true;
    }
    if (text.startsWith('<!', at))
      throw faultOf('It has a document type (<!DOCTYPE …>), which may name other files and is never followed.');
    if (text.startsWith('<?', at)) return skipTo('?>', at + 2, last, 'A processing instruction');
    const end = tagEnd(text, at + 1);
    if (end < 0) {
      if (last) throw faultOf('A tag does not end.');
      return false;
    }
    putTag(text.slice(at + 1, end));
    at = end + 1;
    return true;
  };
  const skipTo = (mark: string, from: number, last: boolean, what: string): boolean => {
    const end = endOf(mark, from, last, what);
    if (end < 0) return false;
    at = end + mark.length;
    return true;
  };

  return {
    push(piece) {
      text += piece;
      while (step(false));
      forget();
    },
    end() {
      while (step(true));
      if (open.length > 0) throw faultOf('It ends before its last element does: it was cut short.');
      if (!rooted) throw faultOf('It holds no element.');
    },
    line,
  };
}

const lessThan = 60;
const greaterThan = 62;
const doubleQuote = 34;
const singleQuote = 39;

/** Where a tag ends: a > within a quoted value is a part of it. */
function tagEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === greaterThan) return at;
    if (sign !== doubleQuote && sign !== singleQuote) continue;
    at = text.indexOf(sign === doubleQuote ? '"' : "'", at + 1);
    if (at < 0) return -1;
  }
  return -1;
}

const isName = /^[^\s"'<>/=&!?]+$/;
const attribute = /\s+([^\s"'<>/=&]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;

function tagIn(tag: string, faultOf: (why: string) => BrokenXml): { name: string; attributes: Attributes } {
  let nameEnd = 0;
  while (nameEnd < tag.length && tag.charCodeAt(nameEnd) > 32) nameEnd++;
  const name = tag.slice(0, nameEnd);
  if (!isName.test(name)) throw faultOf('A tag has no name.');
  const attributes = new Map<string, string>();
  attribute.lastIndex = nameEnd;
  let end = nameEnd;
  for (let found = attribute.exec(tag); found !== null; found = attribute.exec(tag)) {
    end = attribute.lastIndex;
    const [, key, double, single] = found;
    if (attributes.has(key)) throw faultOf('A tag has one attribute twice.');
    attributes.set(key, plainText(blanks(double ?? single), faultOf));
  }
  if (tag.slice(end).trim() !== '') throw faultOf('A tag has something in it that is no attribute.');
  return { name: localName(name), attributes };
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** XML takes every way to end a line for one, and in a value for a blank. */
const lineFeeds = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);
const blanks = (text: string): string => (/[\t\r\n]/.test(text) ? text.replace(/\r\n|[\t\r\n]/g, ' ') : text);

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Text with its entities and character references replaced by what they stand for, once. */
function plainText(text: string, faultOf: (why: string) => BrokenXml): string {
  if (!text.includes('&')) return text;
  return text.replace(/&([^;&\s]{0,32};)?/g, (_, reference: string | undefined) => {
    const name = reference?.slice(0, -1) ?? '';
    const known = named[name];
    if (known !== undefined) return known;
    const [, hex, decimal] = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? [];
    const code = hex === undefined ? Number(decimal ?? Number.NaN) : Number.parseInt(hex, 16);
    if (!isCharacter(code)) throw faultOf('An & begins no entity that XML itself knows, and no character.');
    return String.fromCodePoint(code);
  });
}

const isCharacter = (code: number): boolean =>
  code === 9 || code === 10 || code === 13 || (code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff));

function countBreaks(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
