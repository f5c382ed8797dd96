import { createHash } from 'node:crypto';
import {
  as,
  type Cell,
  call,
  column,
  count,
  create,
  distinct,
  type Expression,
  filter,
  group,
  join,
  missing,
  number,
  pick,
  type Query,
  type Relation,
  repeat,
  type Step,
  same,
  select,
  source,
  table,
  tell,
  text,
  when,
} from '../../../src/engine/relation.ts';

/** One thing that every engine owes: rows in, steps over them, a question, and its answer. */
export interface RelationalCase {
  readonly promise: string;
  readonly input: readonly (readonly string[])[];
  readonly steps?: readonly Step[];
  readonly query: Query;
  readonly answer: readonly (readonly Cell[])[];
}

const cell = (name: string): Expression => ({ kind: 'cell', column: name });
const time: Expression = { kind: 'localTime', column: 'at', offsets: false };
const one = (of: Expression): Query => ({ rows: { kind: 'range', column: 'i', from: 0, to: 0 }, columns: [['told', of]] });
const nobody = [['who'], ['nobody']];

/** The first eight bytes of an MD5, the first of them counting least. */
const keyOf = (of: string): string => createHash('md5').update(of).digest().readBigUInt64LE(0).toString();

const drawn = (secret: string, of: string): bigint =>
  BigInt(`0x${createHash('md5').update(`${secret}/${of}`).digest().reverse().toString('hex')}`);

/** The key that cases draw orders with. */
export const secret = '00ff17'.repeat(10);

const words = ['b', 'a', 'B', 'é', 'ž', 'z', '😀', '\uFFFD', 'aa', '%', "o'clock", 'a"b'];
const byBytes = [...words].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
const byDraw = [...words].sort((a, b) => (drawn(secret, a) < drawn(secret, b) ? -1 : 1));

const pairs = [
  ['who', 'n'],
  ['ann', '1'],
  ['bob', '2'],
  ['ann', '3'],
  ['', '4'],
  ['', '5'],
];
const pairsOf: Relation = select(source, ['who', cell('who')], ['n', as('int64', cell('n'))]);
const madePairs: readonly Step[] = [create('pairs', pairsOf)];
const known = filter(table('pairs'), call('not', call('isMissing', column('who'))));

const days = [
  ['at'],
  ['2020-12-31T23:59:59'],
  ['2021-01-03 00:00:00'],
  ['2021-01-04T06:00'],
  ['2024-12-30T12:00:00'],
  ['1969-12-31T07:30:00'],
];
const calendar = ['year', 'month', 'day', 'hour', 'isoYear', 'isoWeek', 'isoWeekday', 'dayNumber'] as const;

/** In the order of their texts. */
const clocks = [
  ['at'],
  ['1/7/2024 12:00'],
  ['2024-07-01'],
  ['2024-07-01T12:00:00'],
  ['2024-07-01T12:00:00+02:00'],
  ['2024-07-01T12:00:00-0330'],
  ['2024-07-01T12:00:00Z'],
];
const at = ['at', cell('at')] as const;
const clock = (zone: string | undefined, offsets: boolean): Expression => {
  const local: Expression = { kind: 'localTime', column: 'at', offsets, ...(zone === undefined ? {} : { zone }) };
  return call('add', call('multiply', call('dayNumber', local), number(24)), call('hour', local));
};
const july = 19_905 * 24; // hours from 1970 to the first of July 2024

