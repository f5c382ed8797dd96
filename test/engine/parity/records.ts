import { describe, expect, it } from 'vitest';
import type { RecordsRequest } from '../../../src/engine/tables.ts';
import { answerOf, codesOf, ignore, type Trial } from './describe-engine.ts';

const request: RecordsRequest = {
  subject: 'car',
  quasi: [
    { name: 'section', kind: 'prefix' },
    { name: 'at', kind: 'time' },
    { name: 'load', kind: 'number' },
  ],
  averaged: ['toll'],
  kept: ['note'],
  missing: 'fail',
  onBadTime: 'fail',
  onEmptySubject: 'fail',
  timeZone: undefined,
  subjectSpelling: 'normal',
  oneSpelling: false,
};
const header = 'car,section,at,load,toll,note';

export function describeRecords({ engine, table }: Trial): void {
  const read = async (lines: readonly string[], more: Partial<RecordsRequest> = {}) =>
    engine().readRecords(await table(header, ...lines), { ...request, ...more }, ignore);

  describe('reads records', () => {
    const lines = ['b,G20,2024-05-01T10:00:30,1.5,2,x', 'a,G1,2024-05-01 00:00:00,2,,', 'B,G20,2024-05-01T23:59:59.5,1,4,y'];

    it('every cell a number: texts by their place, times by the second of the day', async () => {
      const records = answerOf(await read(lines));
      const { matrix, crowd } = records;
      const row = (r: number) => [0, 1, 2].map((c) => matrix.values[r * matrix.rowStep + c * matrix.columnStep]);
      expect([row(0), row(1), row(2)]).toEqual([
        [1, 36_030, 1.5],
        [0, 0, 2],
        [1, 86_399.5, 1],
      ]);
      expect(records.quasi.map(({ texts }) => texts)).toEqual([['G1', 'G20'], [], []]);
      expect([[...crowd.subjects], crowd.size, records.subjectNames]).toEqual([[1, 0, 1], 2, ['a', 'b']]);
      expect(records.kept).toEqual([{ name: 'note', codes: Uint32Array.of(1, 0, 2), labels: ['', 'x', 'y'] }]);
      expect(records.averaged).toEqual([{ name: 'toll', values: Float64Array.of(2, Number.NaN, 4) }]);
      expect([...records.inputRow]).toEqual([0, 1, 2]);
      expect(records).toMatchObject({ inputRows: 3, inputSubjects: 2, joined: 1, leftOut: 0 });
    });

    it('with subjects as they are written, or each row as one, where that is asked for', async () => {
      expect(answerOf(await read(lines, { subjectSpelling: 'exact' })).subjectNames).toEqual(['B', 'a', 'b']);
      const rows = answerOf(await read(lines, { subject: undefined }));
      expect([rows.crowd.size, rows.subjectNames]).toEqual([3, undefined]);
    });

    it('without those that lack a value, where these are to be left out', async () => {
      const some = [...lines, 'c,,2024-05-01T10:00:00,1,1,z', 'd,G3,noon,1,1,z'];
      const records = answerOf(await read(some, { missing: 'drop', onBadTime: 'drop' }));
      expect(records).toMatchObject({ inputRows: 5, inputSubjects: 4, leftOut: 2 });
      expect([...records.inputRow]).toEqual([0, 1, 2]);
      expect(records.quasi[0].texts).toEqual(['G1', 'G20']);
    });

    it('on the clock that times are written by, or that of a zone', async () => {
      const zoned = ['a,G1,2024-05-01T10:00:00+02:00,1,1,n'];
      const second = async (more: Partial<RecordsRequest>) => answerOf(await read(zoned, more)).matrix.values[1];
      expect(await second({})).toBe(36_000);
      expect(await second({ timeZone: 'America/New_York' })).toBe(4 * 3600);
    });

    const good = 'a,G1,2024-05-01T10:00:00,1,1,n';
    type Fault = readonly [what: string, code: string, lines: readonly string[], more: Partial<RecordsRequest>];
    const faults: readonly Fault[] = [
      ['no rows', 'input/no-rows', [], {}],
      ['a record of nobody', 'input/empty-subject', [good, ',G1,2024-05-01T10:00:00,1,1,n'], {}],
      ['an empty quasi-identifier', 'input/empty-quasi', [good, 'b,,2024-05-01T10:00:00,1,1,n'], {}],
      ['a time that cannot be read', 'input/bad-time', [good, 'b,G1,at noon,1,1,n'], {}],
      ['times of which some have an offset', 'input/some-offsets', [good, 'b,G1,2024-05-01T10:00:00Z,1,1,n'], {}],
      ['text among numbers', 'input/not-a-number', [good, 'b,G1,2024-05-01T10:00:00,heavy,1,n'], {}],
      ['a number without end', 'input/not-finite', [good, 'b,G1,2024-05-01T10:00:00,inf,1,n'], {}],
      ['a number that stands for several', 'input/too-large', [good, 'b,G1,2024-05-01T10:00:00,9007199254740993,1,n'], {}],
      ['one value in two spellings', 'input/spelt-twice', [good, 'b,g1,2024-05-01T10:00:00,1,1,n'], { oneSpelling: true }],
    ];
    it.each(faults)('and refuses %s: %s', async (_, code, some, more) => {
      expect(codesOf(await read(some, more))).toEqual([code]);
      expect(codesOf(await engine().countRecords(await table(header, ...some), { ...request, ...more }))).toEqual([code]);
    });

    it('or only counts them', async () => {
      const counts = await engine().countRecords(await table(header, ...lines), request);
      expect(answerOf(counts)).toEqual({ rows: 3, subjects: 2, nobodys: 0, joined: 1 });
      const some = [...lines, ',G1,2024-05-01T10:00:00,1,1,n'];
      const dropped = await engine().countRecords(await table(header, ...some), { ...request, onEmptySubject: 'drop' });
      expect(answerOf(dropped)).toMatchObject({ rows: 4, subjects: 2, nobodys: 1 });
    });
  });
}
