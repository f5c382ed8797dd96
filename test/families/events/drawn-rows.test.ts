import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createPool } from '../../../src/base/pool.ts';
import { type Cut, orderRows, writeOrdered } from '../../../src/families/events/write-drawn.ts';
import { draws } from '../../suite/draws.ts';

const home = mkdtempSync(join(tmpdir(), 'shoal-drawn-'));
const pools = [0, 1, 2, 3].map((threads) => createPool(threads));
afterAll(async () => {
  for (const pool of pools) await pool.close();
  rmSync(home, { recursive: true, force: true });
});

const [ids, fates] = [6, 5];
const tellers = Uint32Array.of(0, 7, 42, 123_456, 999_999_999, 4_294_967_295);
const lots = (count: number) => fc.array(fc.bigInt({ min: 0n, max: (1n << 62n) - 1n }), { minLength: count, maxLength: count });

/** Lots of which some are as large as they can be, or equal. */
const anyLots = (count: number) =>
  fc.oneof(lots(count), fc.array(fc.constantFrom(0n, 1n, 1n << 32n, (1n << 62n) - 1n), { minLength: count, maxLength: count }));

const halves = (numbers: readonly bigint[]) => ({
  high: Uint32Array.from([0n, ...numbers], (one) => Number(one >> 32n)),
  low: Uint32Array.from([0n, ...numbers], (one) => Number(one & 0xffffffffn)),
});

describe('rows in their drawn order', () => {
  it('go by the sum of two lots, those of one sum by id and what is published, and equal ones by their place', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(ids - 1), fc.nat(fates)), { maxLength: 80 }),
        anyLots(ids),
        anyLots(fates),
        async (rows, idLots, fateLots) => {
          const { records, fates: counted } = await orderRows(
            {
              subjects: Uint32Array.from(rows, ([subject]) => subject),
              cells: Uint32Array.from(rows, ([, cell]) => cell),
              idOf: Uint32Array.from({ length: ids }, (_, subject) => ids - 1 - subject), // the last subject has none
              fateOf: Uint32Array.from({ length: fates + 1 }, (_, cell) => cell), // cell 0 is left out
              idLots: halves(idLots),
              fateLots: halves(fateLots),
            },
            { pool: createPool(0) },
          );
          const sum = (id: number, fate: number) => (idLots[id - 1] + fateLots[fate - 1]) & ((1n << 62n) - 1n);
          const owed = rows
            .map(([subject, cell], place) => ({ id: ids - 1 - subject, fate: cell, place }))
            .filter(({ id, fate }) => id > 0 && fate > 0)
            .map((row) => ({ ...row, sum: sum(row.id, row.fate) }))
            .sort((a, b) => (a.sum < b.sum ? -1 : a.sum > b.sum ? 1 : a.id - b.id || a.fate - b.fate || a.place - b.place));
          const drawn = Array.from({ length: records.length / 3 }, (_, row) => {
            const [id, fate, place] = records.subarray(3 * row, 3 * row + 3);
            return { id, fate, place };
          });
          expect([...counted]).toEqual(
            Array.from({ length: fates + 1 }, (_, fate) => owed.filter((row) => row.fate === fate).length),
          );
          expect(drawn).toEqual(owed.map(({ id, fate, place }) => ({ id, fate, place })));
        },
      ),
      { numRuns: draws(100) },
    );
  });

  it('are the same bytes on any number of threads, however they are cut', async () => {
    const texts = ['GUID;what;', ';fall;', `;${'x'.repeat(40)};`, ';;', ';ö;', ';door,closed;'].map((text) => Buffer.from(text));
    const anyCut = fc.record<Cut>({
      rows: fc.integer({ min: 1, max: 30 }),
      chunk: fc.integer({ min: 1, max: 30 }),
      bytes: fc.integer({ min: 1, max: 300 }),
      worthThreads: fc.constant(0),
    });
    const anyRows = fc.array(fc.tuple(fc.nat(ids - 1), fc.nat(fates)), { minLength: 1, maxLength: 80 });
    await fc.assert(
      fc.asyncProperty(anyRows, anyLots(ids), anyLots(fates), anyCut, async (rows, idLots, fateLots, cut) => {
        const made = [];
        for (const [p, pool] of [...pools, pools[0]].entries()) {
          const work = p < pools.length ? { pool, cut } : { pool }; // the last as they are usually cut
          const paths = { release: join(home, 'rows.csv'), evidence: join(home, 'places.csv') };
          const ordered = await orderRows(
            {
              subjects: Uint32Array.from(rows, ([subject]) => subject),
              cells: Uint32Array.from(rows, ([, cell]) => cell),
              idOf: Uint32Array.from({ length: ids }, (_, subject) => 999 * (ids - 1 - subject)),
              fateOf: Uint32Array.from({ length: fates + 1 }, (_, cell) => cell),
              idLots: sparse(halves(idLots), 999),
              fateLots: halves(fateLots),
            },
            work,
          );
          const owed = Array.from({ length: ordered.records.length / 3 }, (_, row) => {
            const [id, fate, place] = ordered.records.subarray(3 * row, 3 * row + 3);
            return { row: `${id}${String(texts[fate]).slice(0, -1)}`, place };
          });
          const whose = { subjects: Uint32Array.from(rows, ([subject]) => subject), idOf: tellers };
          const told = ({ row, place }: (typeof owed)[number]) => `${row};${tellers[whose.subjects[place]]};${place + 1}`;
          const ways = [
            { written: ordered, proof: ['_row', ...owed.map(({ place }) => place + 1)] },
            { written: { ...ordered, whose }, proof: ['GUID;what;_subject;_row', ...owed.map(told)] },
          ];
          for (const { written, proof } of ways) {
            await writeOrdered(written, texts, paths, work);
            expect(readFileSync(paths.release, 'utf8')).toBe(`${['GUID;what', ...owed.map(({ row }) => row)].join('\n')}\n`);
            expect(readFileSync(paths.evidence, 'utf8')).toBe(`${proof.join('\n')}\n`);
            for (const path of Object.values(paths)) rmSync(path);
          }
          made.push(JSON.stringify(owed));
        }
        expect(new Set(made).size).toBe(1);
      }),
      { numRuns: draws(30) },
    );
  });
});

/** Lots of ids that are some way apart. */
function sparse({ high, low }: ReturnType<typeof halves>, apart: number): ReturnType<typeof halves> {
  const far = (of: Uint32Array) => {
    const cells = new Uint32Array(apart * (of.length - 1) + 1);
    for (const [id, cell] of of.entries()) cells[apart * id] = cell;
    return cells;
  };
  return { high: far(high), low: far(low) };
}
