import { describe, expect, it } from 'vitest';
import { type Counter, Unreadable } from '../../src/base/counting.ts';
import type { EventsManifest, ManifestColumn } from '../../src/release/manifest.ts';
import { text } from '../../src/verify/counter.ts';
import type { EventRules } from '../../src/verify/events/event-classes.ts';
import type { EventLog } from '../../src/verify/events/event-log.ts';
import { checkEventOriginal } from '../../src/verify/events/event-original.ts';
import type { Original } from '../../src/verify/original.ts';
import type { Source, SourceColumn } from '../../src/verify/source.ts';
import { counted } from './source-of-rows.ts';

const file = 'log.csv';
const evidenceFile = 'internal/evidence.csv';

/** Rows of an original: who, when, what, where, nurse; cells may be left out from behind. */
type Originals = readonly (readonly (string | null)[])[];

interface Case {
  readonly original: Originals;
  /** What is published by which columns: of a further column the name that it has in the original behind a colon. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Which row of the original each is, and whose; one after the other, with no subject, where nothing is said. */
  readonly told?: readonly (readonly string[])[];
  readonly pseudonym?: string;
  readonly k?: number;
  readonly promises?: object;
  readonly manifest?: object;
  readonly rules?: Partial<EventRules> | undefined;
  readonly noRules?: boolean;
  readonly change?: (counter: Counter) => Counter;
  readonly table?: string;
}

const rolesOf: Readonly<Record<string, string>> = { id: 'subject', position: 'position', since: 'duration' };

/** What is found of published rows beside the rows of an original. */
const found = (one: Case) =>
  counted(async (given) => {
    const counter = one.change?.(given) ?? given;
    const fill = (table: string, names: readonly string[], rows: readonly (readonly (string | null)[])[]) =>
      given.ask(
        `CREATE OR REPLACE TEMP TABLE ${table} AS SELECT * FROM (VALUES ${rows.map((row) => `(${names.map((_, i) => (row[i] == null ? 'CAST(NULL AS VARCHAR)' : text(row[i]))).join(', ')})`).join(', ')}) AS t(${names.join(', ')})`,
      );
    const columns = one.columns.map((name, c): SourceColumn => {
      const [own, of] = name.split(':');
      return { sql: `c${c}`, type: 'text', declared: { name: own, role: rolesOf[own] ?? 'quasi', kind: 'label', ...(of !== undefined && { of }) } as ManifestColumn } as SourceColumn; // biome-ignore format: a line
    });
    const told = one.told ?? one.rows.map((_, i) => [String(i + 1)]);
    const names = ['who', 'seen', 'what', 'place', 'nurse'];
    await fill('o', names, one.original);
    await fill('p', columns.map(({ sql }) => sql), one.rows); // biome-ignore format: a line
    await fill('e', ['r', 's'], told);
    const hasSubjects = told.some((cells) => cells.length > 1);
    const source = { table: 'p', scan: (alias: string) => `p AS ${alias}`, columns } as unknown as Source;
    const quasi = columns.filter(({ declared }) => declared.role === 'quasi');
    const subject = columns.find(({ declared }) => declared.role === 'subject');
    const log: EventLog = { source, quasi, subject, file, k: one.k ?? 1 };
    const manifest = {
      ...{ unit: 'one subject per "who", however many events', pseudonym: one.pseudonym ?? (subject ? 'random' : 'drop') },
      promises: { k: one.k ?? 1, ...one.promises },
      calendar: { periods: { night: 22, day: 6 }, hourBlock: 3 },
      flat: { value: '*', columns: ['weekday'] },
      ...one.manifest,
    } as unknown as EventsManifest;
    const events = { subject: 'who', time: 'seen', event: 'what', mapping: undefined, unmapped: undefined, removed: [], ...one.rules }; // biome-ignore format: a line
    const original = { name: 'log.csv', table: one.table ?? 'o', columns: names.map((name) => ({ name, sql: name })), ...(one.noRules ? {} : { events }) }; // biome-ignore format: a line
    const evidence = { file: evidenceFile, source: { scan: (alias: string) => `e AS ${alias}` } as unknown as Source, row: { sql: 'r' } as SourceColumn, subject: hasSubjects ? ({ sql: 's' } as SourceColumn) : undefined }; // biome-ignore format: a line
    return checkEventOriginal(counter, log, manifest, { evidence, original: original as unknown as Original });
  });

const refused = (code: string) => ({ problems: [expect.objectContaining({ code })] });
const falseLabel = (columns: readonly string[], cells: number, row: number) => ({
  kind: 'false-label',
  file,
  columns,
  cells,
  row,
});

