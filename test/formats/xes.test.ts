import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '../../src/base/problem.ts';
import { readXes } from '../../src/formats/xes-file.ts';
import { BrokenXml, createXmlScanner } from '../../src/formats/xml.ts';
import { draws } from '../suite/draws.ts';
import { tableInMemory } from './table-in-memory.ts';
import { xmlText } from './workbooks.ts';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-xes-'));
});
afterAll(() => rmSync(home, { recursive: true }));

async function read(text: string | Buffer, gzip = false) {
  const path = join(home, 'log.xes');
  writeFileSync(path, gzip ? gzipSync(text) : text);
  const rows = tableInMemory();
  const notes = await readXes({ name: 'log.xes', path, gzip }, rows);
  return { records: rows.records(), notes };
}

async function problemOf(reading: Promise<unknown>) {
  const refusal = await reading.then(
    () => undefined,
    (error) => error,
  );
  expect(refusal).toBeInstanceOf(Refusal);
  const [{ code, where, why }] = (refusal as Refusal).problems;
  return { code, where, why };
}

const log = (inside: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<!-- a log -->\n<log xes.version="1.0" xmlns="http://www.xes-standard.org/">\n${inside}\n</log>\n`;

describe('an event log in XES', () => {
  it('is a row for each event, with the attributes of its trace', async () => {
    const { records, notes } = await read(
      log(`<extension name="Concept" prefix="concept" uri="http://www.xes-standard.org/concept.xesext"/>
<global scope="event"><string key="concept:name" value="name"/></global>
<classifier name="Activity" keys="concept:name"/>
<string key="origin" value="a system"/>
<trace>
 <string key="concept:name" value="case &amp; 1"/>
 <int key="age" value="41"/>
 <event><string key="concept:name" value="register"/><date key="time:timestamp" value="2010-12-30T11:02:00.000+01:00"/></event>
 <event><string key="concept:name" value="pay &lt;now&gt;"/><float key="cost" value="3.50"/><boolean key="paid" value="1"/></event>
</trace>
<trace><string key="concept:name" value="case 2"/><event><id key="who" value="7"/></event></trace>`),
    );
    expect(notes).toEqual([]);
    expect(records).toEqual([
      {
        ...{ 'case:concept:name': 'case & 1', 'case:age': '41', 'concept:name': 'register' },
        ...{ 'time:timestamp': '2010-12-30T11:02:00.000+01:00', cost: '', paid: '', who: '' },
      },
      {
        ...{ 'case:concept:name': 'case & 1', 'case:age': '41', 'concept:name': 'pay <now>' },
        ...{ 'time:timestamp': '', cost: '3.50', paid: 'true', who: '' },
      },
      {
        ...{ 'case:concept:name': 'case 2', 'case:age': '', 'concept:name': '' },
        ...{ 'time:timestamp': '', cost: '', paid: '', who: '7' },
      },
    ]);
  });

  it('gives back the attributes that were written, whatever they are, compressed or not', async () => {
    const anyText = fc.string({ unit: 'grapheme', maxLength: 10 }).filter((text) => !/\p{C}/u.test(text));
    const anyKey = fc.constantFrom('concept:name', 'org:resource', 'š', 'a "b"');
    const anyAttributes = fc.dictionary(anyKey, anyText, { noNullPrototype: true });
    const anyTrace = fc.record({ own: anyAttributes, events: fc.array(anyAttributes, { maxLength: 4 }) });
    const text = (given: Record<string, string>) =>
      Object.entries(given)
        .map(([key, value]) => `<string key="${xmlText(key)}" value='${xmlText(value)}'/>`)
        .join('\n');
    await fc.assert(
      fc.asyncProperty(fc.array(anyTrace, { minLength: 1, maxLength: 5 }), fc.boolean(), async (traces, gzip) => {
        const wanted = traces.flatMap(({ own, events }) =>
          events.map((event) => ({
            ...Object.fromEntries(Object.entries(own).map(([key, value]) => [`case:${key}`, value])),
            ...event,
          })),
        );
        fc.pre(wanted.length > 0);
        const body = traces.map(
          ({ own, events }) => `<trace>${text(own)}${events.map((event) => `<event>${text(event)}</event>`).join('')}</trace>`,
        );
        const { records } = await read(log(body.join('\n')), gzip);
        const told = (record: Record<string, string>) =>
          Object.fromEntries(Object.entries(record).filter(([, value]) => value !== ''));
        expect(records.map(told)).toEqual(wanted.map(told));
      }),
      { numRuns: draws(40) },
    );
  });

  it('says what it does not read', async () => {
    const { records, notes } = await read(
      log(`<trace><list key="l"><values><string key="a" value="1"/></values></list>
<event><string key="a" value="1"><string key="meta" value="2"/></string></event></trace><trace/>`),
    );
    expect(records).toEqual([{ a: '1' }]);
    expect(notes.join(' ')).toMatch(/2 attributes inside of other attributes.*1 traces without an event/);
  });

  it('is refused with the line and the reason, and never with what it holds', async () => {
    const cases: readonly (readonly [inside: string, line: number, why: string])[] = [
      ['<trace>\n<event>\n<string key="secret" value="s"></event></trace>', 6, 'closing tag'],
      ['<trace><event><int key="a" value="secret"/></event></trace>', 4, 'value of a <int>'],
      ['<trace><event><date key="a" value="1.2.2024"/></event></trace>', 4, 'value of a <date>'],
      ['<trace><event><string value="secret"/></event></trace>', 4, 'no key'],
      ['<trace><event><string key="a" value="1"/><string key="a" value="2"/></event></trace>', 4, 'twice'],
      ['<trace><event/>\n<string key="a" value="1"/></trace>', 5, 'after an event'],
      ['<trace><event><string key="a" value="&secret;"/></event></trace>', 4, 'entity'],
      ['<trace><event><string key="a" value="&#0;"/></event></trace>', 4, 'no character'],
      ['<trace><event><string key=a value="1"/></event></trace>', 4, 'no attribute'],
      ['<trace><event><secret/></event></trace>', 4, 'no attribute of XES'],
      ['<event><event/></event>', 4, 'inside of something else'],
    ];
    for (const [inside, line, why] of cases) {
      const problem = await problemOf(read(log(inside)));
      expect(problem).toMatchObject({ code: 'input/bad-xes', where: `log.xes, line ${line}` });
      expect(problem.why).toContain(why);
      expect(problem.why).not.toContain('secret');
    }
  });

  it('is refused where it is no log, is cut short, or would reach for another file', async () => {
    const whole = log('<trace><event><string key="a" value="1"/></event></trace>');
    for (const cut of [20, 60, 150, whole.length - 6])
      expect((await problemOf(read(whole.slice(0, cut)))).code).toBe('input/bad-xes');
    expect((await problemOf(read('<html></html>'))).why).toContain('no event log');
    const outside = '<?xml version="1.0"?>\n<!DOCTYPE log [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<log>&x;</log>';
    expect(await problemOf(read(outside))).toMatchObject({
      where: 'log.xes, line 2',
      why: expect.stringContaining('document type'),
    });
    const laughs = '<!DOCTYPE log [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><log/>';
    expect((await problemOf(read(laughs))).why).toContain('document type');
    const latin = Buffer.from('<log><trace><event><string key="a" value="\xe9"/></event></trace></log>', 'latin1');
    expect((await problemOf(read(latin))).why).toContain('UTF-8');
    expect((await problemOf(read(log('<trace/>')))).code).toBe('input/no-rows');
  });

  it('may be encoded otherwise, where it says so', async () => {
    const text =
      '<?xml version="1.0" encoding="ISO-8859-1"?><log><trace><event><string key="a" value="é"/></event></trace></log>';
    expect((await read(Buffer.from(text, 'latin1'))).records).toEqual([{ a: 'é' }]);
    expect((await read(Buffer.from(`\ufeff${text.replace('ISO-8859-1', 'UTF-16')}`, 'utf16le'))).records).toEqual([{ a: 'é' }]);
  });
});

describe('the scanner of XML', () => {
  const told = (pieces: readonly string[]): string => {
    let out = '';
    const scanner = createXmlScanner({
      open: (name, attributes) => void (out += `(${name}${[...attributes].map(([key, value]) => ` ${key}=${value}`).join('')}`),
      close: (name) => void (out += `${name})`),
      text: (text) => void (out += text),
    });
    for (const piece of pieces) scanner.push(piece);
    scanner.end();
    return out;
  };
  const document =
    "<?xml version='1.0'?>\r\n<!-- > --><x:a b='>' c=\"'\n&#x41;\">1 &amp; 2\r\n<![CDATA[<not & this>]]><d/><!-- & --></x:a >\n";

  it('says the same however a document is cut into pieces', () => {
    const whole = told([document]);
    expect(whole).toBe("(a b=> c=' A1 & 2\n<not & this>(dd)a)");
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: document.length }), { maxLength: 6 }), (cuts) => {
        const at = [0, ...[...cuts].sort((a, b) => a - b), document.length];
        expect(told(at.slice(1).map((end, i) => document.slice(at[i], end)))).toBe(whole);
      }),
      { numRuns: draws(200) },
    );
  });

  it('refuses what is no XML', () => {
    const broken = [
      '',
      'x',
      '<a>',
      '<a></b>',
      '<a/><b/>',
      '<a b="1" b="2"/>',
      '<a b="<"/>',
      '<a>&nbsp;</a>',
      '<a',
      '<a><![CDATA[',
      '< a/>',
    ];
    for (const text of broken) expect(() => told([text]), text).toThrow(BrokenXml);
    expect(() => told(['<a>'.repeat(100)])).toThrow('deep');
    expect(() => told(['<a b="', ...Array.from({ length: 18 }, () => 'x'.repeat(1 << 20))])).toThrow('longer');
  });
});
