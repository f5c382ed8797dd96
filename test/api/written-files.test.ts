import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { draftPolicy, inspect, type PolicyInput, releasedRows, run, verify } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeNumber, writeTime } from '../inspect/written.ts';
import { draws } from '../suite/draws.ts';

let home = '';
let made = 0;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-written-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

function fileOf(lines: readonly string[], bytes: (text: string) => Uint8Array = Buffer.from, name = 'csv'): string {
  const path = join(home, `${made++}.${name}`);
  writeFileSync(path, bytes(`${lines.join('\n')}\n`));
  return path;
}

const latin = (text: string) => Buffer.from(text, 'latin1');
const wide = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

type Settings = PolicyInput & { readonly input: string };

/** Runs, proves the release against the file it came from, and gives the folder. */
async function released(settings: Readonly<Record<string, unknown>> & { readonly input: string }): Promise<string> {
  const out = join(home, `release-${made++}`);
  const done = await run({ threads: 1, seed: 1, ...settings, out } as Settings);
  expect(done.ok ? [] : done.problems).toEqual([]);
  const verdict = await verify(out, { original: { file: settings.input }, threads: 1 });
  expect(verdict.ok ? verdict.value.breaches : verdict.problems).toEqual([]);
  return out;
}

async function refusal(settings: Readonly<Record<string, unknown>> & { readonly input: string }) {
  const done = await run({ threads: 1, ...settings, out: join(home, `never-${made++}`) } as Settings);
  return done.ok ? undefined : done.problems[0];
}

const at = (hour: number, day = 4) => new Date(Date.UTC(2024, 2, day, hour));

/** Twelve meters with a value at each of six hours, one row each. */
const meters = (format: string, decimal: string, thousands: string, unit: string): readonly string[] => [
  'meter_id;Zeit;Verbrauch;Städte',
  ...Array.from({ length: 72 }, (_, i) => {
    const value = writeNumber(123_450 + 1000 * (i % 12) + 17 * i, decimal, thousands, unit);
    return `m${i % 12};${writeTime(at(Math.floor(i / 12), 14), format)};${value};Süd`;
  }),
];
const plainMeters = meters('yyyy-MM-ddTHH:mm', '.', '', '');
const long = {
  method: 'naive',
  long: { subject: 'meter_id', time: 'Zeit', value: 'Verbrauch' },
  drop: ['Städte'],
  k: 3,
} as const;
const dataOf = (out: string) => readFileSync(join(out, 'naive_anonymized.csv'), 'utf8');