export const relationalCases: readonly RelationalCase[] = [
  {
    promise: 'divides whole numbers whole, beyond 53 bits too',
    input: nobody,
    query: one(
      call(
        'join',
        call('divide', number(2n ** 61n + 1n), number(2)),
        text(' '),
        call('remainder', number(2n ** 61n + 1n), number(1000)),
        text(' '),
        call('multiply', as('int128', number(2n ** 62n)), number(2n ** 40n)),
      ),
    ),
    answer: [[`${2n ** 60n} ${(2n ** 61n + 1n) % 1000n} ${2n ** 102n}`]],
  },
  {
    promise: 'takes a call of something missing for missing, and what is not true for untrue',
    input: nobody,
    query: {
      rows: { kind: 'range', column: 'i', from: 0, to: 0 },
      columns: [
        ['sum', call('add', number(1), missing('int64'))],
        ['joined', call('join', text('a'), missing('text'))],
        ['is', call('isMissing', missing('text'))],
        ['first', call('firstKnown', missing('text'), text('x'))],
        ['branch', when([[call('equal', missing('int64'), number(1)), text('yes')]], text('no'))],
        ['picked', pick(['a', 'b'], number(2))],
        ['among', { kind: 'among', of: text('a'), texts: [] }],
      ],
    },
    answer: [[null, null, true, 'x', 'no', null, false]],
  },
  {
    promise: 'sorts texts by their bytes in UTF-8, and what is missing last',
    input: [['word', 'n'], ...words.map((word) => [word, '1']), ['', '1']], // a line with nothing in it is no row to every reader
    query: { rows: select(source, ['word', cell('word')]), order: [column('word')] },
    answer: [...byBytes.map((word) => [word]), [null]],
  },
  {
    promise: 'sorts by a drawn order that anybody with the key can work out',
    input: [['word'], ...words.map((word) => [word])],
    steps: [create('drawn', select(source, ['word', cell('word')]), [{ kind: 'drawn', key: 'order', of: column('word') }])],
    query: { rows: table('drawn') },
    answer: byDraw.map((word) => [word]),
  },
  {
    promise: 'draws a lot of 62 bits for a number, which adds up with another',
    input: nobody,
    steps: [
      create(
        'lots',
        select({ kind: 'range', column: 'i', from: 7, to: 7 }, [
          'lot',
          { kind: 'drawn', key: 'order', of: column('i'), lot: true },
        ]),
      ),
    ],
    query: { rows: table('lots'), columns: [['lot', call('join', column('lot'))]] },
    answer: [[String(BigInt(keyOf(`${secret}/7`)) >> 2n)]],
  },
  {
    promise: 'has keys of texts and of numbers from MD5',
    input: nobody,
    query: one(call('join', call('key', text('žaba')), text(' '), call('key', number(2n ** 61n)))),
    answer: [[`${keyOf('žaba')} ${keyOf(String(2n ** 61n))}`]],
  },
  {
    promise: 'groups what is missing as one, and sums nothing to 0',
    input: pairs,
    steps: madePairs,
    query: {
      rows: group(
        table('pairs'),
        [same('who')],
        ['rows', count()],
        ['large', count(call('less', number(2), column('n')))],
        ['sum', tell('sum', column('n'), call('less', column('n'), number(3)))],
        ['most', tell('greatest', column('n'), call('less', column('n'), number(3)))],
        ['any', tell('any', call('equal', column('n'), number(3)))],
      ),
      order: [column('who')],
    },
    answer: [
      ['ann', 2, 1, 1, 1, true],
      ['bob', 1, 0, 2, 2, false],
      [null, 2, 2, 0, null, false],
    ],
  },
  {
    promise: 'tells of nothing in one row, unless there are keys',
    input: pairs,
    steps: madePairs,
    query: {
      rows: group(
        filter(table('pairs'), call('less', column('n'), number(0))),
        [],
        ['rows', count()],
        ['who', tell('distinct', column('who'))],
        ['sum', tell('sum', column('n'))],
      ),
    },
    answer: [[0, 0, 0]],
  },
  {
    promise: 'counts different values without what is missing',
    input: pairs,
    steps: madePairs,
    query: { rows: group(table('pairs'), [], ['who', tell('distinct', column('who'))]) },
    answer: [[2]],
  },
  {
    promise: 'joins rows that agree, and what is missing agrees with nothing',
    input: pairs,
    steps: [
      ...madePairs,
      create('names', select(filter(table('pairs'), call('less', column('n'), number(5))), same('who'), ['m', column('n')])),
    ],
    query: {
      rows: join(table('pairs'), table('names'), ['who']),
      columns: ['who', 'n', 'm'].map(same),
      order: ['who', 'n', 'm'].map(column),
    },
    answer: [
      ['ann', 1, 1],
      ['ann', 1, 3],
      ['ann', 3, 1],
      ['ann', 3, 3],
      ['bob', 2, 2],
    ],
  },
  {
    promise: 'keeps the left side of a left join',
    input: pairs,
    steps: [
      ...madePairs,
      create('bobs', select(filter(known, call('equal', column('who'), text('bob'))), same('who'), ['m', column('n')])),
    ],
    query: { rows: join(known, table('bobs'), ['who'], 'left'), columns: ['who', 'n', 'm'].map(same), order: [column('n')] },
    answer: [
      ['ann', 1, null],
      ['bob', 2, 2],
      ['ann', 3, null],
    ],
  },
  {
    promise: 'keeps rows of the left that have a match, once each',
    input: pairs,
    steps: madePairs,
    query: { rows: join(select(known, same('who')), known, ['who'], 'semi'), order: [column('who')] },
    answer: [['ann'], ['ann'], ['bob']],
  },
  {
    promise: 'keeps rows of the left that have none',
    input: pairs,
    steps: [...madePairs, create('bobs', select(filter(known, call('equal', column('who'), text('bob'))), same('who')))],
    query: { rows: join(known, table('bobs'), ['who'], 'without'), order: [column('n')] },
    answer: [
      ['ann', 1],
      ['ann', 3],
    ],
  },
  {
    promise: 'lays rows under each other, and makes them distinct',
    input: pairs,
    steps: madePairs,
    query: {
      rows: group(
        { kind: 'union', rows: [select(known, same('who')), distinct(select(known, ['name', column('who')]))] },
        [same('who')],
        ['rows', count()],
      ),
      order: [column('who')],
    },
    answer: [
      ['ann', 3],
      ['bob', 2],
    ],
  },
  {
    promise: 'repeats rows as often as they say, and numbers what it makes of each',
    input: pairs,
    steps: [...madePairs, create('often', select(table('pairs'), same('who'), ['n', call('subtract', column('n'), number(3))]))],
    query: {
      rows: repeat(filter(table('often'), call('atLeast', column('n'), number(0))), 'n', 'i'),
      columns: ['who', 'n', 'i'].map(same),
      order: [column('n'), column('i')],
    },
    answer: [
      [null, 1, 1],
      [null, 2, 1],
      [null, 2, 2],
    ],
  },
  {
    promise: 'numbers rows within others, ranks equals alike, and sums over them',
    input: pairs,
    steps: madePairs,
    query: {
      rows: known,
      columns: [
        same('who'),
        ['row', { kind: 'rowNumber', within: [column('who')], order: [call('subtract', number(0), column('n'))] }],
        ['rank', { kind: 'rank', order: [column('who')] }],
        ['sum', { kind: 'sumWithin', within: [column('who')], of: column('n') }],
      ],
      order: [column('n')],
    },
    answer: [
      ['ann', 2, 1, 4],
      ['bob', 1, 2, 2],
      ['ann', 1, 1, 4],
    ],
  },
  {
    promise: 'orders by what is there and not by what is told under the same name',
    input: pairs,
    steps: madePairs,
    query: { rows: known, columns: [['n', call('subtract', number(9), column('n'))]], order: [column('n')] },
    answer: [[8], [7], [6]],
  },
  {
    promise: 'updates the rows that agree, and no others',
    input: pairs,
    steps: [
      ...madePairs,
      {
        step: 'update',
        table: 'pairs',
        set: ['n'],
        from: select(filter(known, call('equal', column('who'), text('ann'))), same('who'), ['n', number(7)]),
        on: ['who'],
      },
    ],
    query: { rows: table('pairs'), columns: [same('n')], order: [column('n')] },
    answer: [[2], [4], [5], [7], [7]],
  },
  {
    promise: 'makes a table anew, and drops one that is not there',
    input: pairs,
    steps: [...madePairs, create('pairs', select(known, same('n'))), { step: 'drop', tables: ['never'] }],
    query: { rows: table('pairs'), order: [column('n')] },
    answer: [[1], [2], [3]],
  },
  {
    promise: 'numbers texts by their place in a list, whatever stands in it',
    input: [['word'], ...words.map((word) => [word]), ['other']],
    steps: [{ step: 'number', name: 'its words', texts: words }],
    query: {
      rows: select(source, ['code', { kind: 'numbered', by: 'its words', of: cell('word') }]),
      order: [column('code')],
    },
    answer: [...words.map((_, place) => [place]), [null]],
  },
  {
    promise: 'reads the calendar of ISO 8601, before 1970 too',
    input: days,
    query: {
      rows: select(source, ['at', time]),
      columns: calendar.map((name) => [name, call(name, column('at'))] as const),
      order: [column('at')],
    },
    answer: [
      [1969, 12, 31, 7, 1970, 1, 3, -1],
      [2020, 12, 31, 23, 2020, 53, 4, 18_627],
      [2021, 1, 3, 0, 2020, 53, 7, 18_630],
      [2021, 1, 4, 6, 2021, 1, 1, 18_631],
      [2024, 12, 30, 12, 2025, 1, 1, 20_087],
    ],
  },
  {
    promise: 'begins an hour where its number says, before 1970 too',
    input: nobody,
    query: {
      rows: { kind: 'range', column: 'i', from: -25, to: -24 },
      columns: (['year', 'month', 'day', 'hour'] as const).map((name) => [name, call(name, call('hourBegin', column('i')))]),
      order: [column('i')],
    },
    answer: [
      [1969, 12, 30, 23],
      [1969, 12, 31, 0],
    ],
  },
  {
    promise: 'begins a day where its number says',
    input: nobody,
    query: {
      rows: { kind: 'range', column: 'day', from: -1, to: 1 },
      columns: [
        ['year', call('year', call('dayBegin', column('day')))],
        ['again', call('dayNumber', call('dayBegin', column('day')))],
      ],
      order: [column('day')],
    },
    answer: [
      [1969, -1],
      [1970, 0],
      [1970, 1],
    ],
  },
  {
    promise: 'reads a time as it is written where no zone is named',
    input: clocks,
    steps: [create('clocks', select(source, at, ['hours', clock(undefined, true)]))],
    query: { rows: table('clocks'), columns: [same('hours')], order: [column('at')] },
    answer: [[null], [null], [july + 12], [july + 12], [july + 12], [july + 12]],
  },
  {
    promise: 'reads a time with an offset on the clock of a zone',
    input: clocks,
    steps: [create('clocks', select(source, at, ['hours', clock('Europe/Ljubljana', true)]))],
    query: { rows: table('clocks'), columns: [same('hours')], order: [column('at')] },
    answer: [[null], [null], [july + 12], [july + 12], [july + 17], [july + 14]],
  },
  {
    promise: 'reads no offset where none is expected, and sees that there is one',
    input: clocks,
    steps: [
      create(
        'clocks',
        select(
          source,
          at,
          ['hours', clock(undefined, false)],
          ['z', { kind: 'offset', column: 'at' }],
          ['maybe', { kind: 'maybeOffset', column: 'at' }],
        ),
      ),
    ],
    query: { rows: table('clocks'), columns: ['hours', 'z', 'maybe'].map(same), order: [column('at')] },
    answer: [
      [null, null, false],
      [null, null, false],
      [july + 12, null, false],
      [null, 120, true],
      [null, -210, true],
      [null, 0, true],
    ],
  },
];
