import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../../../src/inspect/field.ts';
import { answerOf, ignore, type Trial } from './describe-engine.ts';

export function describeLooks({ engine, path, table }: Trial): void {
  describe('looks at a table', () => {
    const lines = Array.from({ length: 40 }, (_, row) => `p${row % 8},${row % 4},${row % 2 === 0 ? 'low' : 'high'},${row + 0.5}`);

    it('by its first rows, in counts that hold no value', async () => {
      const [id, code, , amount] = answerOf(await engine().lookAtHead(await table('id,code,rank,amount', ...lines)));
      expect(id).toMatchObject({ name: 'id', filled: 40, numbers: 0, shortest: 2, longest: 2 });
      expect(code).toMatchObject({ name: 'code', filled: 40, numbers: 40, wholes: 40 });
      expect(amount).toMatchObject({ numbers: 40, wholes: 0 });
    });

    it('by all its rows: different values, gaps, what goes with what, how well subjects hide', async () => {
      const source = await table('id,code,rank,amount', ...lines, ',0,low,');
      const looks = answerOf(await engine().lookAtHead(source));
      const survey = answerOf(await engine().survey(source, fieldsOf(looks), ignore));
      const { facts, everyNthRow } = await survey.facts();
      expect([everyNthRow, facts.map(({ name, rows, missing, distinct }) => [name, rows, missing, distinct])]).toEqual([
        1,
        [
          ['id', 41, 1, 8],
          ['code', 41, 0, 4],
          ['rank', 41, 0, 2],
          ['amount', 41, 1, 40],
        ],
      ]);
      const strong = (await survey.associations(facts)).find(({ one, other }) => one === 'id' && other === 'rank');
      expect(strong?.strength).toBeCloseTo(1);
      expect(await survey.joinSpellings('id')).toBe(0);
      const standing = await survey.standing({ known: [{ field: 'code' }], mostInstants: 4, subject: 'id', subjects: 8 });
      expect(standing?.steps).toEqual([{ column: 'code', largestK: 2, unique: 0 }]);
      expect((await survey.textsOf('rank')).toSorted()).toEqual(['high', 'low']);
    });
  });

  it('extracts the rows of some days under other names, and counts their subjects by their normal form', async () => {
    const source = await table(
      'car,when,toll',
      'A,2024-05-01T10:00,1',
      'a,2024-05-02T10:00,2',
      'b,2024-05-03T00:00,3',
      'c,soon,4',
    );
    const subjects = await engine().extract(source, {
      columns: { vehicle: 'car', at: 'when' },
      days: { column: 'at', from: '2024-05-01', to: '2024-05-02' },
      subject: 'vehicle',
      path: path('extracted.csv'),
    });
    expect(subjects).toBe(2); // A and a, and c, whose day nobody can read
    expect(readFileSync(path('extracted.csv'), 'utf8')).toBe('vehicle,at\nA,2024-05-01T10:00\na,2024-05-02T10:00\nc,soon\n');
  });
}
