import { describe, expect, it } from 'vitest';
import type { FieldFacts } from '../../src/inspect/field.ts';
import { fieldsOf } from '../../src/inspect/field.ts';
import { kindOf, type Look } from '../../src/inspect/look.ts';
import { type Association, rolesFor } from '../../src/inspect/roles.ts';
import { runsIn } from '../../src/inspect/runs.ts';
import { shapeOf } from '../../src/inspect/shape.ts';

const nothing = { numbers: 0, wholes: 0, padded: 0, cents: 0, moments: 0, colons: 0, clocks: 0, uuids: 0, digits: 0, codes: 0 };
const look = (some: Partial<Look>): Look => ({ name: 'c', filled: 100, ...nothing, shortest: 1, longest: 9, ...some });

describe('the kind of a column', () => {
  it.each([
    [{ filled: 0 }, 'empty'],
    [{ numbers: 100, wholes: 100 }, 'whole'],
    [{ numbers: 100, wholes: 40 }, 'number'],
    [{ numbers: 99, wholes: 10 }, 'number'],
    [{ numbers: 90, wholes: 10 }, 'text'],
    [{ numbers: 100, wholes: 100, padded: 3 }, 'text'],
    [{ moments: 100, colons: 100 }, 'time'],
    [{ moments: 100 }, 'date'],
    [{ clocks: 100, colons: 100 }, 'clock'],
    [{ codes: 100, shortest: 11, longest: 11 }, 'code'],
    [{ codes: 100, shortest: 9, longest: 11 }, 'text'],
    [{ numbers: 100, wholes: 100, codes: 100, padded: 5, shortest: 8, longest: 8 }, 'code'],
  ] as const)('of %j is %s', (some, kind) => expect(kindOf(look(some))).toBe(kind));
});

describe('a run of columns', () => {
  const runs = (...names: string[]) =>
    runsIn(names.map((name) => ({ name, kind: 'number' as const, longest: 4 }))).map((run) => run.names);

  it('counts up by one step, by number, time of day or date', () => {
    expect(runs('age', 'H1', 'H2', 'H3', 'H4', 'pay')).toEqual([['H1', 'H2', 'H3', 'H4']]);
    expect(runs('00:00', '00:30', '01:00', '01:30')).toHaveLength(1);
    expect(runs('2024-02-27', '2024-02-28', '2024-02-29', '2024-03-01')).toHaveLength(1);
    expect(runs('h00', 'h06', 'h12', 'h18')).toHaveLength(1);
  });

  it('ends where the step changes, the stem changes, or a column is no number', () => {
    expect(runs('H1', 'H2', 'H3', 'H4', 'H6', 'H8', 'H10', 'H12')).toEqual([
      ['H1', 'H2', 'H3', 'H4'],
      ['H6', 'H8', 'H10', 'H12'],
    ]);
    expect(runs('A1', 'A2', 'B1', 'B2', 'B3', 'B4')).toEqual([['B1', 'B2', 'B3', 'B4']]);
    expect(runs('H1', 'H2', 'H3')).toEqual([]);
    const kinds = ['number', 'number', 'text', 'number', 'number'] as const;
    expect(runsIn(kinds.map((kind, i) => ({ name: `H${i}`, kind, longest: 4 })))).toEqual([]);
  });

  it('is what the format says it is, whatever the names', () => {
    const looks = ['T1', 'T2', 'class'].map((name) => look({ name, numbers: 100 }));
    expect(fieldsOf(looks, ['T1', 'T2']).map(({ name }) => name)).toEqual(['T1..T2', 'class']);
  });
});

