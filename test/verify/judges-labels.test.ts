import { describe, expect, it } from 'vitest';
import { languages } from '../../src/base/languages.ts';
import { labelWords } from '../../src/release/label-words.ts';
import type { ManifestColumn } from '../../src/release/manifest.ts';
import { text } from '../../src/verify/counter.ts';
import { isReadable, type Reading, truthOf } from '../../src/verify/label-truth.ts';
import type { SourceColumn } from '../../src/verify/source.ts';
import { codedCheck, isCoded } from '../../src/verify/table/coded-numbers.ts';
import { axisOf, type LabelAxis, type Weighed } from '../../src/verify/table/label-axis.ts';
import { type BinKind, binKind, isBin } from '../../src/verify/time-labels.ts';
import { counted } from './source-of-rows.ts';

const two = (value: number): string => String(value).padStart(2, '0');
const labelled = (declared: object): SourceColumn =>
  ({ sql: 'label', type: 'text', declared: { name: 'c', role: 'quasi', ...declared } as ManifestColumn }) as SourceColumn;

/** What a question answers of each pair of a label and a value. */
const ofPairs = (sql: string, pairs: readonly (readonly [label: string, value: string])[], derived: readonly string[] = []) =>
  counted(async (counter) => {
    const rows = pairs.map(([label, value], i) => `(${i}, ${text(label)}, ${text(value)})`).join(', ');
    const asked = await counter.ask(
      `SELECT ${sql} FROM (SELECT ${['*', ...derived].join(', ')} FROM (VALUES ${rows}) AS t(i, label, value)) ORDER BY i`,
    );
    return asked.map(([answer]) => answer);
  });

/** Which of these values each label is true of. */
async function trueOf(declared: object, labels: readonly string[], values: readonly string[], more: Partial<Reading> = {}) {
  const pairs = labels.flatMap((label) => values.map((value) => [label, value] as const));
  const found = await ofPairs(truthOf(labelled(declared), 'value', { language: 'en', ...more }), pairs);
  return labels.map((_, l) => values.filter((_value, v) => found[l * values.length + v] === true));
}

