import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { columnFromArray, dictionary, float64, int64, tableFromColumns, tableFromIPC, tableToIPC, utf8 } from '@uwdata/flechette';
import fc from 'fast-check';
import { run, verify } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeArrow } from '../../src/formats/write-arrow.ts';
import { checkArrow } from '../../src/verify/arrow-beside.ts';
import { draws } from '../suite/draws.ts';

let home: string;
const files = { series: 'prism_anonymized', events: 'anonymized_events', table: 'kaca_anonymized' } as const;
type Family = keyof typeof files;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'shoal-arrow-out-'));
  const rows = Array.from(
    { length: 60 },
    (_, i) => `p${i},${i % 7},${(i * i) % 11},${i % 5}.5,"a, ""b"" ${i % 3}",${i % 2 ? '' : 'x'},2024-03-1${i % 3}T08:00:00`,
  );
  writeFileSync(join(home, 'rows.csv'), `who,h1,h2,h3,word,note,when\n${rows.join('\n')}\n`);
  const shared = { input: join(home, 'rows.csv'), k: 3, format: 'arrow', subject: 'who', threads: 1, seed: 1 } as const;
  const outs = { series: join(home, 'series'), events: join(home, 'events'), table: join(home, 'table') };
  const made = {
    series: await run({
      ...{ ...shared, out: outs.series, series: ['h1', 'h2', 'h3'], segments: 3, intervals: 'columns' },
      ...{ sensitive: ['word', 'note'], drop: ['when'] },
    }),
    events: await run({ ...shared, out: outs.events, family: 'events', time: 'when', event: 'word' }),
    table: await run({
      ...{ ...shared, out: outs.table, family: 'table', quasi: ['h1', 'word'], aggregate: ['count', 'avg:h3'] },
      drop: ['h2', 'note', 'when'],
    }),
  };
  for (const [family, name] of Object.entries(files)) {
    const release = made[family as Family];
    expect(release.ok ? release.value.files : release.problems).toEqual([`${name}.csv`, `${name}.arrow`]);
  }
});
afterAll(() => rmSync(home, { recursive: true }));

const tableIn = (family: Family) =>
  tableFromIPC(readFileSync(join(home, family, `${files[family]}.arrow`)), { useBigInt: false });

/** A release with other Arrow, whose hash is made to fit. */
async function verdictOf(family: Family, bytes: Uint8Array, change: (manifest: Record<string, unknown>) => void = () => {}) {
  const folder = join(home, 'forged');
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(home, family), folder, { recursive: true });
  const name = `${files[family]}.arrow`;
  writeFileSync(join(folder, name), bytes);
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  const entry = manifest.files.find((file: { name: string }) => file.name === name);
  entry.sha256 = createHash('sha256').update(bytes).digest('hex');
  entry.bytes = bytes.length;
  change(manifest);
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const found = await verify(folder);
  return found.ok ? found.value.breaches.map(({ kind }) => kind) : found.problems.map(({ code }) => code);
}

