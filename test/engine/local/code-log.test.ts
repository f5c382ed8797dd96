import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createPool } from '../../../src/base/pool.ts';
import type { CodedLog } from '../../../src/engine/coded-log.ts';
import { codePieces } from '../../../src/engine/local/code-log.ts';
import { firstHour } from '../../../src/formats/coded-lines.ts';
import { draws } from '../../suite/draws.ts';

const home = mkdtempSync(join(tmpdir(), 'shoal-code-log-'));
const pools = [0, 1, 2, 3].map((threads) => createPool(threads));
afterAll(async () => {
  for (const pool of pools) await pool.close();
  rmSync(home, { recursive: true, force: true });
});

const path = join(home, 'log.csv');
const header = 'who;at;what\n';
const columns = { count: 3, subject: 0, time: 1, event: 2, delimiter: ';'.charCodeAt(0), path };

const linesOf = ({ subjects, cells, subjectTexts, eventTexts, hours, events }: CodedLog): readonly string[] =>
  Array.from(subjects, (subject, row) =>
    [subjectTexts[subject], hours[cells[row]] + firstHour, eventTexts[events[cells[row]]]].join(';'),
  );

const anyLine = fc.record({
  who: fc.oneof(
    fc.constantFrom('a', 'ab', 'eight***', 'sixteen signs ok', '6057b4e7-cace-45f9-af4c-8376c1a4f357', 'x'.repeat(300)),
    fc.integer({ min: 1, max: 5000 }).map(String),
  ),
  at: fc.date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2155-12-31T23:59:59Z'), noInvalidDate: true }),
  what: fc.oneof(
    fc.constantFrom('', 'FALL', 'DOOR.OPEN'),
    fc.integer({ min: 1, max: 3000 }).map((code) => `CODE.${code}`),
  ),
});

describe('a plain log that is coded in pieces', () => {
  it('says what its lines say, however small the pieces and on any number of threads; one odd line anywhere, and it says nothing', async () => {
    const odd = [
      '"a";2024-03-01T10:00:00;FALL',
      'ä;2024-03-01T10:00:00;FALL',
      'a;2024-03-01T10:00:00;FALL\r',
      'a;2024-03-01;FALL',
      '',
    ];
    let [plain, refused] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyLine, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 30, max: 900 }),
        fc.boolean(),
        fc.option(fc.tuple(fc.constantFrom(...odd), fc.nat(60)), { freq: 3 }),
        async (log, atOnce, isEnded, strange) => {
          const lines = log.map(({ who, at, what }) => [who, at.toISOString().slice(0, 19), what].join(';'));
          if (strange !== null) lines.splice(Math.min(strange[1], lines.length - 1), 0, strange[0]);
          writeFileSync(path, header + lines.join('\n') + (isEnded ? '\n' : ''));
          const whole = await codePieces(columns, header.length, pools[0]);
          if (strange === null) {
            const owed = log.map(({ who, at, what }) => [who, Math.floor(at.getTime() / 3_600_000), what].join(';'));
            expect(whole && linesOf(whole)).toEqual(owed);
            expect(whole?.eventTexts).toEqual([...new Set(log.map(({ what }) => what))].sort());
          } else expect(whole).toBeUndefined();
          for (const pool of pools) expect(await codePieces(columns, header.length, pool, atOnce)).toEqual(whole);
          if (whole === undefined) refused++;
          else plain++;
        },
      ),
      { numRuns: draws(60) },
    );
    expect(Math.min(plain, refused)).toBeGreaterThan(0);
  });

  it('is none where it holds no line', async () => {
    writeFileSync(path, header);
    expect(await codePieces(columns, header.length, pools[0])).toBeUndefined();
  });
});