describe('a label is true', () => {
  it.each([...languages])('of codes that begin as its region, in %s', async (language) => {
    const { region, allRegions } = labelWords[language];
    const named = (prefix: string) => `${region[0]}${prefix}${region[1]}`;
    expect(await trueOf({ kind: 'prefix' }, [named('G5'), named('G56'), allRegions], ['G5', 'G561', 'S1'], { language })).toEqual(
      [['G5', 'G561'], ['G561'], ['G5', 'G561', 'S1']],
    );
  });

  it('of the very code, or of those that begin as what stands before its star', async () => {
    expect(await trueOf({ kind: 'code' }, ['1000', '10*', '*'], ['1000', '10', '100', '11', '*'])).toEqual([
      ['1000'],
      ['1000', '10', '100'],
      ['1000', '10', '100', '11', '*'],
    ]);
  });

  it('of hours from its first up to its last, over midnight too', async () => {
    const values = Array.from({ length: 24 }, (_, hour) => `2024-03-01 ${two(hour)}:59`);
    const within = (from: number, to: number) =>
      values.filter((_, hour) => (from < to ? hour >= from && hour < to : hour >= from || hour < to));
    const spans = [
      [6, 12],
      [7, 15],
      [0, 24],
      [22, 3],
      [23, 1],
      [7, 8],
    ] as const;
    expect(
      await trueOf(
        { kind: 'period' },
        spans.map(([from, to]) => `hours(${two(from)}-${two(to)})`),
        [...values, 'noon'],
      ),
    ).toEqual(spans.map(([from, to]) => within(from, to)));
  });

  it('of numbers within its bounds, and beyond an open one', async () => {
    const values = ['17.9', '18', '19', '20', '20.1', 'x'];
    expect(await trueOf({ kind: 'interval', decimals: 0 }, ['[18-20]', '[-3--1]'], [...values, '-2', '-1', '-0.5'])).toEqual([
      ['18', '19', '20'],
      ['-2', '-1'],
    ]);
    expect(
      await trueOf({ kind: 'interval', decimals: 0, top: 20 }, ['[18-19]', '>= 20', '<= 18', '*', '[18-18]'], values),
    ).toEqual([['18', '19'], ['20', '20.1'], ['17.9', '18'], ['17.9', '18', '19', '20', '20.1'], ['18']]); // biome-ignore format: a table
    expect(isCoded({ top: 1 })).toBe(true);
    expect(isCoded({ bottom: 1 })).toBe(true);
    expect(isCoded({})).toBe(false);
  });

  it('of its value, of each in its list, and of those under it', () =>
    counted(async (counter) => {
      await counter.ask("CREATE TEMP TABLE above AS FROM (VALUES ('milk', 'food'), ('ore', 'mineral')) AS t(value, label)");
      const all = ['milk', 'ore', '{ore}', 'food'];
      const asked = async (label: string, ancestors?: string) => {
        const truth = truthOf(labelled({ kind: 'label' }), 'value', { language: 'en', ancestors });
        const rows = all.map((value, i) => `(${i}, ${text(label)}, ${text(value)})`).join(', ');
        const found = await counter.ask(`SELECT value FROM (VALUES ${rows}) AS t(i, label, value) WHERE ${truth} ORDER BY i`);
        return found.flat();
      };
      expect(await asked('*', 'above')).toEqual(all);
      expect(await asked('ore', 'above')).toEqual(['ore']);
      expect(await asked('{milk|ore}', 'above')).toEqual(['milk', 'ore']);
      expect(await asked('{ore}')).toEqual(['{ore}']); // one value, whatever it looks like
      expect(await asked('food', 'above')).toEqual(['milk', 'food']);
      expect(await asked('food')).toEqual(['food']);
    }));

  it('of instants in its bin, whichever it is', async () => {
    const days = Array.from({ length: 90 }, (_, i) => new Date(Date.UTC(2023, 11, 20) + i * 86_400_000));
    const written = days.map((day) => day.toISOString().slice(0, 10));
    const daysWhere = (holds: (day: Date, at: number) => boolean) => written.filter((_, i) => holds(days[i], i));
    const weekday = (day: Date) => (day.getUTCDay() + 6) % 7;
    const { weekdays } = labelWords.en;
    const named = [...weekdays, 'Mon-Fri', 'Sat-Sun', 'Mon-Sun'];
    expect(await trueOf({ kind: 'weekday' }, named, written)).toEqual([
      ...weekdays.map((_, d) => daysWhere((day) => weekday(day) === d)),
      daysWhere((day) => weekday(day) < 5),
      daysWhere((day) => weekday(day) > 4),
      written,
    ]);
    const between = (from: string, to: string) => written.filter((day) => day >= from && day <= to);
    expect(await trueOf({ kind: 'date' }, ['2023-12-25', '2024-01-01/2024-01-07', '*'], written)).toEqual([
      ['2023-12-25'],
      between('2024-01-01', '2024-01-07'),
      written,
    ]);
    expect(await trueOf({ kind: 'week' }, ['2023-W52', '2024-W03/2024-W06', '*'], written)).toEqual([
      between('2023-12-25', '2023-12-31'),
      between('2024-01-15', '2024-02-11'),
      written,
    ]);
    expect(await trueOf({ kind: 'month' }, ['2024-02', '2023-Q4', '2024', '*'], written)).toEqual([
      between('2024-02-01', '2024-02-29'),
      between('2023-12-20', '2023-12-31'),
      between('2024-01-01', '2024-12-31'),
      written,
    ]);
    const times = ['00:00', '06:59', '07:00', '07:14', '07:15', '23:59', '7:05'].map((clock) => `2024-02-05T${clock}:30`);
    const clocks = (from: string, to: string) =>
      times.filter((time) => {
        const clock = (/T(.*):30/.exec(time)?.[1] ?? '').padStart(5, '0');
        return clock >= from && clock < to;
      });
    const spans = [
      ['07:00', '07:15'],
      ['07:00', '08:00'],
      ['00:00', '24:00'],
      ['06:00', '12:00'],
      ['23:45', '24:00'],
    ] as const;
    const asked = spans.map(([from, to]) => `${from}-${to}`);
    for (const kind of ['time', 'hour'])
      expect(await trueOf({ kind }, asked, times)).toEqual(spans.map(([from, to]) => clocks(from, to)));
  });

  it('of the hour and the day that it was in a zone, where one is told, and as written without an offset', async () => {
    const zoned = ['2024-02-05T23:30:00Z', '2024-02-05 23:30Z', '2024-02-05T23:30 +00:00', '2024-02-06T01:30:00.5+02:00'];
    const plain = ['2024-02-05T23:30:00', '2024-02-05 23:30'];
    const reading = { timeZone: 'Europe/Ljubljana' };
    const all = [...zoned, ...plain];
    expect(await trueOf({ kind: 'date' }, ['2024-02-05', '2024-02-06'], all, reading)).toEqual([plain, zoned]);
    expect(await trueOf({ kind: 'period' }, ['hours(00-01)', 'hours(23-24)'], all, reading)).toEqual([zoned, plain]);
    expect(await trueOf({ kind: 'time' }, ['00:30-00:45', '23:30-23:45'], all, reading)).toEqual([zoned, plain]);
    expect(await trueOf({ kind: 'date' }, ['2024-02-05', '2024-02-06'], all)).toEqual([
      [...zoned.slice(0, 3), ...plain],
      zoned.slice(3),
    ]);
  });
});

