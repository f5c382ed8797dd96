import { describe, expect, it } from 'vitest';
import type { LongRoles } from '../../../src/policy/long-roles.ts';
import { answerOf, codesOf, ignore, type Trial } from './describe-engine.ts';

const roles: LongRoles = {
  subject: 'id',
  time: 'at',
  value: 'v',
  quasi: [{ name: 'age' }],
  sensitive: ['note'],
  dropped: ['id'],
};

export function describePivot({ engine, table }: Trial): void {
  const header = 'id,at,v,age,note';

  describe('pivots a long table', () => {
    it('into a row per subject in their order, instants in theirs, gaps as empty cells', async () => {
      const source = await table(header, 'b,10,5,40,x', 'a,2,2,30,y', 'b,2,4,40,x', 'a,10,3,30,y', 'b,6,,40,x', 'a,6,9,30,y');
      const { source: wide, roles: settled } = answerOf(await engine().pivot(source, roles, 2));
      expect(wide.counted).toEqual({ rows: 6, subjects: 2 });
      expect([settled.series, settled.instants]).toEqual([
        ['T2', 'T6', 'T10'],
        ['2', '6', '10'],
      ]);
      const wanted = { numbers: [...settled.series, 'age'], texts: ['note'], spare: 0, subject: 'id' };
      const read = answerOf(await engine().readColumns(wide, wanted, ignore));
      expect([...read.matrix.values]).toEqual([2, 9, 3, 30, 4, 0, 5, 40]);
      expect(read.empty).toEqual([undefined, Uint32Array.of(1), undefined, undefined]);
      expect([...read.texts[0].codes].map((code) => read.texts[0].labels[code])).toEqual(['y', 'x']);
    });

    it('with many instants, and times in order of time whatever their text', async () => {
      const hours = Array.from({ length: 90 }, (_, hour) => new Date(Date.UTC(2024, 0, 1, hour)).toISOString().slice(0, 19));
      const lines = [...hours].reverse().flatMap((at, i) => ['a', 'b'].map((id) => `${id},${at},${i},30,n`));
      const { source: wide, roles: settled } = answerOf(await engine().pivot(await table(header, ...lines), roles, 4));
      expect(settled.instants).toEqual(hours);
      const read = answerOf(await engine().readColumns(wide, { numbers: settled.series, texts: [], spare: 0 }, ignore));
      expect([...read.matrix.values.subarray(0, 90)]).toEqual(hours.map((_, t) => 89 - t));
    });

    const faults: readonly (readonly [what: string, code: string, lines: readonly string[]])[] = [
      ['no rows', 'input/no-rows', []],
      ['two values of a subject at one instant', 'input/repeated-instant', ['a,1,1,3,n', 'a,1,2,3,n', 'a,2,3,3,n']],
      ['a row of nobody', 'input/empty-subject', ['a,1,1,3,n', ',2,2,3,n']],
      ['a time that is none', 'input/unreadable-time', ['a,2024-01-01,1,3,n', 'a,soon,2,3,n']],
      ['instants at odd distances', 'input/irregular-instants', ['a,1,1,3,n', 'a,2,2,3,n', 'a,3,2,3,n', 'a,7,3,3,n']],
      ['an attribute that changes within a subject', 'input/varying-attribute', ['a,1,1,3,n', 'a,2,2,4,n']],
      ['a value that is no number', 'input/not-a-number', ['a,1,1,3,n', 'a,2,two,3,n']],
    ];
    it.each(faults)('and refuses %s: %s', async (_, code, lines) => {
      expect(codesOf(await engine().pivot(await table(header, ...lines), roles, 1))).toEqual([code]);
    });
  });

  it('lends a table to judges, pivoted or not, as SQL that names its columns', async () => {
    const plain = await engine().lend(await table(header, 'a,1,1,3,n'));
    expect(plain.columns.map(({ name }) => name)).toEqual(['id', 'at', 'v', 'age', 'note']);
    const pivoted = answerOf(await engine().pivot(await table(header, 'a,1,1,3,n', 'a,2,1,3,n'), roles, 1));
    const lent = await engine().lend(pivoted.source);
    expect(lent.columns.map(({ name }) => name)).toEqual(['id', 'T1', 'T2', 'age', 'note']);
  });
}
