import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { Manifest } from '../../src/release/manifest.ts';
import { type Outcome, openPlace, type Place } from '../cli/shoal-process.ts';
import { madeOnce } from '../suite/made-once.ts';
import { changeManifestOf, seal } from '../verify/written-release.ts';
import { recordsOf } from './records-of.ts';

/** What the program is given: files by their path, and the words of a command, parted by blanks. */
export interface Given {
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** `run` is put before them; `--out release` where they name no other place. */
  readonly run: string;
}

/** What an attacker may read: the folder without `internal/`, and whatever the case grants. */
export interface Leaves {
  /** The folder of the release; attackers keep out of `internal/`. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** The released table as records of text, whatever its delimiter; CSV only. */
  readonly rows: readonly Readonly<Record<string, string>>[];
  /** Any file of the folder, as text. */
  text(name: string): string;
  /** What the command printed, both streams. */
  readonly said: string;
}

interface Attack<Learned> extends Given {
  readonly attacker: (leaves: Leaves) => Learned | Promise<Learned>;
  /** All that they may learn: mostly nothing, `[]` or 0. */
  readonly learns: Learned;
}

/** A release is made, an attacker reads what leaves, and learns no more than the case says. `gains` is what they would gain. */
export function attack<Learned>(gains: string, { attacker, learns, ...given }: Attack<Learned>): void {
  it(`does not give away ${gains}`, () =>
    inPlace(async (place) => {
      const made = await make(place, given);
      expect(made.code, made.stderr).toBe(0);
      expect(await attacker(leavesOf(place.path('release'), made))).toEqual(learns);
    }));
}

interface Refusal extends Given {
  /** Code of the problem; the run ends with `exit` and leaves nothing behind. */
  readonly code: string;
  readonly exit?: number;
}

/** A run that would give `gains` away is refused with this code, and nothing is written. */
export function refusal(gains: string, { code, exit, ...given }: Refusal): void {
  it(`refuses to give away ${gains}`, () =>
    inPlace(async (place) => {
      put(place, given);
      const before = place.listing();
      const made = await place.call(wordsOf(given));
      expect(made.stderr).toContain(code);
      expect(made.code).toBe(exit ?? made.code);
      expect(made.code).toBeGreaterThan(1);
      expect(place.listing()).toEqual(before);
    }));
}

interface Forgery extends Given {
  /** Changes a good release; sizes and hashes in its manifest are put right afterwards. */
  readonly forge: (folder: string, change: (change: (manifest: Manifest) => void) => void) => void | Promise<void>;
  /** Changes the folder once more, after its manifest was sealed. */
  readonly after?: (folder: string) => void;
  /** Codes of the breaches that must be among those found, without `verify/`. */
  readonly breach: string | readonly string[];
  /** Whether `internal/` goes along; those who receive a release have none. */
  readonly withInternal?: boolean;
  /** The file it was made from, where the one who verifies has it; `internal/` then goes along. */
  readonly original?: string;
}

/** A good release is forged, its manifest sealed again, and `shoal verify` must not pass it. */
export function forgery(passes: string, { forge, after, breach, original, withInternal = false, ...given }: Forgery): void {
  it(`does not pass ${passes}`, () =>
    inPlace(async (place) => {
      put(place, given);
      const release = await releaseOf(given);
      const folder = place.path('forged');
      cpSync(release, folder, {
        recursive: true,
        filter: (path) => withInternal || original !== undefined || !path.startsWith(join(release, 'internal')),
      });
      await forge(folder, (change) => changeManifestOf(folder, change));
      seal(folder);
      after?.(folder);
      const verified = await place.call(['verify', 'forged', ...(original === undefined ? [] : ['--original', original])]);
      for (const code of [breach].flat()) expect(verified.stderr).toContain(`verify/${code}`);
      expect(verified.code).toBe(5);
    }));
}

/** A good release, made once for all who forge it. */
export function releaseOf(given: Given): Promise<string> {
  const { files = {}, run } = given;
  const bytes = Object.entries(files).map(([name, text]) => [name, Buffer.from(text).toString('base64')]);
  return madeOnce(JSON.stringify([run, bytes]), (folder) =>
    inPlace(async (place) => {
      const made = await make(place, given);
      expect(made.code, made.stderr).toBe(0);
      cpSync(place.path('release'), folder, { recursive: true });
    }),
  );
}

/** A place of its own for one case, gone afterwards. */
export async function inPlace(act: (place: Place) => Promise<void>): Promise<void> {
  const place = openPlace();
  try {
    await act(place);
  } finally {
    place.remove();
  }
}

export async function make(place: Place, given: Given): Promise<Outcome> {
  put(place, given);
  return place.call(wordsOf(given));
}

function put(place: Place, { files = {} }: Given): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(place.path(name)), { recursive: true });
    writeFileSync(place.path(name), text);
  }
}

const wordsOf = ({ run }: Given): readonly string[] => {
  const words = ['run', ...run.split(/\s+/).filter((word) => word !== '')];
  return words.includes('--out') ? words : [...words, '--out', 'release'];
};

export function leavesOf(folder: string, { stdout, stderr }: Outcome): Leaves {
  const text = (name: string) => readFileSync(`${folder}/${name}`, 'utf8');
  const manifest = JSON.parse(text('manifest.json')) as Manifest;
  const { file, format } = manifest.data;
  const delimiter = manifest.method === 'events' ? ';' : ',';
  const rows = format === 'csv' && existsSync(`${folder}/${file}`) ? recordsOf(text(file), delimiter) : [];
  return { folder, manifest, rows, text, said: stdout + stderr };
}

/** A CSV text of records that have the same columns. */
export function csvOf(records: readonly Readonly<Record<string, string | number>>[], delimiter = ','): string {
  const names = Object.keys(records[0] ?? {});
  const lines = [names, ...records.map((record) => names.map((name) => String(record[name])))];
  return lines.map((cells) => `${cells.join(delimiter)}\n`).join('');
}