describe('a text of the original is a value', () => {
  const texts = ['7', '-1.5e3', 'inf', 'nan', '', ' ', '12:30', '2024-02-05', '2024-02-05T7:05', '2024-02-30', '25', 'x'];
  const values = async (kind: ManifestColumn['kind'], timeZone?: string) => {
    const found = await ofPairs(isReadable(kind, 'value', timeZone), texts.map((one) => ['', one])); // biome-ignore format: a line
    return texts.filter((_, i) => found[i] === true);
  };

  it('where it is a number, tells a clock or a day, or is there at all', async () => {
    expect(await values('interval')).toEqual(['7', '-1.5e3', '25']);
    for (const kind of ['time', 'hour', 'period'] as const) expect(await values(kind)).toEqual(['12:30', '2024-02-05T7:05']);
    for (const kind of ['weekday', 'date', 'week', 'month'] as const)
      expect(await values(kind)).toEqual(['2024-02-05', '2024-02-05T7:05']);
    for (const kind of ['code', 'prefix', 'label'] as const)
      expect(await values(kind)).toEqual(texts.filter((one) => one.trim() !== ''));
    expect(await values('date', 'Europe/Ljubljana')).toEqual(['2024-02-05', '2024-02-05T7:05']);
  });
});

describe('bins of the clock and the calendar', () => {
  const bins = async (kind: BinKind, labels: readonly string[]) => {
    const found = await ofPairs(isBin(kind, 'label', labelWords.en), labels.map((label) => [label, ''])); // biome-ignore format: a line
    return labels.filter((_, i) => found[i] === true);
  };
  const clock = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

  it('are those of some widths that lie within each other', async () => {
    const quarters = Array.from({ length: 97 }, (_, i) => 15 * i);
    const spans = quarters.flatMap((from) =>
      quarters.filter((to) => [15, 30, 60, 120, 180, 360, 720, 1440].includes(to - from)).map((to) => [from, to] as const),
    );
    const labels = spans.map(([from, to]) => `${clock(from)}-${clock(to)}`);
    const ofWidths = (widths: readonly number[]) =>
      labels.filter((_, i) => widths.some((width) => spans[i][1] - spans[i][0] === width && spans[i][0] % width === 0));
    expect(await bins('time', labels)).toEqual(ofWidths([15, 60, 180, 360, 1440]));
    expect(await bins('hour', labels)).toEqual(ofWidths([60, 180, 360, 1440]));
  });

  it('begin with a Monday where they hold several days', async () => {
    const day = 86_400_000;
    const monday = Date.UTC(1969, 11, 29); // of the week of the first of January 1970
    const text_ = (at: number) => new Date(at).toISOString().slice(0, 10);
    const spans = [0, 1, 7, 28, 364, 357].flatMap((shift) => [1, 2, 7, 14, 28, 364].map((size) => [monday + 50 * 364 * day + shift * day, size] as const)); // biome-ignore format: a line
    const labels = spans.map(([from, size]) => (size === 1 ? text_(from) : `${text_(from)}/${text_(from + (size - 1) * day)}`));
    const isWhole = ([from, size]: readonly [number, number]) =>
      size === 1 || ([7, 28, 364].includes(size) && ((from - monday) / day) % size === 0);
    expect(await bins('date', [...labels, '*', `${labels[0]}/${labels[0]}`])).toEqual([
      ...labels.filter((_, i) => isWhole(spans[i])),
      '*',
    ]);
  });

  it('are weeks that a year has, one or four or fifty-two, and each written once', async () => {
    const weeks = Array.from({ length: 54 }, (_, week) => `2020-W${two(week)}`);
    expect(await bins('week', weeks)).toEqual(weeks.slice(1)); // 2020 has 53
    expect(await bins('week', ['2021-W53', '2021-W52', '2021-W00', '*', '2020-W53/2020-W53', '2020-W52/2020-W53'])).toEqual([
      '2021-W52',
      '*',
    ]);
    const fours = Array.from({ length: 49 }, (_, i) => `2024-W${two(i + 1)}/2024-W${two(i + 4)}`);
    expect(await bins('week', fours)).toEqual(fours.filter((_, i) => i % 4 === 2)); // as 2024-W03 is 2820 weeks after the first of 1970
    expect(await bins('week', ['2019-W44/2020-W43', '2019-W45/2020-W44'])).toEqual(['2019-W44/2020-W43']);
  });

  it('are told from other kinds of labels', () => {
    expect(binKind('week')).toBe('week');
    expect(binKind('period')).toBeUndefined();
  });
});