const original: Originals = [
  ['ann', '2024-03-04 08:00:00', 'fall', 'hall', 'n1'], // a Monday
  ['bob', '2024-03-05 09:00:00', 'fall', '', 'n2'],
  ['cid', '2024-03-06 10:00:00', '', 'bath', 'n1'],
];
const good: Case = {
  original,
  columns: ['id', 'generalized_event', 'event', 'weekday', 'site:place'],
  rows: [
    ['1', 'fall', 'fall', '0', 'hall'],
    ['2', 'fall', 'fall', '*', '(empty)'],
    ['3', '(empty)', '(empty)', '2', 'bath'],
  ],
};
const put = (at: readonly (readonly [row: number, cell: number])[], value: string): Case => ({
  ...good,
  rows: good.rows.map((row, r) => row.map((cell, c) => (at.some(([y, x]) => y === r && x === c) ? value : cell))),
});

describe('events beside the rows that they were', () => {
  it('tell the class, the code, the time and further cells of their own row, or are flat where that is declared', async () => {
    expect(await found(good)).toEqual([]);
    for (const [name, cell] of [['generalized_event', 1], ['event', 2], ['weekday', 3], ['site', 4]] as const) // biome-ignore format: a line
      expect(await found(put([[0, cell]], '1'))).toEqual([falseLabel([name], 1, 1)]);
    expect(await found(put([[1, 1], [2, 1]], 'x'))).toEqual([falseLabel(['generalized_event'], 2, 2)]); // biome-ignore format: cells
    expect(await found(put([[1, 4], [2, 3]], 'x'))).toEqual([falseLabel(['weekday', 'site'], 2, 3)]); // biome-ignore format: cells
    expect(await found(put([[1, 2]], '*'))).toEqual([falseLabel(['event'], 1, 2)]);
    const swapped = { ...good, told: [['2'], ['1'], ['3']] };
    expect(await found(swapped)).toEqual([falseLabel(['weekday', 'site'], 3, 1)]);
  });

  it('are of the class that their code was given', async () => {
    const mapped: Case = {
      ...good,
      rows: [['1', 'harm', 'fall', '0', 'hall'], ['2', 'harm', 'fall', '1', '(empty)'], ['3', 'none', '(empty)', '2', 'bath']], // biome-ignore format: rows
      rules: { mapping: { fall: 'harm' }, unmapped: 'none' },
    };
    expect(await found(mapped)).toEqual([]);
    expect(await found({ ...mapped, rules: { mapping: { fall: 'harm' } } })).toEqual([
      { kind: 'left-out-event', file, events: 1, row: 3 },
    ]);
    expect(await found({ ...mapped, rows: good.rows })).toEqual([falseLabel(['generalized_event'], 3, 1)]);
  });

  it('are none that are left out: without a time, a class or a subject, or of a class that is removed', async () => {
    const leftOut = (events: number, row: number) => [{ kind: 'left-out-event', file, events, row }];
    const change = (row: number, cell: number, value: string | null) =>
      original.map((cells, r) => cells.map((own, c) => (r === row && c === cell ? value : own)));
    expect(await found({ ...good, original: change(1, 1, 'soon') })).toEqual(leftOut(1, 2));
    expect(await found({ ...good, original: change(1, 1, null) })).toEqual(leftOut(1, 2));
    expect(await found({ ...good, original: change(2, 0, '  ') })).toEqual(leftOut(1, 3));
    expect(await found({ ...good, original: change(0, 0, null) })).toEqual(leftOut(1, 1));
    expect(await found({ ...good, rules: { removed: ['fall'] } })).toEqual(leftOut(2, 1));
    expect(await found({ ...good, rules: { removed: ['door', '(empty)'] } })).toEqual(leftOut(1, 3));
    expect(await found({ ...put([[0, 3]], '5'), rules: { removed: ['(empty)'] } })).toEqual([...leftOut(1, 3), falseLabel(['weekday'], 1, 1)]); // biome-ignore format: a line
    expect(await found({ ...put([[2, 3]], '5'), rules: { removed: ['(empty)'] } })).toEqual(leftOut(1, 3));
  });

  it('may be of a day without a clock, where none is told', async () => {
    const days = original.map(([who, at, ...rest]) => [who, String(at).slice(0, 10), ...rest]);
    expect(await found({ ...good, original: days })).toEqual([]);
    for (const [name, cell] of [
      ['hour', '8'],
      ['quantized_hour', '6'],
      ['time_period', 'day'],
    ]) {
      // biome-ignore format: a line
      const told = { ...good, columns: ['id', 'generalized_event', name], rows: [['1', 'fall', cell]], told: [['1']] };
      expect(await found(told)).toEqual([]);
      expect(await found({ ...told, original: days })).toEqual([{ kind: 'left-out-event', file, events: 1, row: 1 }]);
    }
    const timed = { ...good, promises: { durations: ['1h'] } };
    expect(await found(timed)).toEqual([]);
    expect(await found({ ...timed, original: days })).toEqual([{ kind: 'left-out-event', file, events: 3, row: 1 }]);
  });

  it('are rows that are there, each once', async () => {
    const strange = (records: number, row: number) => [{ kind: 'foreign-record', file: evidenceFile, records, row }];
    const told = (...numbers: readonly string[]) => found({ ...good, told: numbers.map((number) => [number]) });
    for (const number of ['4', '0', '-1', '01', '1.0', 'x', '', ' 2', '9999999999999999999'])
      expect(await told('1', number, '3'), number).toEqual(strange(1, 2));
    expect(await told('1', '5', '6')).toEqual(strange(2, 2));
    expect(await told('9', '9', '1')).toEqual(strange(2, 1));
    expect(await told('1', '1', '1')).toEqual([{ kind: 'repeated-record', file: evidenceFile, records: 2 }]);
  });

  it('are as many as the evidence tells of', async () => {
    const differs = (rows: number) => [{ kind: 'evidence-differs', file: evidenceFile, rows }];
    expect(await found({ ...good, told: [['1'], ['2']] })).toEqual(differs(1));
    expect(await found({ ...good, told: [['1'], ['2'], ['3'], ['1'], ['1']] })).toEqual(differs(2));
  });

  it('are refused beside an original that cannot be judged by', async () => {
    await expect(found({ ...good, noRules: true })).rejects.toMatchObject(refused('verify/policy-needed'));
    await expect(found({ ...good, rules: { time: 'when' } })).rejects.toMatchObject(refused('verify/not-the-original'));
    await expect(found({ ...good, columns: [...good.columns.slice(0, 4), 'site:room'] })).rejects.toMatchObject(refused('verify/not-the-original')); // biome-ignore format: a line
    await expect(found({ ...good, promises: { alsoProtect: 'doctor' } })).rejects.toMatchObject(
      refused('verify/not-the-original'),
    );
    expect(await found({ ...good, manifest: { unit: 'row' } })).toEqual([{ kind: 'foreign-words', keys: ['unit'] }]);
    const failing = (error: Error) => (counter: Counter) => ({ ...counter, numbers: counter.numbers.bind(counter), ask: (sql: string) => (sql.includes('DESCRIBE') ? Promise.reject(error) : counter.ask(sql)) }); // biome-ignore format: a line
    await expect(found({ ...good, change: failing(new Unreadable('torn')) })).rejects.toMatchObject(
      refused('verify/not-the-original'),
    );
    await expect(found({ ...good, change: failing(new RangeError('lost')) })).rejects.toThrow(RangeError);
  });
});