describe('a release that leaves as Arrow too', () => {
  it('says what the rows say, with the types of its columns, and holds', async () => {
    for (const family of ['series', 'events', 'table'] as const) {
      const [header, ...lines] = readFileSync(join(home, family, `${files[family]}.csv`), 'utf8')
        .trimEnd()
        .split('\n');
      const table = tableIn(family);
      expect(table.numRows).toBe(lines.length);
      expect(table.names.join(family === 'events' ? ';' : ',')).toBe(header);
      expect(await verify(join(home, family))).toMatchObject({ ok: true, value: { holds: true } });
    }
    const [first] = readFileSync(join(home, 'series/prism_anonymized.csv'), 'utf8').split('\n').slice(1);
    const cells = tableIn('series').toArray()[0] as Record<string, unknown>;
    expect(first.split(',').slice(0, 3).map(Number)).toEqual([cells.GroupID, cells.h1_min, cells.h1_max]);
    expect(tableIn('series').toArray()).toContainEqual(expect.objectContaining({ word: 'a, "b" 1', note: '' }));
    expect(new Set(tableIn('table').getChild('count')?.toArray())).not.toContain(null);
  });

  it('is refused whatever is changed in it, though its hash is made to fit', async () => {
    const bytes = readFileSync(join(home, 'series/prism_anonymized.arrow'));
    const table = tableFromIPC(bytes, { useBigInt: true });
    const again = (take: (name: string, cells: unknown[]) => unknown[], unused = '') => {
      const columns = table.names.map((name): [string, ReturnType<typeof columnFromArray>] => {
        const cells = take(name, [...(table.getChild(name)?.toArray() ?? [])]);
        const type = typeof cells[0] === 'bigint' ? int64() : typeof cells[0] === 'number' ? float64() : dictionary(utf8());
        return [name, columnFromArray(name === unused ? [...cells.slice(0, -1), 'Ann'] : cells, type)];
      });
      return tableToIPC(tableFromColumns(columns), { format: 'file' }) ?? bytes;
    };
    expect(Buffer.from(again((_, cells) => cells)).equals(bytes)).toBe(true); // so that what follows shows something
    const padded = Buffer.from(bytes);
    padded[6] = 7; // behind the sign that a file of Arrow begins with
    const forged: Readonly<Record<string, Uint8Array>> = {
      'another value': again((name, cells) => (name === 'word' ? ['a, "b" 9', ...cells.slice(1)] : cells)),
      'another bound': again((name, cells) => (name === 'h1_min' ? [-1, ...cells.slice(1)] : cells)),
      'rows in another order': again((_, cells) => cells.toReversed()),
      'a row less': again((_, cells) => cells.slice(1)),
      'a text that no row has': again((_, cells) => cells, 'note'),
      'a stream in place of a file': tableToIPC(table, { format: 'stream' }) ?? bytes,
      'a byte of padding': padded,
      'something behind it': Buffer.concat([bytes, Buffer.from('Ann')]),
      'a cut': bytes.subarray(0, bytes.length - 40),
      nothing: new Uint8Array(),
    };
    for (const [name, made] of Object.entries(forged)) expect(await verdictOf('series', made), name).toEqual(['other-bytes']);
  });

  it('is no other file than the one beside its rows', async () => {
    const bytes = readFileSync(join(home, 'table/kaca_anonymized.arrow'));
    const data = (manifest: Record<string, unknown>) => manifest.data as Record<string, unknown>;
    expect(
      await verdictOf('table', bytes, (manifest) => Object.assign(data(manifest), { arrow: 'kaca_anonymized.csv' })),
    ).toContain('foreign-file');
    expect(await verdictOf('table', bytes, (manifest) => delete data(manifest).arrow)).toContain('foreign-file');
    expect(
      await verdictOf('table', bytes, (manifest) => {
        manifest.files = (manifest.files as { name: string }[]).filter(({ name }) => !name.endsWith('.arrow'));
      }),
    ).toContain('undeclared-data-file');
  });

  it('has no parts, and no cells that a spreadsheet would run', async () => {
    const shared = {
      family: 'table',
      input: join(home, 'rows.csv'),
      subject: 'who',
      quasi: ['h1'],
      drop: ['h2', 'h3', 'word', 'note', 'when'],
    };
    for (const more of [{ partRows: 100 }, { spreadsheetSafe: true }]) {
      const made = await run({ ...shared, ...more, format: 'arrow', out: join(home, 'refused') } as Parameters<typeof run>[0]);
      expect(made).toMatchObject({ ok: false, problems: [{ code: 'policy/bad-value' }] });
    }
    expect(existsSync(join(home, 'refused'))).toBe(false);
  });

  it('is found again by the judge whatever cells hold', async () => {
    const texts = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', 'é', '\u{1f41f}', ' ', '-', '0'), maxLength: 6 });
    const rows = fc.array(fc.tuple(texts, fc.option(fc.integer(), { nil: '' }), fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }), { nil: '' })), { minLength: 1, maxLength: 30 }); // biome-ignore format: one table
    const folder = mkdtempSync(join(home, 'drawn-'));
    await fc.assert(
      fc.asyncProperty(rows, fc.constantFrom(',' as const, ';' as const), async (cells, delimiter) => {
        const lines = [['text', 'whole', 'number'], ...cells].map((row) =>
          row
            .map((cell) => (typeof cell === 'string' && cell !== '' ? `"${cell.replaceAll('"', '""')}"` : String(cell)))
            .join(delimiter),
        );
        writeFileSync(join(folder, 'rows.csv'), `${lines.join('\n')}\n`);
        rmSync(join(folder, 'rows.arrow'), { force: true });
        const columns = (['text', 'whole', 'number'] as const).map((name) => ({ name, cells: name }));
        await writeArrow(join(folder, 'rows.csv'), join(folder, 'rows.arrow'), { delimiter, columns });
        const kinds = { text: 'text', whole: 'integer', number: 'number' } as const;
        const manifest = {
          data: { file: 'rows.csv', format: 'csv', arrow: 'rows.arrow', delimiter },
          columns: columns.map(({ name }) => ({ name, kind: kinds[name] })),
        };
        expect(await checkArrow(folder, manifest as unknown as Parameters<typeof checkArrow>[1])).toEqual([]);
        const table = tableFromIPC(readFileSync(join(folder, 'rows.arrow')), { useBigInt: false });
        expect(table.toArray().map((row) => [row.text, row.whole ?? '', row.number ?? ''])).toEqual(
          cells.map(([text, whole, number]) => [text, whole, typeof number === 'number' ? number + 0 : '']),
        );
      }),
      { numRuns: draws(60) },
    );
  });
});