describe('numbers that are not told apart beyond some value', () => {
  const faults = async (declared: object, cells: readonly string[]) => {
    const { fault, derived } = codedCheck(labelled({ kind: 'interval', decimals: 0, ...declared }));
    return ofPairs(`coalesce(${fault}, 'none')`, cells.map((cell) => [cell, '']), derived); // biome-ignore format: a line
  };

  it('are intervals within, open beyond, and a star where both ends are', async () => {
    const cells = ['[10-20]', '[10-21]', '[9-20]', '>= 20', '>= 21', '>= 19', '<= 10', '<= 9', '<= 11', '*', '>= x', '']; // biome-ignore format: a line
    const [within, beyond] = ['none', 'beyond-coding'];
    const other = 'malformed-interval';
    expect(await faults({ top: 20, bottom: 10 }, cells)).toEqual([
      ...[within, beyond, beyond, within, beyond, within, within, beyond, within, within],
      ...[other, 'empty-cell'],
    ]);
    expect(await faults({ top: 20 }, cells)).toEqual([
      ...[within, beyond, within, within, beyond, within, other, other, other, other],
      ...[other, 'empty-cell'],
    ]);
    expect(await faults({ bottom: 10 }, cells)).toEqual([
      ...[within, within, beyond, other, other, other, within, beyond, within, other],
      ...[other, 'empty-cell'],
    ]);
  });

  it('stand on the step, as bounds do', async () => {
    expect(
      await faults({ top: 20, bottom: -20, snap: 5 }, ['[10-15]', '[10-16]', '>= 15', '>= 16', '<= -5', '<= -6', '*']),
    ).toEqual([...['none', 'off-step', 'none', 'off-step', 'none', 'off-step', 'none']]);
  });
});