describe('a long table as an office writes it', () => {
  it('gives the bytes that the same table in plain form gives', async () => {
    const plain = dataOf(await released({ ...long, input: fileOf(plainMeters) }));
    const german = fileOf(meters('dd.MM.yyyy HH:mm', ',', '.', 'EUR'), latin);
    const settings = {
      encoding: 'windows-1252',
      decimal: ',',
      thousands: '.',
      unit: 'EUR',
      timeFormat: 'dd.MM.yyyy HH:mm',
    } as const;
    expect(dataOf(await released({ ...long, ...settings, input: german }))).toBe(plain);
    const swiss = fileOf(meters('d/M/yyyy H:mm', '.', "'", 'CHF'), wide);
    const perColumn = {
      thousands: { Verbrauch: "'" },
      unit: { Verbrauch: ['CHF', 'Fr.'] },
      timeFormat: { Zeit: 'd/M/yyyy H:mm' },
    } as const;
    expect(dataOf(await released({ ...long, ...perColumn, input: swiss }))).toBe(plain);
  });

  it('gives them with months by their names, years of two digits and the minus behind, too', async () => {
    const below = (sign: string) => (line: string) => line.replace(/;([\d.,]+);/, sign === 'behind' ? ';$1-;' : ';-$1;');
    const plain = dataOf(await released({ ...long, input: fileOf(plainMeters.map(below('before'))) }));
    const named = fileOf(meters('d-MMM-yy(1970) HH:mm', ',', '.', '').map(below('behind')), latin);
    const found = await inspect({ input: named, threads: 1 });
    if (!found.ok) throw new Error(found.problems[0].what);
    const { policy } = draftPolicy(found.value, named, { ...long, k: 3 });
    expect(policy).toMatchObject({ timeFormat: 'dd-MMM-yy(1970) HH:mm', decimal: ',', thousands: '.' });
    expect(dataOf(await released({ ...policy, input: named }))).toBe(plain);
  });

  it('is found by inspect and drafted as what runs', async () => {
    for (const [lines, bytes] of [
      [meters('dd.MM.yyyy HH:mm', ',', '.', 'EUR'), latin],
      [meters('M/d/yyyy h:mm a', '.', ',', '$'), Buffer.from],
      [meters('d.M.yyyy H:mm', ',', ' ', ''), wide],
      [meters('MMM d, yyyy h:mm a', '.', ',', '$').map((line) => line.replace('Süd', '"Süd; ""Stadt"""')), wide],
    ] as const) {
      const input = fileOf(lines, bytes);
      const found = await inspect({ input, threads: 1 });
      if (!found.ok) throw new Error(found.problems[0].what);
      expect(found.value.fields.map(({ kind, odd }) => [kind, odd]).slice(1, 3)).toEqual([
        ['time', 0],
        ['number', 0],
      ]);
      const { policy } = draftPolicy(found.value, input, { method: 'naive', k: 3 });
      await released({ ...policy, input });
    }
  });

  it('refuses a cell that does not fit, with its line and column and without its value', async () => {
    const settings = { ...long, decimal: ',', thousands: '.', unit: 'EUR', timeFormat: 'dd.MM.yyyy HH:mm' } as const;
    const lines = meters('dd.MM.yyyy HH:mm', ',', '.', 'EUR');
    const changed = (line: number, from: RegExp, to: string) =>
      fileOf(lines.map((text, i) => (i === line ? text.replace(from, to) : text)));
    const value = await refusal({ ...settings, input: changed(9, /;[\d.,]+ EUR/, ';98765.43 EUR') });
    expect(value).toMatchObject({
      code: 'input/unfit-cells',
      what: expect.stringMatching(/^1 of 72 cells of column "Verbrauch"/),
    });
    expect(value?.where).toMatch(/line 10$/);
    expect(JSON.stringify(value)).not.toContain('98765');
    const time = await refusal({ ...settings, input: changed(30, /14\.03/, '31.02') });
    expect(time).toMatchObject({ code: 'input/unfit-cells', facts: { column: 'Zeit', cells: 1 } });
    expect(time?.where).toMatch(/line 31$/);
  });

  it('is refused without the settings, with a word on them', async () => {
    const german = fileOf(meters('dd.MM.yyyy HH:mm', ',', '.', 'EUR'));
    expect((await refusal({ ...long, input: german }))?.fix).toContain('--time-format');
    expect((await refusal({ ...long, timeFormat: 'dd.MM.yyyy HH:mm', input: german }))?.fix).toContain('--decimal');
    expect((await refusal({ ...long, input: fileOf(plainMeters, latin) }))?.fix).toContain('--encoding');
    const wrong = await refusal({ ...long, input: fileOf(plainMeters), encoding: 'utf-16' });
    expect(wrong?.code).toBe('input/broken-encoding');
    expect((await refusal({ ...long, input: fileOf(plainMeters), decimal: { Preis: ',' } }))?.code).toBe('input/missing-column');
    expect((await refusal({ ...long, input: fileOf(plainMeters), join: { Neu: ['Zeit', 'Uhr'] } }))?.code).toBe(
      'input/missing-column',
    );
  });

  it('is not what a forged release came from', async () => {
    const settings = { ...long, decimal: ',', timeFormat: 'dd.MM.yyyy HH:mm' } as const;
    const lines = meters('dd.MM.yyyy HH:mm', ',', '', '');
    const out = await released({ ...settings, input: fileOf(lines) });
    const forged = join(home, 'forged');
    cpSync(out, forged, { recursive: true });
    rmSync(join(forged, 'internal', 'manifest.json')); // nothing then says which file it was
    const other = fileOf(lines.map((line) => line.replace(/;1(\d{3}),/, ';9$1,')));
    const policy = { ...settings, subjectSpelling: 'normal' } as const;
    const found = await verify(forged, { original: { file: other, policy }, threads: 1 });
    expect(found.ok && found.value.breaches.map(({ kind }) => kind)).toContain('outside-band');
    const same = await verify(forged, { original: { file: fileOf(lines), policy }, threads: 1 });
    expect(same.ok && same.value.breaches).toEqual([]);
  });
});

