import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findNotations } from '../../src/inspect/find-notations.ts';
import { findNumbers } from '../../src/inspect/find-numbers.ts';
import { findTimes } from '../../src/inspect/find-times.ts';
import type { Look } from '../../src/inspect/look.ts';
import { type Reason, tellReasons } from '../../src/inspect/reasons.ts';
import { draws } from '../suite/draws.ts';
import { formsIn, writeNumber, writeTime } from './written.ts';

/** What was found, with its evidence in English. */
function inEnglish<Found extends object>(found: Found): Found & { readonly evidence?: string } {
  const { told, ...rest } = found as { readonly told?: readonly Reason[] };
  return (told === undefined ? rest : { ...rest, evidence: tellReasons(told) }) as Found; // `told` is not looked at below
}

const times = (...cells: string[]) => inEnglish(findTimes(formsIn('t', cells)));
const numbers = (...cells: string[]) => inEnglish(findNumbers(formsIn('n', cells)));

describe('how dates are written', () => {
  it('is told with the number of those that leave no doubt', () => {
    expect(times('03.04.2024 10:00', '13.04.2024 11:00', '04.04.2024 09:30')).toEqual({
      kind: 'sure',
      format: 'dd.MM.yyyy HH:mm',
      fits: 3,
      evidence: '3 of 3 fit dd.MM.yyyy HH:mm; 1 have a first part above 12',
    });
    expect(times('2.4.2024', '13.4.2024', '14.04.2024')).toMatchObject({ kind: 'sure', format: 'd.M.yyyy' });
    expect(times('4/13/2024 1:05 PM', '4/3/2024 11:05 am')).toMatchObject({ kind: 'sure', format: 'M/d/yyyy h:mm a' });
    expect(times('2024/04/13', '2024/04/02')).toMatchObject({ kind: 'sure', format: 'yyyy/MM/dd' });
    expect(times('13.04.2024, 10:00:01,25', '03.04.2024, 10:00:01,5')).toMatchObject({ format: 'dd.MM.yyyy, HH:mm:ss,S' });
    expect(times('13.04.2024 10:00 +02:00', '03.04.2024 10:00 Z')).toMatchObject({ format: 'dd.MM.yyyy HH:mm X' });
  });

  it('is open where no part is above 12', () => {
    expect(times('03.04.2024', '04.04.2024')).toMatchObject({
      kind: 'open',
      doubt: 'order',
      choices: [{ format: 'dd.MM.yyyy' }, { format: 'MM.dd.yyyy' }],
    });
  });

  it('has the name of a month in seven languages, any case and order, with words between', () => {
    const sure = (format: string) => expect.objectContaining({ kind: 'sure', format });
    expect(times('3 Mar 2024', '13 APR 2024')).toEqual({
      kind: 'sure',
      format: 'd MMM yyyy',
      fits: 2,
      evidence: '2 of 2 fit d MMM yyyy, with the name of a month',
    });
    expect(times('03-MÄR-2024', '14-DEZ-2024')).toEqual(sure('dd-MMM-yyyy'));
    expect(times('Mar 3, 2024', 'December 13, 2024')).toEqual(sure('MMM d, yyyy'));
    expect(times('3. März 2024 08:15', '13. Mai 2024 18:00')).toEqual(sure('d. MMM yyyy HH:mm'));
    expect(times('3 févr. 2024', '4 mai 2024')).toEqual(sure('d MMM yyyy'));
    expect(times('3 de marzo de 2024', '14 de enero de 2024')).toEqual(sure("d 'de' MMM 'de' yyyy"));
    expect(times('12 września 2024', '1 Października 2024')).toEqual(sure('d MMM yyyy'));
    expect(times('2024-avg-03', '2024-okt-31')).toEqual(sure('yyyy-MMM-dd'));
    expect(times('03MAR2024', '04APR2024')).toEqual(sure('ddMMMyyyy'));
    expect(times('marec 2024', 'Junij 2024')).toEqual(sure('MMM yyyy'));
    expect(times('32 Mar 2024', '33 Mar 2024')).toEqual({ kind: 'none' });
    expect(times('Mai 7', 'Apr 8')).toEqual({ kind: 'none' });
  });

  it('reads years of two digits by a rule that it tells, and asks where they may be of two centuries', () => {
    expect(times('13.04.24', '03.04.23')).toEqual({
      kind: 'sure',
      format: 'dd.MM.yy(1970)',
      fits: 2,
      evidence:
        '2 of 2 fit dd.MM.yy(1970); 1 have a first part above 12; years of two digits, all 00 to 31, are taken for 2000 to 2031',
    });
    expect(times('13-MAR-98', '01-JAN-70')).toMatchObject({ kind: 'sure', format: 'dd-MMM-yy(1970)' });
    expect(times('4/13/24 1:05 PM', '4/3/24 2:05 PM')).toMatchObject({
      kind: 'sure',
      format: 'M/dd/yy(1970) h:mm a'.replace('dd', 'd'),
    });
    expect(times('13.04.24', '03.04.51')).toMatchObject({ kind: 'open', doubt: 'century' });
    expect(times('13-MAR-98', '13-MAR-04')).toMatchObject({
      kind: 'open',
      doubt: 'century',
      choices: [{ format: 'dd-MMM-yy(1970)' }, { format: 'dd-MMM-yy(1930)' }, { format: 'dd-MMM-yy(1900)' }],
    });
    const either = times('24-03-05', '24-04-13');
    expect(either).toMatchObject({
      kind: 'open',
      doubt: 'order',
      choices: [{ format: 'dd-MM-yy(1970)' }, { format: 'yy(1970)-MM-dd' }],
    });
    expect(times('03.04.05')).toMatchObject({
      kind: 'open',
      choices: [{ format: 'dd.MM.yy(1970)' }, { format: 'MM.dd.yy(1970)' }],
    });
  });

  it('is no guess where dates contradict each other, or are none', () => {
    expect(times(...Array(5).fill('13.04.2024'), ...Array(5).fill('04.13.2024'))).toMatchObject({ kind: 'none' });
    expect(times('32.04.2024', '33.04.2024')).toEqual({ kind: 'none' });
    expect(times('00.04.2024', '10.00.2024')).toEqual({ kind: 'none' });
    expect(times('192.168.2.1', '10.0.0.1')).toEqual({ kind: 'none' });
    expect(times()).toEqual({ kind: 'none' });
  });

  const formats = [
    ...['d.M.yyyy', 'dd.MM.yyyy HH:mm', 'M/d/yyyy h:mm a', 'dd/MM/yyyy HH:mm:ss', 'MM-dd-yyyy', 'yyyy/M/d H:mm'],
    ...['d MMM yyyy', 'MMM d, yyyy h:mm a', 'dd-MMM-yyyy HH:mm', 'd/M/yy(1970)', 'dd-MMM-yy(1970)'],
  ];
  const moment = fc.integer({ min: 0, max: 3_100_000_000 }).map((seconds) => new Date(seconds * 1000));

  it('is found again for any times in any format, and never guessed where both orders fit', () =>
    fc.assert(
      fc.property(fc.constantFrom(...formats), fc.array(moment, { minLength: 1, maxLength: 40 }), (format, moments) => {
        const found = times(...moments.map((time) => writeTime(time, format)));
        const years = moments.map((time) => time.getUTCFullYear());
        const oneCentury =
          !format.includes('yy(') || years.every((year) => year < 2000) || years.every((year) => year > 1999 && year < 2032);
        const oneOrder = /^yyyy|MMM/.test(format) || moments.some((time) => time.getUTCDate() > 12);
        expect(found.kind).toBe(oneCentury && oneOrder ? 'sure' : 'open');
        const told = found.kind === 'sure' ? [found.format] : found.kind === 'open' ? found.choices.map((one) => one.format) : [];
        const rewritten = told.map((one) => moments.map((time) => writeTime(time, one)).join());
        expect(rewritten).toContain(moments.map((time) => writeTime(time, format)).join()); // two letters where all have two digits
      }),
      { numRuns: draws(300) },
    ));
});

