import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Random, randomFrom } from '../../src/base/random.ts';
import type { Manifest } from '../../src/release/manifest.ts';
import { recordsOf } from '../attacks/attack.ts';
import { draws } from '../suite/draws.ts';
import { goodDraft, variants, write } from './a-good-release.ts';
import { goodTable, writeTableRelease } from './a-table-release.ts';
import { goodEvents, withEvidence, writeEvents } from './an-event-release.ts';
import { verifyLent } from './lent-duckdb.ts';
import { longDraft } from './long-tamperings.ts';
import { seal } from './written-release.ts';

/** How many forgeries are tried; `SHOAL_FORGERIES=5000` tries more by hand. */
const cases = Number(process.env.SHOAL_FORGERIES ?? draws(40));
/** Those of a seed are the same every time. */
const { seed = Date.now() } = fc.readConfigureGlobal();
let home = '';
const good: string[] = [];

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'shoal-forgeries-'));
  const next = () => {
    good.push(join(home, `good-${good.length}`));
    return good[good.length - 1];
  };
  for (const variant of variants) await write(next(), goodDraft(variant));
  for (const variant of ['csv', 'parquet columns'] as const) await write(next(), longDraft(variant));
  for (const pseudonym of ['random', 'rotate', 'drop', 'keep'] as const)
    for (const format of ['csv', 'parquet'] as const) await writeEvents(next(), withEvidence(goodEvents(pseudonym, format)));
  for (const shape of ['records', 'groups'] as const)
    for (const format of ['csv', 'parquet'] as const) await writeTableRelease(next(), goodTable(shape, { format }));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Flips, puts in, takes out or repeats a few bytes; or puts a word of the file in the place of another. */
function forge(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length);
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  switch (random.below(6)) {
    case 0:
      return Buffer.concat([before, Buffer.from([bytes[at] ^ (1 << random.below(8))]), after.subarray(1)]);
    case 1:
      return Buffer.concat([before, Buffer.from([random.below(128)]), after]);
    case 2:
      return Buffer.concat([before, after.subarray(1 + random.below(3))]);
    case 3:
      return Buffer.concat([before, after.subarray(0, 8), after]);
    case 4: {
      const signs = ['"', ' ', '0', '-', '+', '\r', '\n', ',', ';', '#', '\t', '.0', '\ufeff', '\u00a0', '\\u0041', '""'];
      return Buffer.concat([before, Buffer.from(signs[random.below(signs.length)]), after]);
    }
    default: {
      const words = bytes.toString('latin1').split(/([,;\n" ]+)/);
      const place = random.below(words.length);
      words[place] = words[random.below(words.length)];
      return Buffer.from(words.join(''), 'latin1');
    }
  }
}

/** What a forgery may change and still pass: text that is published as it is, and names nobody can know. */
function provable(folder: string): unknown {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
  const { dropped: _, files: __, ...promised } = { calendar: 0, flat: 0, ...manifest };
  if (manifest.data.format !== 'csv') return readFileSync(join(folder, manifest.data.file)).toString('base64');
  const free = manifest.columns.filter(({ role, kind }) => role === 'sensitive' || (role === 'subject' && kind === 'text'));
  const rows = recordsOf(readFileSync(join(folder, manifest.data.file), 'utf8'), manifest.method === 'events' ? ';' : ',');
  const cells = rows.map((row) => JSON.stringify({ ...row, ...Object.fromEntries(free.map(({ name }) => [name, ''])) })).sort();
  return { ...promised, calendar: 0, flat: 0, cells };
}

it('refuses whatever chance changes in data or manifest, unless it says the same', { timeout: 600_000 }, async () => {
  for (const folder of good) expect(await verifyLent(folder)).toMatchObject({ ok: true, value: { holds: true } });
  const passed: string[] = [];
  const random = randomFrom(`forgeries ${seed}`);
  for (let i = 0; i < cases; i++) {
    const own = random.fork(`case ${i}`);
    const from = good[own.below(good.length)];
    const folder = join(home, 'forged');
    rmSync(folder, { recursive: true, force: true });
    cpSync(from, folder, { recursive: true });
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
    const name = own.below(3) === 0 ? 'manifest.json' : manifest.data.file;
    const bytes = readFileSync(join(folder, name));
    const forged = forge(bytes, own);
    if (forged.equals(bytes)) continue;
    writeFileSync(join(folder, name), forged);
    if (name !== 'manifest.json') seal(folder);
    const verdict = await verifyLent(folder);
    if (verdict.ok && !verdict.value.holds) continue;
    if (verdict.ok && isDeepStrictEqual(provable(folder), provable(from))) continue;
    passed.push(
      `seed ${seed}, case ${i}: ${name} of ${manifest.data.file}, ${manifest.method}${verdict.ok ? '' : `, ${verdict.problems[0]?.code}`}`,
    );
  }
  expect(passed).toEqual([]);
});
