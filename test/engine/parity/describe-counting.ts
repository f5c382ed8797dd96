import { describe, expect, it } from 'vitest';
import { type Counting, CountingLimit, type CountingLimits, Unreadable } from '../../../src/base/counting.ts';
import { Bug } from '../../../src/base/problem.ts';

/** What judges may expect of whatever counts for them. */
export function describeCounting(name: string, open: (limits: CountingLimits) => Counting): void {
  const counting = open({ threads: 2 });

  describe(name, () => {
    it('answers in rows of numbers, texts and nulls', async () => {
      const rows = await counting.withCounter((counter) => counter.ask("SELECT 9007199254740991, 'a', NULL, 0.5::DOUBLE"));
      expect(rows).toEqual([[9007199254740991, 'a', null, 0.5]]);
      expect(await counting.withCounter((counter) => counter.numbers('SELECT count(*), 3 FROM range(5)'))).toEqual([5, 3]);
    });

    it('answers in columns of whole numbers, at once or piece by piece', async () => {
      const sql = 'SELECT CAST(range AS UINTEGER) AS n, CAST(2 * range AS UINTEGER) FROM range(5000) ORDER BY n';
      await counting.withCounter(async (counter) => {
        const [one, two] = await counter.columns(sql, 2);
        expect([one.length, one[4999], two[4999]]).toEqual([5000, 4999, 9998]);
        let sum = 0;
        await counter.stream(sql, 2, ([numbers]) => {
          for (const number of numbers) sum += number;
        });
        expect(sum).toBe((4999 * 5000) / 2);
      });
    });

    it('lets nobody see what another judgement put down', async () => {
      await counting.withCounter((counter) => counter.ask('CREATE TEMP TABLE kept AS SELECT 1'));
      await expect(counting.withCounter((counter) => counter.ask('FROM kept'))).rejects.toThrow(Bug);
    });

    it('tells bytes that cannot be read from questions that cannot be asked', async () => {
      await expect(counting.withCounter((counter) => counter.ask("SELECT CAST('a' AS INTEGER)"))).rejects.toThrow(Unreadable);
      await expect(counting.withCounter((counter) => counter.ask('SELEKT 1'))).rejects.toThrow(Bug);
    });

    it('says what it lacks where the memory allowed is too little', async () => {
      const little = open({ threads: 1, memoryBytes: 2_000_000 });
      const asked = little.withCounter((counter) => counter.ask('SELECT list(range) FROM range(3000000)'));
      await expect(asked).rejects.toThrow(CountingLimit);
    });
  });
}
