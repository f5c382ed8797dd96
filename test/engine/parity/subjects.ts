import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalForm } from '../../../src/frame/normal-form.ts';
import { draws } from '../../suite/draws.ts';
import { answerOf, ignore, type Trial } from './describe-engine.ts';

/** The definition: the first eight bytes of the MD5 of the text in UTF-8, the first of them counting least. */
const keyOf = (text: string): bigint => createHash('md5').update(text, 'utf8').digest().readBigUInt64LE(0);

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

const anyId = fc.string({
  unit: fc.constantFrom(
    'a',
    'A',
    'b',
    '7',
    '-',
    ' ',
    'ß',
    'ẞ',
    'Σ',
    'ς',
    'é',
    'e\u0301',
    'ａ',
    '\u00a0',
    '\u200b',
    'İ',
    '漢',
    '😀',
  ),
  minLength: 1,
  maxLength: 4,
});

export function describeSubjects({ engine, table }: Trial): void {
  const keysIn = async (source: Awaited<ReturnType<Trial['table']>>): Promise<(bigint | undefined)[]> => {
    const read = answerOf(await engine().readColumns(source, { numbers: ['x'], texts: [], spare: 0, subject: 'id' }, ignore));
    const { low = new Uint32Array(), high = new Uint32Array(), empty } = read.subjects ?? {};
    return [...low].map((part, row) => (empty?.includes(row) ? undefined : (BigInt(high[row]) << 32n) | BigInt(part)));
  };

  describe('gives a subject a key', () => {
    it('that is 64 bits of the MD5 of its text', async () => {
      const ids = ['a', 'Anna', '007', 'žan', '漢字', 'a "quoted", one'];
      expect(await keysIn(await table('id,x', ...ids.map((id) => `${quoted(id)},1`)))).toEqual(ids.map(keyOf));
    });

    it('and none where there is none', async () => {
      expect(await keysIn(await table('id,x', 'a,1', ',2', '"",3'))).toEqual([keyOf('a'), undefined, undefined]);
    });

    it('of its normal form, where spellings do not tell subjects apart', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(anyId, { minLength: 1, maxLength: 20 }), async (ids) => {
          const source = await table('id,x', ...ids.map((id) => `${quoted(id)},1`));
          const spelled = answerOf(await engine().normaliseSubjects(source, 'id', 'normal'));
          const forms = ids.map(normalForm);
          expect(await keysIn(spelled.source)).toEqual(forms.map((form) => (form === '' ? undefined : keyOf(form))));
          const written = new Set(ids.filter((_, row) => forms[row] !== ''));
          expect(spelled.joined).toBe(written.size - new Set([...written].map(normalForm)).size);
        }),
        { numRuns: draws(40) },
      );
    });
  });

  it('leaves a table alone that has no such column', async () => {
    const source = await table('id,x', 'A,1', 'a,2');
    expect(answerOf(await engine().normaliseSubjects(source, undefined, 'normal')).joined).toBe(0);
  });

  describe('counts', () => {
    it('rows and subjects, those of several rows, and rows of nobody', async () => {
      const source = await table('id,x', 'a,1', 'b,2', 'a,3', ',4', 'c,5', 'a,6');
      expect(answerOf(await engine().countSubjects(source, 'id'))).toEqual({
        rows: 6,
        subjects: 4, // nobody is counted as one
        repeated: 1,
        repeatedRows: 3,
        withoutSubject: 1,
      });
      expect(answerOf(await engine().countSubjects(source, undefined))).toMatchObject({ rows: 6, subjects: 6, repeated: 0 });
    });

    it('different texts of a column', async () => {
      const source = await table('t,x', 'b,1', ',2', 'a,3', 'b,4');
      expect((await engine().distinctTexts(source, 't')).toSorted()).toEqual(['', 'a', 'b']);
    });

    it('rows whose value few rows share', async () => {
      const source = await table('t,x', 'a,1', 'a,2', 'a,3', 'b,4', ',5');
      expect(await engine().countRare(source, 't', 2)).toEqual({ rare: 2, rows: 5 });
      expect(await engine().countRare(source, 't', 4)).toEqual({ rare: 5, rows: 5 });
    });
  });
}