describe('how numbers are written', () => {
  it('is told by the signs and units they have', () => {
    const sure = (decimal: string, thousands: string | undefined, ...units: string[]) =>
      expect.objectContaining({ kind: 'sure', notation: { kind: 'number', decimal, thousands, units } });
    expect(numbers('0,523', '1,204', '2')).toEqual(sure(',', undefined));
    expect(numbers('15,61 EUR', '1.234,50 EUR')).toEqual(sure(',', '.', 'EUR'));
    expect(numbers('€ 12', '3,50 EUR')).toEqual(sure(',', undefined, '€', 'EUR'));
    expect(numbers("CHF 1'234.50", "CHF 12'000.00")).toEqual(sure('.', "'", 'CHF'));
    expect(numbers('1 234,5', '1\u00a0000')).toEqual(sure(',', ' '));
    expect(numbers('12.345.678', '1.000')).toEqual(sure(',', '.'));
    expect(numbers('1,234.5', '12')).toEqual(sure('.', ','));
    expect(numbers('-3,5', '\u22124,5')).toEqual(sure(',', undefined));
    expect(numbers('12 %', '3 %')).toEqual(sure('.', undefined, '%'));
    expect(numbers('12,50-', '3,00')).toMatchObject({
      kind: 'sure',
      evidence: '2 of 2 fit 12,5; 2 can mean nothing else; 1 have their minus behind',
    });
    expect(numbers('1.234,50- EUR', '3,00 EUR', '12- EUR')).toEqual(sure(',', '.', 'EUR'));
    expect(numbers('12-', '3')).toEqual(sure('.', undefined));
    expect(numbers('-12-', '-3-')).toEqual({ kind: 'none' });
  });

  it('is open where one sign may be of two kinds', () => {
    const found = numbers('1,234', '12,000', '7');
    expect(found).toMatchObject({ kind: 'open', sign: ',', fits: 3 });
    expect(found.kind === 'open' && found.notations.map(({ decimal, thousands }) => [decimal, thousands])).toEqual([
      [',', undefined],
      ['.', ','],
    ]);
  });

  it('is none of codes, of plain digits, of several currencies and of text', () => {
    for (const cells of [
      ['A-1030', 'A-1040'],
      ['12', '13'],
      ['1,2,3', '4,5,6'],
      ['12a', '14b'],
      ['1.2.3', '1.10.0'],
      ['W-10213 X'],
    ])
      expect(numbers(...cells), cells[0]).toMatchObject({ kind: 'none' });
    expect(numbers('1,50 EUR', '2,50 CHF')).toEqual({ kind: 'none', units: ['EUR', 'CHF'] });
  });

  it('is found again for any numbers in any notation, and never guessed where two fit', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(['.', ','], [',', '.'], [',', ' '], ['.', "'"], [',', ''], [',', '\u00a0']),
        fc.constantFrom('', 'EUR', '%'),
        fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 30 }),
        fc.constantFrom(2, 3),
        ([decimal, thousands], unit, values, places) => {
          const cells = values.map((value) => writeNumber(value, decimal, thousands, unit, places));
          const found = numbers(...cells);
          const kind = thousands === '\u00a0' ? ' ' : thousands || undefined;
          const given = { decimal, thousands: cells.some((cell) => cell.includes(thousands || '\0')) ? kind : undefined };
          if (found.kind === 'sure') expect(found.notation).toMatchObject(given);
          else expect(found).toMatchObject({ kind: 'open', notations: expect.arrayContaining([expect.objectContaining(given)]) });
          if (places === 2) expect(found.kind).toBe('sure');
        },
      ),
      { numRuns: draws(300) },
    ));
});

