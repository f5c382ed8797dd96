import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { randomFrom } from '../../../src/base/random.ts';
import type { Manifest } from '../../../src/release/manifest.ts';
import { rowsOf } from '../../attacks/hunt.ts';
import { recordsOf } from '../../attacks/records-of.ts';
import { goodDraft, variants, write } from '../../verify/a-good-release.ts';
import { goodTable, writeTableRelease } from '../../verify/a-table-release.ts';
import { goodEvents, withEvidence, writeEvents } from '../../verify/an-event-release.ts';
import { verifyLent } from '../../verify/lent-duckdb.ts';
import { longDraft } from '../../verify/long-tamperings.ts';
import { seal } from '../../verify/written-release.ts';
import type { Part } from '../part.ts';
import { spoil } from '../spoil.ts';

interface Case {
  /** Which of the good releases. */
  readonly release: number;
  readonly seed: string;
}

/** Bytes of data and manifest changed at random, and the manifest sealed again. */
export const forgeries: Part<Case> = {
  name: 'forgeries',
  holds: 'whatever chance changes in data or manifest is refused, unless it says the same',
  goal: 10_000,
  draw: (seed, number) => ({ release: number % makers.length, seed: `${seed} ${number}` }),
  async attempt({ release, seed }) {
    const from = await goodRelease(release);
    const folder = mkdtempSync(join(tmpdir(), 'shoal-forged-'));
    try {
      cpSync(from, folder, { recursive: true });
      const random = randomFrom(`forgeries ${seed}`);
      const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
      const name = random.below(3) === 0 ? 'manifest.json' : manifest.data.file;
      const bytes = readFileSync(join(folder, name));
      const forged = spoil(bytes, random);
      if (forged.equals(bytes)) return 'unchanged';
      writeFileSync(join(folder, name), forged);
      if (name !== 'manifest.json') seal(folder);
      const verdict = await verifyLent(folder);
      if (verdict.ok && !verdict.value.holds) return 'refused';
      if (verdict.ok && isDeepStrictEqual(await provable(folder), await provable(from))) return 'said the same';
      throw new Error(`${name} of ${manifest.method}${verdict.ok ? ' passed' : `: ${verdict.problems[0]?.code}`}`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  *smaller() {}, // one change of a few bytes is small enough
};

const makers: readonly ((folder: string) => Promise<void>)[] = [
  ...variants.map((variant) => (folder: string) => write(folder, goodDraft(variant))),
  ...(['csv', 'parquet columns'] as const).map((variant) => (folder: string) => write(folder, longDraft(variant))),
  ...(['random', 'rotate', 'drop', 'keep'] as const).flatMap((pseudonym) =>
    (['csv', 'parquet'] as const).map(
      (format) => (folder: string) => writeEvents(folder, withEvidence(goodEvents(pseudonym, format))),
    ),
  ),
  ...(['records', 'groups'] as const).flatMap((shape) =>
    (['csv', 'parquet'] as const).map((format) => (folder: string) => writeTableRelease(folder, goodTable(shape, { format }))),
  ),
];

const made = new Map<number, Promise<string>>();
const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A good release, made once in a process; it must hold before it is forged. */
function goodRelease(number: number): Promise<string> {
  const known = made.get(number) ?? makeGood(number);
  made.set(number, known);
  return known;
}

async function makeGood(number: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'shoal-good-'));
  folders.push(folder);
  await makers[number](folder);
  const verdict = await verifyLent(folder);
  if (!verdict.ok || !verdict.value.holds) throw new Error(`good release ${number} does not hold`);
  return folder;
}

/** What a forgery may change and still pass: text that is published as it is, and names nobody can know. */
async function provable(folder: string): Promise<unknown> {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
  const { dropped: _, files: __, ...promised } = { calendar: 0, flat: 0, ...manifest };
  const free = manifest.columns.filter(({ role, kind }) => role === 'sensitive' || (role === 'subject' && kind === 'text'));
  const path = join(folder, manifest.data.file);
  const delimiter = manifest.method === 'events' ? ';' : ',';
  const rows = manifest.data.format === 'csv' ? recordsOf(readFileSync(path, 'utf8'), delimiter) : await rowsOf(path, delimiter);
  const cells = rows.map((row) => JSON.stringify({ ...row, ...Object.fromEntries(free.map(({ name }) => [name, ''])) })).sort();
  return { ...promised, calendar: 0, flat: 0, cells };
}