describe('records and events as an office writes them', () => {
  const trips = (odd: readonly string[] = []): readonly string[] => [
    'Kennzeichen;Ort;Datum;Uhrzeit;Betrag',
    ...Array.from(
      { length: 60 },
      (_, i) =>
        `K${i % 12};Süd;${1 + (i % 28)}.4.2024;${4 * Math.floor(i / 12)}:0${i % 6};${writeNumber(90_000 + 1000 * i, ',', '.', 'EUR')}`,
    ),
    ...odd,
  ];
  const settings = {
    encoding: 'windows-1252',
    join: { Zeit: ['Datum', 'Uhrzeit'] },
    timeFormat: 'd.M.yyyy H:mm',
    decimal: ',',
    thousands: '.',
    unit: 'EUR',
  } as const;
  const table = {
    family: 'table',
    method: 'hierarchy',
    subject: 'Kennzeichen',
    quasi: ['Zeit:time', 'Ort:category'],
    k: 3,
  } as const;

  it('are counted and averaged', async () => {
    const input = fileOf(trips(), latin);
    const out = await released({ ...table, ...settings, aggregate: ['count', 'avg:Betrag'], input });
    const rows = (await releasedRows(out)) as readonly Readonly<Record<string, string | number>>[];
    expect(rows.reduce((sum, { count }) => sum + Number(count), 0)).toBe(60);
    expect(rows.every(({ Ort }) => Ort === 'Süd')).toBe(true);
    const mean = rows.reduce((sum, { count, avg_Betrag }) => sum + Number(count) * Number(avg_Betrag), 0) / 60;
    expect(mean).toBeCloseTo(1195, 0);
    const records = { ...table, ...settings, quasi: ['Ort:category', 'Betrag'], drop: ['Zeit'], sensitive: [] } as const;
    const kinds = await releasedRows(await released({ ...records, input })); // the cells say that an amount is a number
    expect((kinds as readonly { Betrag: string }[])[0].Betrag).toMatch(/^\[\d+-\d+(\.\d+)?\]$|^\d|^\[/);
  });

  const events = { family: 'events', flatten: 'none', k: 3 } as const;

  it('are left out where that is said of unreadable times, and refused where it is not', async () => {
    const columns = { subject: 'Kennzeichen', time: 'Zeit', event: 'Ort', quasi: ['event', 'time_period'] } as const;
    const input = fileOf(trips(['K1;Süd;31.2.2024;10:00;1,00 EUR', 'K2;Süd;1.4.2024;;1,00 EUR']), latin);
    const { decimal, thousands, unit, ...times } = settings;
    expect([decimal, thousands, unit]).toHaveLength(3); // not a word on numbers where none are read
    expect(await refusal({ ...events, ...columns, ...times, input })).toMatchObject({
      code: 'input/unfit-cells',
      facts: { cells: 2, rows: 62 },
    });
    await released({ ...events, ...columns, ...times, onBadTime: 'drop', input });
  });

  it('tell the clock of a zone where their format has an offset', async () => {
    const lines = [
      'id,when,what',
      ...Array.from({ length: 12 }, (_, i) => `p${i},14.03.2024 0${i % 2}:30 ${i % 2 === 0 ? 'Z' : '+01:00'},x`),
    ];
    const columns = { subject: 'id', time: 'when', event: 'what', quasi: ['event', 'hour'] } as const;
    const settings = { ...events, ...columns, timeFormat: 'dd.MM.yyyy HH:mm X', input: fileOf(lines) } as const;
    expect((await refusal(settings))?.code).toBe('input/mixed-offsets');
    const rows = await releasedRows(await released({ ...settings, timeZone: 'Europe/Vienna' }));
    expect(new Set((rows as readonly { hour: unknown }[]).map(({ hour }) => Number(hour)))).toEqual(new Set([1])); // 00:30Z and 01:30+01:00
  });

  it('may come from a program', async () => {
    const rows = trips()
      .slice(1)
      .map((line) => {
        const [Kennzeichen, Ort, Datum, Uhrzeit, Betrag] = line.split(';');
        return { Kennzeichen, Ort, Datum, Uhrzeit, Betrag };
      });
    const { encoding, ...others } = settings;
    expect(encoding).toBe('windows-1252'); // rows have letters, not bytes
    const done = await run({ ...table, ...others, aggregate: ['count', 'avg:Betrag'], input: rows, seed: 1, threads: 1 });
    expect(done.ok ? [] : done.problems).toEqual([]);
    if (done.ok) await done.value.discard();
  });
});

describe('a wide table of curves', () => {
  const curves = (write: (value: number) => string) => [
    `id;${['H1', 'H2', 'H3', 'H4'].join(';')};Einkommen`,
    ...Array.from({ length: 12 }, (_, i) =>
      [`p${i}`, ...[1, 2, 3, 4].map((h) => write(100 * i + 37 * h)), write(5000 * i)].join(';'),
    ),
  ];

  it('is read alike in any notation, whatever the other settings', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom<[',' | '.', '' | '.' | ',' | "'" | ' ']>([',', ''], [',', '.'], ['.', ','], ['.', "'"], [',', ' ']),
        fc.constantFrom('', 'EUR', '%'),
        fc.constantFrom('Einkommen', 'Einkommen:number', 'Einkommen:category'),
        fc.constantFrom('naive', 'kapra'),
        fc.constantFrom('csv', 'parquet'),
        fc.boolean(),
        async ([decimal, thousands], unit, quasi, method, format, perColumn) => {
          const columns = ['H1', 'H2', 'H3', 'H4', ...(quasi.endsWith('category') ? [] : ['Einkommen'])];
          const of = <Value>(value: Value): Value | Record<string, Value> =>
            perColumn ? Object.fromEntries(columns.map((name) => [name, value])) : value;
          const settings = {
            decimal: of(decimal),
            ...(thousands === '' ? {} : { thousands: of(thousands) }),
            ...(unit === '' ? {} : { unit: of(unit) }),
            ...{ method, format, subject: 'id', series: 'H1..H4', quasi: [quasi], k: 3, p: 2, segments: 2 },
          };
          const input = fileOf(curves((value) => writeNumber(value, decimal, thousands, unit)));
          const out = await released({ ...settings, input });
          const rows = await releasedRows(out);
          const plain = await released({
            ...settings,
            ...{ decimal: undefined, thousands: undefined, unit: undefined },
            input: fileOf(curves((value) => writeNumber(value, '.', '', ''))),
          });
          const series = (all: Awaited<ReturnType<typeof releasedRows>>) =>
            (all as readonly Record<string, unknown>[]).map(({ H1, H2, H3, H4 }) => `${H1}${H2}${H3}${H4}`).toSorted();
          expect(series(rows)).toEqual(series(await releasedRows(plain)));
        },
      ),
      { numRuns: draws(3) },
    ));

  it('leaves a blank cell missing, and codes that look like numbers as they are', async () => {
    const lines = [
      'id;H1;H2;PLZ',
      ...Array.from({ length: 9 }, (_, i) => `p${i};${i},5;${i === 4 ? ' ' : `${i},25`};0103${i % 2}`),
    ];
    const settings = {
      method: 'naive',
      subject: 'id',
      series: 'H1,H2',
      sensitive: ['PLZ'],
      decimal: ',',
      k: 3,
      segments: 2,
    } as const;
    expect((await refusal({ ...settings, input: fileOf(lines) }))?.code).toBe('input/empty-cells');
    const out = await released({ ...settings, missing: 'drop', input: fileOf(lines) });
    expect(new Set(((await releasedRows(out)) as readonly { PLZ: string }[]).map(({ PLZ }) => PLZ))).toEqual(
      new Set(['01030', '01031']),
    );
  });
});

describe('what cells cannot tell', () => {
  const ambiguous = () =>
    fileOf(['id,when,what', ...Array.from({ length: 40 }, (_, i) => `p${i % 8},0${1 + (i % 9)}/04/2024 10:00,e${i % 3}`)]);

  it('is told as open, and settled by a word', async () => {
    const found = await inspect({ input: ambiguous(), threads: 1 });
    expect(found.ok && found.value.notations?.open).toMatchObject([
      { column: 'when', setting: 'timeFormat', choices: [{ value: 'dd/MM/yyyy HH:mm' }, { value: 'MM/dd/yyyy HH:mm' }] },
    ]);
    expect(found.ok && found.value.fields[1].kind).toBe('text');
    const said = await inspect({ input: ambiguous(), timeFormat: 'MM/dd/yyyy HH:mm', threads: 1 });
    expect(said.ok && said.value.fields[1]).toMatchObject({ kind: 'time', odd: 0 });
  });
});