describe('how a file is written', () => {
  const look = (name: string, kind: 'text' | 'date' | 'clock'): Look => ({
    ...{
      name,
      filled: 9,
      numbers: 0,
      wholes: 0,
      padded: 0,
      cents: 0,
      colons: 0,
      uuids: 0,
      digits: 0,
      codes: 0,
      shortest: 1,
      longest: 20,
    },
    moments: kind === 'date' ? 9 : 0,
    clocks: kind === 'clock' ? 9 : 0,
  });
  const dates = formsIn('Datum', ['3.4.2024', '4.4.2024']);
  const clocks = formsIn('Uhrzeit', ['02:52', '13:00']);

  it('joins a date and the clock beside it, and asks what neither tells', () => {
    const found = findNotations([dates, clocks], [look('Datum', 'text'), look('Uhrzeit', 'clock')]);
    expect(found.join).toMatchObject([{ name: 'Datum_Uhrzeit', parts: ['Datum', 'Uhrzeit'] }]);
    expect(found.columns).toEqual([]);
    expect(found.open).toMatchObject([
      { column: 'Datum_Uhrzeit', setting: 'timeFormat', choices: [{ value: 'd.M.yyyy HH:mm' }, { value: 'M.d.yyyy HH:mm' }] },
    ]);
  });

  it('needs no format for plain dates beside a clock, and joins nothing that stands apart', () => {
    expect(findNotations([clocks], [look('Tag', 'date'), look('Uhrzeit', 'clock')])).toMatchObject({
      join: [{ parts: ['Tag', 'Uhrzeit'] }],
      columns: [],
      open: [],
    });
    expect(findNotations([clocks], [look('Tag', 'date'), look('X', 'text'), look('Uhrzeit', 'clock')]).join).toEqual([]);
  });

  it('takes dots and decimal commas for a day before its month, says why, and leaves it to be asked', () => {
    const comma = formsIn('Wert', ['0,5', '1,25']);
    const [time] = findNotations([dates, comma], [look('Datum', 'text'), look('Wert', 'text')]).columns;
    expect(time).toMatchObject({ column: 'Datum', notation: { format: 'd.M.yyyy' }, likely: { setting: 'timeFormat' } });
    expect(time.evidence).toContain('no part is above 12');
    const slashes = formsIn('Datum', ['3/4/2024', '4/4/2024']);
    expect(findNotations([slashes, comma], [look('Datum', 'text'), look('Wert', 'text')]).open).toHaveLength(1);
  });

  it('asks what a point before three digits means where decimals have commas, and elsewhere says how it is read', () => {
    const points = formsIn('Menge', ['1.234', '12.500', '7']);
    const plain = { ...look('Menge', 'text'), numbers: 9 };
    const comma = formsIn('Wert', ['0,5', '1,25']);
    expect(findNotations([points, comma], [plain, look('Wert', 'text')])).toMatchObject({
      columns: [{ column: 'Wert' }],
      open: [{ column: 'Menge', setting: 'decimal', choices: [{ value: '.' }, { value: ',' }] }],
      notes: [],
    });
    expect(findNotations([points], [plain])).toMatchObject({
      columns: [],
      open: [],
      notes: [expect.stringContaining('"Menge"')],
    });
    expect(findNotations([points, comma], [plain, look('Wert', 'text')], { decimal: ',' })).toMatchObject({
      columns: [{ column: 'Menge', notation: { decimal: ',', thousands: '.' } }, { column: 'Wert' }],
      open: [],
    });
    const sure = formsIn('Menge', ['1.234', '12.5']);
    expect(findNotations([sure, comma], [plain, look('Wert', 'text')])).toMatchObject({ open: [], notes: [] });
  });

  it('believes what a person says', () => {
    const said = findNotations([dates], [look('Datum', 'text')], { timeFormat: 'M.d.yyyy' });
    expect(said).toMatchObject({ open: [], columns: [{ notation: { format: 'M.d.yyyy' }, evidence: 'as you said' }] });
    const amounts = formsIn('Preis', ['1,234', '2,000']);
    expect(findNotations([amounts], [look('Preis', 'text')], { decimal: ',' })).toMatchObject({
      columns: [{ notation: { decimal: ',', thousands: undefined } }],
      open: [],
    });
    expect(findNotations([amounts], [look('Preis', 'text')], { thousands: { Preis: ',' } })).toMatchObject({
      columns: [{ notation: { decimal: '.', thousands: ',' } }],
    });
  });
});
