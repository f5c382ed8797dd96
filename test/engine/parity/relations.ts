import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  call,
  column,
  create,
  group,
  number,
  type Relational,
  same,
  select,
  source,
  table,
  tell,
  text,
} from '../../../src/engine/relation.ts';
import { normalForm } from '../../../src/frame/normal-form.ts';
import { draws } from '../../suite/draws.ts';
import type { Trial } from './describe-engine.ts';
import { relationalCases, secret } from './relational-cases.ts';

/** Steps are data: nothing of them may be lost on a way that only takes JSON. */
const sent = <Data>(data: Data): Data => JSON.parse(JSON.stringify(data));

const quoted = (cell: string): string => (cell === '' ? '' : `"${cell.replaceAll('"', '""')}"`);

export function describeRelations({ engine, path, table: written, perDraw = 1 }: Trial): void {
  /** Relational steps over these rows, the first of which names their columns. */
  const over = async (...rows: readonly (readonly string[])[]): Promise<Relational> =>
    engine().relate(await written(...rows.map((row) => row.map(quoted).join(','))));

  describe('takes relational steps', () => {
    it.each(relationalCases)('$promise', async ({ input, steps = [], query, answer }) => {
      const relational = await over(...input);
      await relational.run(sent(steps), { order: secret });
      expect(await relational.ask(sent(query))).toEqual(answer);
    });

    it('knows the place of every row in the input, or gives it a number that no other has', async () => {
      const relational = await over(['who', 'n'], ['ann', '1'], ['bob', '2'], ['ann', '3'], ['bob', '2']);
      const rows = select(source, ['n', { kind: 'cell', column: 'n' }]);
      await relational.run([{ step: 'create', table: 'log', as: { rows }, places: true }]);
      const found = await relational.ask({ rows: table('log'), columns: [same('n'), same('place')], order: [column('place')] });
      expect(found.map(([, place]) => place)).toEqual([1, 2, 3, 4]);
      const values = found.map(([value]) => value);
      expect(relational.numbersRows ? values : values.toSorted()).toEqual(
        relational.numbersRows ? ['1', '2', '3', '2'] : ['1', '2', '2', '3'],
      );
    });

    it('gives every subject its normal form, however it is spelt', async () => {
      const letters = fc.constantFrom(...'aAbBžŽßẞσςΣİıﬁé', 'e\u0301', ' ', '  ', '\u00A0', '\u200B', 'Ａ', '1', '-');
      const spelling = fc.array(letters, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
      await fc.assert(
        fc.asyncProperty(fc.array(spelling, { minLength: 1, maxLength: 30 }), async (spellings) => {
          const relational = await over(['who'], ...spellings.map((one) => [one]));
          const { joined, forms } = await formsIn(relational);
          const known = [...new Set(spellings)].map(normalForm).filter((form) => form !== '');
          expect(forms).toEqual(inOrder(spellings.map((one) => [one, normalForm(one)])));
          expect(joined).toBe(known.length - new Set(known).size);
        }),
        { numRuns: Math.ceil(draws(25) / perDraw) },
      );
    });

    it('takes columns of numbers in and gives them back in chunks', async () => {
      const relational = await over(['who'], ['ann']);
      const many = Uint32Array.from({ length: 5000 }, (_, i) => (i * 2_654_435_761) >>> 0);
      await relational.put('many', [
        ['i', Uint32Array.from(many, (_, i) => i)],
        ['of', many],
      ]);
      const back = new Uint32Array(many.length);
      for await (const [places, values] of relational.stream({ rows: table('many'), columns: [same('i'), same('of')] }))
        for (let row = 0; row < places.length; row++) back[places[row]] = values[row];
      expect(back).toEqual(many);
    });

    it('writes CSV with a header, semicolons and quotes where they are needed, in the order of the table', async () => {
      const cells = ['plain', 'semi;colon', 'quo"te', 'line\nbreak', ' blank'];
      const relational = await over(['word', 'n'], ...cells.map((cell, i) => [cell, String(9 - i)]));
      const rows = select(source, ['word', { kind: 'cell', column: 'word' }], ['n', { kind: 'cell', column: 'n' }]);
      await relational.run([create('words', rows, [column('n')])]);
      const columns = [['a "word"', column('word')], same('n')] as const;
      await relational.write({ rows: table('words'), columns }, path('words.csv'), 'csv');
      const lines = [' blank', '"line\nbreak"', '"quo""te"', '"semi;colon"', 'plain'];
      const expected = `"a ""word""";n\n${lines.map((line, i) => `${line};${5 + i}\n`).join('')}`;
      expect(readFileSync(path('words.csv'), 'utf8')).toBe(expected);
    });

    it('finds the first row of which something holds, and says where it stands', async () => {
      const relational = await over(['word'], ['a'], ['b'], ['b']);
      const word = { kind: 'cell', column: 'word' } as const;
      const found = await relational.findRow(call('equal', word, text('b')));
      if (relational.numbersRows) expect(found).toEqual({ row: 2, place: expect.stringMatching(/\.csv, first in line 3$/) });
      else expect(found).toBeUndefined(); // nobody can say which row of a cluster's file is the second
      expect(await relational.findRow(call('equal', number(1), number(2)))).toBeUndefined();
    });
  });
}

type Spelt = readonly (readonly [spelling: string, form: string])[];

/** Rows of a cluster have no order. */
const inOrder = (spelt: Spelt): Spelt => spelt.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

/** Every spelling in the column `who` with its normal form. */
async function formsIn(relational: Relational): Promise<{ joined: number; forms: Spelt }> {
  const cell = { kind: 'cell', column: 'who' } as const;
  const signs = (['holdsCapitals', 'holdsSmallLetters', 'holdsUnusual', 'holdsForeign'] as const).map(
    (name) => [name, tell('any', call(name, cell))] as const,
  );
  const [told] = await relational.ask({ rows: group(source, [], ...signs) });
  const [capitals, smallLetters, unusual, foreign] = told.map((sign) => sign === true);
  const joined = await relational.settleSpellings('who', { capitals, smallLetters, unusual, foreign });
  const forms = select(source, ['who', cell], ['form', { kind: 'normalForm', column: 'who' }]);
  await relational.run([create('forms', forms)]);
  const answer = await relational.ask({ rows: table('forms'), columns: [same('who'), same('form')] });
  return { joined, forms: inOrder(answer.map(([spelling, form]) => [String(spelling ?? ''), String(form ?? '')])) };
}
