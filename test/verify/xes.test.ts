import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { run, verify } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quotedText } from '../../src/formats/cell-text.ts';
import { writeXes } from '../../src/formats/write-xes.ts';
import { readXes } from '../../src/formats/xes-file.ts';
import { checkXes } from '../../src/verify/events/xes-beside.ts';
import { tableInMemory } from '../formats/table-in-memory.ts';
import { draws } from '../suite/draws.ts';

let home: string;
const file = 'anonymized_events.xes';
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'shoal-xes-out-'));
  const events = Array.from(
    { length: 240 },
    (_, i) => `"w<${i % 12}> & ""co""";2024-03-${10 + (i % 2)}T0${8 + (i % 2)}:00:00;a${i % 2}\n`,
  );
  writeFileSync(join(home, 'log.csv'), `who;when;what\n${events.join('')}`);
  for (const pseudonym of ['keep', 'drop', 'random'] as const) {
    const made = await run({
      ...{ family: 'events', input: join(home, 'log.csv'), subject: 'who', time: 'when', event: 'what', k: 3 },
      ...{ format: 'xes', pseudonym, out: join(home, pseudonym), threads: 1 },
    });
    expect(made.ok ? made.value.files : made.problems).toEqual(['anonymized_events.csv', file]);
  }
});
afterAll(() => rmSync(home, { recursive: true }));

async function rowsIn(path: string) {
  const rows = tableInMemory();
  await readXes({ name: file, path, gzip: false }, rows);
  return rows.records();
}

describe('a log that leaves as XES too', () => {
  it('says what the rows say, trace by trace, and holds', async () => {
    for (const pseudonym of ['keep', 'drop', 'random']) {
      const folder = join(home, pseudonym);
      const [header, ...lines] = readFileSync(join(folder, 'anonymized_events.csv'), 'utf8').trimEnd().split('\n');
      const found = await rowsIn(join(folder, file));
      expect(found.length).toBe(lines.length);
      expect(Object.keys(found[0]).length).toBe(header.split(';').length);
      expect(new Set(found.map((row) => row['case:concept:name'])).size).toBe(pseudonym === 'drop' ? 1 : 12);
      expect(await verify(folder, { original: { file: join(home, 'log.csv') } })).toMatchObject({
        ok: true,
        value: { holds: true },
      });
    }
    expect((await rowsIn(join(home, 'keep', file)))[0]['case:concept:name']).toMatch(/^w<\d+> & "co"$/);
  });

  it('is refused whatever is changed in it, though its hash is made to fit', async () => {
    const tamperings: Readonly<Record<string, (text: string) => string>> = {
      'another value': (text) => text.replace('value="a0"', 'value="a1"'),
      'a blank': (text) => text.replace('<trace>', '<trace> '),
      'a comment': (text) => text.replace('<trace>', '<!-- Ann --><trace>'),
      'a blank line at the end': (text) => `${text}\n`,
      'something after the end': (text) => `${text}<!-- x -->`,
      'another spelling of a sign': (text) => text.replace('&lt;', '&#60;'),
      'attributes in another order': (text) => text.replace(/<event>(<string [^>]*>)(<string [^>]*>)/, '<event>$2$1'),
      'an event less': (text) => text.replace(/<event>.*\n/, ''),
      'an event twice': (text) => text.replace(/<event>.*\n/, '$&$&'),
      'an event of another trace': (text) =>
        text.replace('</trace>\n<trace>', '').replace(/<string key="concept:name" value="w[^>]*>\n(?=<event>)/, ''),
      'traces in another order': (text) => text.replace(/(<trace>[\s\S]*?<\/trace>\n)(<trace>[\s\S]*?<\/trace>\n)/, '$2$1'),
      'an attribute of the log': (text) => text.replace('<trace>', '<string key="owner" value="Ann"/>\n<trace>'),
      'a cut': (text) => text.slice(0, -20),
      nothing: () => '',
    };
    for (const [name, tamper] of Object.entries(tamperings)) {
      const folder = join(home, 'forged');
      cpSync(join(home, 'keep'), folder, { recursive: true });
      const text = tamper(readFileSync(join(folder, file), 'utf8'));
      expect(text, name).not.toBe(readFileSync(join(folder, file), 'utf8'));
      writeFileSync(join(folder, file), text);
      const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
      const entry = manifest.files.find((one: { name: string }) => one.name === file);
      Object.assign(entry, { sha256: createHash('sha256').update(text).digest('hex'), bytes: Buffer.byteLength(text) });
      writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
      const verdict = await verify(folder);
      expect(verdict.ok && verdict.value.breaches, name).toContainEqual({ kind: 'other-bytes', file });
      rmSync(folder, { recursive: true });
    }
  });

  it('is there and declared, or nothing holds', async () => {
    const folder = join(home, 'gone');
    cpSync(join(home, 'random'), folder, { recursive: true });
    rmSync(join(folder, file));
    expect(await verify(folder)).toMatchObject({ ok: true, value: { holds: false, breaches: [{ kind: 'missing-file', file }] } });
    cpSync(join(home, 'random', file), join(folder, file));
    const path = join(folder, 'manifest.json');
    const {
      data: { xes: _, ...data },
      ...manifest
    } = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, `${JSON.stringify({ ...manifest, data }, null, 2)}\n`);
    const verdict = await verify(folder);
    expect(verdict).toMatchObject({ ok: true, value: { holds: false } });
    expect(JSON.stringify(verdict)).toContain('foreign-file');
  });

  it('is of events alone, and not for spreadsheets', async () => {
    const input = join(home, 'log.csv');
    expect(await run({ family: 'table', input, quasi: 'what', format: 'xes' } as never)).toMatchObject({ ok: false });
    expect(await run({ family: 'events', input, format: 'xes', spreadsheetSafe: true })).toMatchObject({
      ok: false,
      problems: [{ code: 'policy/bad-value' }],
    });
  });
});

describe('two writers of XES', () => {
  const anyCell = fc.oneof(
    fc.constantFrom('a', '"', ';', 'x\ny', '<&>', '#1', 'č', '😀', '\t', "'"),
    fc.string({ unit: 'grapheme', maxLength: 6 }).filter((text) => !/\p{C}/u.test(text)),
  );
  it('agree on any rows, with ids and without', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(anyCell, anyCell), { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        async (cells, traces) => {
          const rows = traces ? [...cells].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)) : cells;
          const quote = (text: string) => (/[;#]/.test(text) && !/[",\r\n]/.test(text) ? `"${text}"` : quotedText(text));
          const names = traces ? ['who', 'generalized_event'] : ['generalized_event', 'week_number'];
          const filled = rows.map((row) => row.map((cell) => cell || '-'));
          writeFileSync(join(home, 'rows.csv'), [names, ...filled].map((row) => `${row.map(quote).join(';')}\n`).join(''));
          rmSync(join(home, file), { force: true });
          writeXes(join(home, 'rows.csv'), join(home, file), { traces, activity: 'generalized_event' });
          const columns = names.map((name, at) => ({ name, role: traces && at === 0 ? 'subject' : 'quasi', kind: 'label' }));
          const manifest = { data: { file: 'rows.csv', format: 'csv', xes: file }, columns } as unknown as Parameters<
            typeof checkXes
          >[1];
          expect(await checkXes(home, manifest)).toEqual([]);
        },
      ),
      { numRuns: draws(80) },
    );
  });
});