describe('subjects of the original', () => {
  const one: Case = { ...good, columns: ['id', 'generalized_event'], k: 2, rules: { mapping: {}, unmapped: 'x' } };
  const rows = (...ids: readonly string[]) => ids.map((id) => [id, 'x']);
  const small = (smallest: number) => ({ kind: 'small-combination', file, combinations: 1, smallest, k: 2, counted: 'subjects', row: 1 }); // biome-ignore format: a line

  it('are what k counts, in any spelling or in their own', async () => {
    const spelled = [['Žan', ...original[0].slice(1)], ['žAN ', ...original[1].slice(1)]]; // biome-ignore format: rows
    const twice = { ...one, original: spelled };
    expect(await found({ ...one, rows: rows('1', '2', '3') })).toEqual([]);
    expect(await found({ ...twice, rows: rows('1', '1') })).toEqual([small(1)]);
    expect(await found({ ...twice, rows: rows('1', '2'), manifest: { subjectSpelling: 'exact' } })).toEqual([]);
    expect(await found({ ...twice, rows: rows('1', '2') })).toEqual([
      { kind: 'split-subject', file, subjects: 1, row: 1 },
      small(1),
    ]);
  });

  it('bear the numbers of the evidence, where it tells them', async () => {
    const told = (...numbers: readonly string[]) =>
      found({ ...one, rows: rows('1', '2', '3'), told: numbers.map((number, i) => [String(i + 1), number]) });
    expect(await told('7', '8', '9')).toEqual([]);
    expect(await told('7', '7', '9')).toEqual([{ kind: 'ambiguous-pseudonym', file: evidenceFile, ids: 1, row: 1 }]);
    expect(await found({ ...one, rows: rows('1', '1', '3') })).toEqual([{ kind: 'ambiguous-pseudonym', file, ids: 1, row: 1 }]);
  });

  it('share a set of linked events with k - 1 others', async () => {
    const linked: Case = { ...one, pseudonym: 'shared:week', columns: ['id', 'generalized_event', 'week_number'], original: [...original, ['ann', '2024-03-07 08:00:00', 'door']] }; // biome-ignore format: a line
    const cells = (...ids: readonly string[]) => ids.map((id, i) => [id, i === 3 ? 'y' : 'x', '10']);
    const mapped = { ...linked, rules: { mapping: { door: 'y' }, unmapped: 'x' }, k: 1 };
    expect(await found({ ...mapped, rows: cells('1', '2', '3', '1') })).toEqual([]);
    expect(await found({ ...mapped, rows: cells('1', '2', '3', '2') })).toEqual([
      { kind: 'ambiguous-pseudonym', file, ids: 1, row: 2 },
      { kind: 'ambiguous-pseudonym', file, ids: 1, row: 2 },
    ]);
    const pairs = { ...mapped, k: 2, original: [...linked.original, ['bob', '2024-03-07 08:00:00', 'door'], ['cid', '2024-03-07 08:00:00', 'door']] }; // biome-ignore format: a line
    const six = (...ids: readonly string[]) => ids.map((id, i) => [id, i > 2 ? 'y' : 'x', '10']);
    expect(await found({ ...pairs, rows: six('1', '2', '3', '1', '2', '3') })).toEqual([]);
    expect(await found({ ...pairs, rows: six('1', '2', '3', '1', '4', '5') })).toEqual([
      { kind: 'unshared-link', file, sets: 1, fewest: 1, k: 2, counted: 'subjects', row: 1 },
    ]);
    expect(await found({ ...pairs, rows: six('1', '2', '3', '1', '4', '5'), pseudonym: 'rotate' })).toEqual([]);
  });

  it('are beside k members of the second party, in any spelling', async () => {
    const nurses = (...names: readonly (string | null)[]) => original.map((cells, i) => [...cells.slice(0, 4), names[i]]);
    const asked = { ...one, rows: rows('1', '2', '3'), promises: { alsoProtect: 'nurse' } };
    const few = (fewest: number) => [{ kind: 'few-members', file, combinations: 1, fewest, k: 2, row: 1 }];
    expect(await found({ ...asked, original: nurses('č', 'e', 'e') })).toEqual([]);
    expect(await found({ ...asked, original: nurses('č', 'Č ', 'č') })).toEqual(few(1));
    expect(await found({ ...asked, original: nurses('n', 'N', 'n') })).toEqual(few(1));
    expect(await found({ ...asked, original: nurses('n', 'N', 'n'), manifest: { subjectSpelling: 'exact' } })).toEqual([]);
    expect(await found({ ...asked, original: nurses('n', ' ', null) })).toEqual(few(1));
    expect(await found({ ...asked, original: nurses('n', ' ', null), manifest: { subjectSpelling: 'exact' } })).toEqual(few(1));
    expect(await found({ ...asked, original: nurses('n', 'n', 'n'), promises: {} })).toEqual([]);
  });
});