const field = (name: string, some: Partial<FieldFacts> = {}): FieldFacts => ({
  name,
  columns: [name],
  kind: 'text',
  cents: false,
  uuids: false,
  digits: false,
  even: false,
  rows: 1000,
  missing: 0,
  odd: 0,
  distinct: 1000,
  counted: true,
  histogram: [],
  ...some,
});
const run = field('H1..H8', { kind: 'number', columns: ['H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'H7', 'H8'] });
const id = field('ID', { kind: 'whole' });
const guid = field('GUID', { uuids: true, distinct: 50 });
const when = field('when', { kind: 'time', distinct: 990 });

describe('the shape of a table', () => {
  it.each([
    ['numbered columns', [id, run], { kind: 'series', series: 'H1..H8', subject: 'ID' }],
    ['numbered columns and nobody named', [field('pay', { kind: 'number' }), run], { kind: 'series', series: 'H1..H8' }],
    [
      'a subject at every instant',
      [
        field('meter', { distinct: 50 }),
        field('Hour', { kind: 'whole', distinct: 20 }),
        field('kWh', { kind: 'number', distinct: 900 }),
      ],
      { kind: 'long', subject: 'meter', time: 'Hour', value: 'kWh' },
    ],
    [
      'codes in time',
      [when, guid, field('dogodek', { distinct: 30 })],
      { kind: 'events', subject: 'GUID', time: 'when', event: 'dogodek' },
    ],
    [
      'codes, times and money',
      [
        field('vehicle_id', { kind: 'code', distinct: 80 }),
        field('section_id', { kind: 'code', distinct: 300 }),
        when,
        field('toll_money', { kind: 'number', cents: true }),
      ],
      { kind: 'transactions', subject: 'vehicle_id', places: ['section_id'], time: 'when', amount: 'toll_money' },
    ],
    ['one row each', [id, field('age', { kind: 'whole', distinct: 60 })], { kind: 'table', subject: 'ID' }],
    [
      'dates without hours',
      [{ ...when, kind: 'date' as const }, guid, field('event', { distinct: 9 })],
      { kind: 'events', subject: 'GUID', time: 'when', event: 'event' },
    ],
    [
      'codes that are no subjects',
      [field('zip_code', { kind: 'code', distinct: 40 }), field('vehicle_class', { distinct: 4 })],
      { kind: 'table' },
    ],
    ['nobody', [field('age', { kind: 'whole', distinct: 60 })], { kind: 'table' }],
  ] as const)('with %s', (_, fields, shape) => expect(shapeOf(fields)).toEqual(expect.objectContaining(shape)));

  it('leaves the subject open where nothing names it', () => {
    expect(
      shapeOf([field('zip_code', { kind: 'code', distinct: 40 }), field('vehicle_class', { distinct: 4 })]).subject,
    ).toBeUndefined();
    expect(shapeOf([run, field('income', { kind: 'whole' })]).subject).toBeUndefined();
  });
});

describe('a suggested role', () => {
  const roleOf = (some: FieldFacts, associations: readonly Association[] = []) =>
    rolesFor(shapeOf([id, run, some]), [id, run, some], { associations })[2];

  it.each([
    [field('Surname', { distinct: 60 }), 'drop', /leads to a person/],
    [field('mark'), 'drop', /unique text/],
    [field('note'), 'drop', /may say anything/],
    [field('motto', { distinct: 600 }), 'drop', /too many different texts/],
    [field('always', { distinct: 1 }), 'drop', /says nothing/],
    [field('gone', { kind: 'empty', distinct: 0, missing: 1000 }), 'drop', /empty/],
    [field('seen', { kind: 'date', distinct: 300 }), 'drop', /single people out/],
    [field('birth_date', { kind: 'date', distinct: 300 }), 'drop', /make a year or an age/],
    [field('seen', { kind: 'time' }), 'drop', /single people out/],
    [field('postcode', { kind: 'code', distinct: 40 }), 'quasi', /as its name says/],
    [field('height', { kind: 'number', distinct: 90 }), 'quasi', /could know or guess/],
    [field('diagnosis', { distinct: 9 }), 'sensitive', /as its name says/],
    [field('colour', { distinct: 9 }), 'sensitive', /sensitive\? 9 texts that go with nothing/],
  ] as const)('of %o is %s', (some, role, reason) => {
    expect(roleOf(some).role).toBe(role);
    expect(roleOf(some).reason).toMatch(reason);
  });

  it('of a text that goes with another is quasi-identifier, and says with which', () => {
    const told = roleOf(field('colour', { distinct: 9 }), [{ one: 'team', other: 'colour', strength: 0.8 }]);
    expect(told).toMatchObject({ role: 'quasi', as: 'category', reason: expect.stringContaining('"team"') });
    expect(roleOf(field('colour', { distinct: 9 }), [{ one: 'team', other: 'colour', strength: 0.2 }]).role).toBe('sensitive');
  });

  it('is there for every column, each with a reason', () => {
    for (const { role, reason } of rolesFor(shapeOf([id, run]), [id, run]))
      expect([role, reason.length > 0]).toEqual([expect.any(String), true]);
  });
});