describe('where labels are drawn', () => {
  const weigh = (labels: readonly string[]): Weighed => labels.map((label) => [label, 5]);
  const partsIn = (axis: LabelAxis | undefined, label: string) =>
    (axis?.partsOf(label) ?? []).map(({ bin, share, whole }) => [axis?.names[bin], share, whole]);

  it('hours are where the clock is, a part of a label in each, and at both ends of a day', () => {
    const axis = axisOf({ kind: 'period' }, [], 'en');
    expect([axis?.kind, axis?.names]).toEqual(['clock', Array.from({ length: 24 }, (_, i) => String(i))]);
    expect(partsIn(axis, 'overnight hours(22-02)')).toEqual(['22', '23', '0', '1'].map((hour) => [hour, 1 / 4, false]));
    expect(partsIn(axis, '07:45-08:15')).toEqual([
      ['7', 0.5, false],
      ['8', 0.5, false],
    ]);
    expect(partsIn(axis, '23:00-24:00')).toEqual([['23', 1, true]]);
    expect(partsIn(axis, 'morning(06-06)').map(([, share]) => share)).toEqual(Array.from({ length: 24 }, () => 1 / 24));
    expect(partsIn(axis, 'whenever')).toHaveLength(24);
    expect(partsIn(axisOf({ kind: 'hour' }, [], 'en'), '05:00-06:00')).toEqual([['5', 1, true]]);
  });

  it('days of the week are seven, and a label that names none may be any', () => {
    const axis = axisOf({ kind: 'weekday' }, [], 'it');
    const each = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => [String(from + i), 1 / (to - from), to - from === 1]); // biome-ignore format: a line
    expect([axis?.kind, axis?.names.length]).toEqual(['weekday', 7]);
    expect(partsIn(axis, 'lun')).toEqual(each(0, 1));
    expect(partsIn(axis, 'sab-dom')).toEqual(each(5, 7));
    for (const odd of ['dom-lun', 'Mon', 'lun-Mon', '*']) expect(partsIn(axis, odd)).toEqual(each(0, 7));
  });

  it('days, weeks and months go from the first to the last, several to a bin where they are many', () => {
    const dates = axisOf({ kind: 'date' }, weigh(['2024-01-01', '2024-01-31']), 'en');
    expect([dates?.kind, dates?.names.length, dates?.names[0], dates?.names[30]]).toEqual([
      'date',
      31,
      '2024-01-01',
      '2024-01-31',
    ]);
    const pairs = axisOf({ kind: 'date' }, weigh(['2024-01-01/2024-02-01', '*']), 'en');
    expect(pairs?.names).toHaveLength(16);
    expect([pairs?.names[0], pairs?.names[15]]).toEqual(['2024-01-01/2024-01-02', '2024-01-31/2024-02-01']);
    expect(partsIn(pairs, '2024-01-03')).toEqual([['2024-01-03/2024-01-04', 1, true]]);
    expect(partsIn(pairs, '2024-01-04/2024-01-05').map(([, share, whole]) => [share, whole])).toEqual([
      [0.5, false],
      [0.5, false],
    ]);
    const odd = axisOf({ kind: 'date' }, weigh(['2024-01-01', '2024-02-02']), 'en');
    expect(odd?.names.at(-1)).toBe('2024-02-02'); // the last bin may be short
    expect(axisOf({ kind: 'date' }, weigh(['2024-01-01', 'x', '2024-01-0x/2024-01-02']), 'en')).toBeUndefined();
    expect(axisOf({ kind: 'date' }, weigh(['2024-01-01', '2024-01-02']), 'en')?.names).toHaveLength(2);
    const weeks = axisOf({ kind: 'week' }, weigh(['2019-W52', '2021-W01']), 'en');
    expect(weeks?.names.slice(0, 2)).toEqual(['2019-W52/2020-W01', '2020-W02/2020-W03']);
    expect(axisOf({ kind: 'week' }, weigh(['2020-W52', '2021-W02']), 'en')?.names).toEqual(['2020-W52', '2020-W53', '2021-W01', '2021-W02']); // biome-ignore format: a line
    const months = axisOf({ kind: 'month' }, weigh(['0999-12', '1000-Q1', 'x']), 'en');
    expect(months?.names).toEqual(['0999-12', '1000-01', '1000-02', '1000-03']);
    expect(partsIn(months, '1000-Q1')).toEqual(['1000-01', '1000-02', '1000-03'].map((name) => [name, 1 / 3, false]));
    expect(partsIn(months, '1000-02')).toEqual([['1000-02', 1, true]]);
    for (const beyond of ['1001', '1000-04', '0999']) expect(partsIn(months, beyond).length).toBe(beyond === '0999' ? 1 : 0); // but for what lies within
  });

  it('numbers are in steps of 1, 2 or 5, at least as wide as their last decimal', () => {
    const axis = (labels: readonly string[], decimals = 0) => axisOf({ kind: 'interval', decimals }, weigh(labels), 'en');
    expect(axis(['[0-12]'])?.names).toEqual(Array.from({ length: 13 }, (_, i) => `${i}/${i + 1}`));
    expect(axis(['[0-13]'])?.names).toEqual(Array.from({ length: 7 }, (_, i) => `${2 * i}/${2 * i + 2}`));
    expect(axis(['[0-25]'])?.names[1]).toBe('5/10');
    expect(axis(['[0-61]'])?.names[1]).toBe('10/20');
    expect(axis(['[0-250]'])?.names[1]).toBe('50/100');
    expect(axis(['[3-4]'])?.names).toEqual(['3/4', '4/5']);
    expect(axis(['[0.0-0.3]'], 1)?.names).toEqual(['0/0.1', '0.1/0.2', '0.2/0.3', '0.3/0.4']);
    expect(axis(['[0.1-0.3]', '*'], 1)?.names[0]).toBe('0.1/0.2');
    expect(partsIn(axis(['[0-13]']), '[1-2]')).toEqual([
      ['0/2', 0.5, false],
      ['2/4', 0.5, false],
    ]);
    expect(partsIn(axis(['[-4-8]']), '[-4--4]')).toEqual([['-4/-3', 1, true]]);
    expect(partsIn(axis(['[0-3]']), '*')).toEqual(['0/1', '1/2', '2/3', '3/4'].map((name) => [name, 1 / 4, false]));
    expect(axis(['[3-3]', '*'])).toBeUndefined();
    expect(axis(['*'])).toBeUndefined();
    expect(axis([])).toBeUndefined();
    expect(axis(['[0.5-0.9]'], 0)).toBeUndefined(); // all in one step
  });

  it('places are as long as most labels tell and names stay few, and what is told more coarsely has no name', () => {
    const regions = axisOf({ kind: 'prefix' }, [['regione G5', 6], ['regione S1', 3], ['tutte le regioni', 1]], 'it'); // biome-ignore format: a line
    expect([regions?.kind, regions?.names]).toEqual(['place', ['G5', 'S1', '']]);
    expect(partsIn(regions, 'regione G5')).toEqual([['G5', 1, true]]);
    expect(partsIn(regions, 'regione G')).toEqual([['G5', 0, false], ['', 1, false]]); // biome-ignore format: a line
    expect(partsIn(regions, 'tutte le regioni')).toEqual([['G5', 0, false], ['S1', 0, false], ['', 1, false]]); // biome-ignore format: a line
    expect(partsIn(regions, 'regione X')).toEqual([['', 1, true]]);
    const behind = axisOf({ kind: 'prefix' }, [['G5 region', 1], ['S1 region', 1]], 'en'); // biome-ignore format: a line
    expect(behind?.names).toEqual(['G5', 'S1', '']);
    const coarse = axisOf({ kind: 'code' }, [['A1*', 3], ['A22', 3], ['B1*', 4]], 'en'); // biome-ignore format: a line
    expect(coarse?.names).toEqual(['A1', 'A2', 'B1', '']); // at three letters too few are told
    expect(partsIn(coarse, 'A22')).toEqual([['A2', 1, true]]);
    expect(partsIn(coarse, 'A*')).toEqual([['A1', 0, false], ['A2', 0, false], ['', 1, false]]); // biome-ignore format: a line
    const fifth = axisOf({ kind: 'code' }, [['A1', 2], ['B1', 2], ['*', 1]], 'en'); // biome-ignore format: a line
    expect(fifth?.names).toEqual(['A1', 'B1', '']); // four fifths are enough
    const most = Array.from({ length: 12 }, (_, i) => `A${String.fromCharCode(97 + i)}`);
    expect(axisOf({ kind: 'code' }, weigh([...most, 'B']), 'en')?.names).toEqual(['A', 'B', '']); // thirteen would be too many
    expect(axisOf({ kind: 'code' }, weigh(most), 'en')?.names).toEqual([...most, '']);
    const short = axisOf({ kind: 'code' }, weigh(['A', 'B12', 'B13']), 'en');
    expect(short?.names).toEqual(['A', 'B12', 'B13', '']); // what is whole is told as far as it goes
    expect(partsIn(short, 'A')).toEqual([['A', 1, true]]);
    expect(axisOf({ kind: 'code' }, weigh(['AB', 'AB']), 'en')).toBeUndefined();
    expect(axisOf({ kind: 'code' }, [['A1', 5], ['A2', 5], ['B3*', 2]], 'en')?.names).toEqual(['A1', 'A2', 'B3', '']); // biome-ignore format: a line
    expect(axisOf({ kind: 'code' }, weigh([...most, 'Az']), 'en')?.names).toEqual([...most, '']); // one letter would tell nothing
    expect(axisOf({ kind: 'code' }, weigh([...most.slice(1), 'B1']), 'en')?.names).toHaveLength(13); // twelve are not too many
  });

  it('values are the most frequent, each label by the share of its list, and the rest has no name', () => {
    const many = Array.from({ length: 14 }, (_, i) => [`v${two(i)}`, 20 - i] as const);
    const axis = axisOf({ kind: 'label' }, [...many, ['{v12|v13}', 18]], 'en');
    expect(axis?.names).toEqual([...Array.from({ length: 10 }, (_, i) => `v${two(i)}`), 'v12', 'v13', '']);
    expect(partsIn(axis, 'v03')).toEqual([['v03', 1, true]]);
    expect(partsIn(axis, 'v10')).toEqual([['', 1, true]]);
    expect(partsIn(axis, '{v00|v10}')).toEqual([['v00', 0.5, false], ['', 0.5, false]]); // biome-ignore format: a line
    expect(partsIn(axis, '*')).toEqual([...(axis?.names ?? []).slice(0, -1).map((name) => [name, 0, false]), ['', 1, false]]);
    const equal = axisOf({ kind: 'text' }, weigh(Array.from({ length: 13 }, (_, i) => `v${two(12 - i)}`)), 'en');
    expect(equal?.names.at(-2)).toBe('v11'); // of equally frequent ones the first by their letters
    const rising = Array.from({ length: 13 }, (_, i) => `v${two(i)}`);
    expect(axisOf({ kind: 'text' }, weigh(rising), 'en')?.names.at(-2)).toBe('v11');
    const listed = axisOf({ kind: 'label' }, [...rising.slice(1).map((value) => [value, 10] as const), ['{x|y}', 12]], 'en');
    expect(listed?.names).toEqual([...rising.slice(1), '']); // six of each
    expect(axisOf({ kind: 'label' }, [['{a|b}', 1], ['{b|a', 3]], 'en')?.names).toEqual(['a', 'b', '{b|a', '']); // biome-ignore format: a line
    expect(axisOf({ kind: 'id' } as unknown as Parameters<typeof axisOf>[0], weigh(['a', 'b']), 'en')).toBeUndefined();
  });
});