describe('places that are told', () => {
  const log: Originals = [
    ['ann', '2024-03-04 08:00:00', 'fall'],
    ['ann', '2024-03-05 08:00:00', 'fall'],
    ['ann', '2024-03-05 08:00:00', 'door'],
    ['bob', '2024-03-01 08:00:00', 'fall'],
  ];
  const judge = (places: readonly string[], more: Partial<Case> = {}) => {
    const cells = places.map((place, i) => [i === 3 ? '2' : '1', i === 2 ? 'door' : 'fall', place]);
    return found({ original: log, columns: ['id', 'event', 'position'], rows: cells, pseudonym: 'rotate', ...more });
  };
  const wrong = (cells: number, row: number) => [{ kind: 'false-position', file, cells, row }];

  it('are those by time, of equal times by the row, under a number', async () => {
    expect(await judge(['1', '2', '3', '1'])).toEqual([]);
    expect(await judge(['1', '*', '3', '*'])).toEqual([]);
    expect(await judge(['1', '3', '2', '1'])).toEqual(wrong(2, 2));
    expect(await judge(['1', '2', '3', '2'])).toEqual(wrong(1, 4));
    expect(await judge(['2', '1', '3', '1'])).toEqual(wrong(2, 1));
  });

  it('are asked for only where there are some, under numbers', async () => {
    const cells = [['fall', '9'], ['fall', '9'], ['door', '9'], ['fall', '9']]; // biome-ignore format: rows
    expect(await judge([], { columns: ['event', 'position'], rows: cells })).toEqual([]);
    expect(await judge([], { columns: ['id', 'event'], rows: cells.map(([what], i) => [i === 3 ? '2' : '1', what]) })).toEqual([]); // biome-ignore format: a line
  });

  it('go with durations that are true', async () => {
    const cells = [['1', 'fall', '1', 'first'], ['1', 'fall', '2', '1h+'], ['1', 'door', '3', '0-1h'], ['2', 'fall', '1', '1h+']]; // biome-ignore format: rows
    const timed = { columns: ['id', 'event', 'position', 'since'], promises: { durations: ['1h'] }, rows: cells };
    expect(await judge([], timed)).toEqual([{ kind: 'false-duration', file, cells: 1, row: 4 }]);
  });
});
