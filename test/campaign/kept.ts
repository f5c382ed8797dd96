import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Failure } from './part.ts';

/** How far a part has come under its seed. Cases are tried in batches of one size; those of the list are tried, whatever their order. */
export interface Progress {
  readonly seed: number;
  /** All cases below this one are tried. */
  next: number;
  /** Batches beyond it that are tried. */
  readonly ahead: number[];
  /** How many cases ended how. */
  readonly outcomes: Record<string, number>;
  failures: number;
  seconds: number;
  /** The day on which it last went on. */
  day: string;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const states = join(root, 'coverage', 'campaign');
/** Failing cases, each as small as it could be made: `npm test` tries them again. */
export const keptFolder = fileURLToPath(new URL('kept', import.meta.url));

export function readProgress(part: string): Progress | undefined {
  const path = join(states, `${part}.json`);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

/** In one step, as a campaign may be ended at any moment. */
export function writeProgress(part: string, progress: Progress): void {
  mkdirSync(states, { recursive: true });
  const path = join(states, `${part}.json`);
  writeFileSync(`${path}.new`, JSON.stringify(progress));
  renameSync(`${path}.new`, path);
}

/** Figures of a case that a word does not tell, beside how far its part has come. */
export function writeFigures(name: string, figures: object): void {
  mkdirSync(states, { recursive: true });
  writeFileSync(join(states, `${name}.figures.json`), `${JSON.stringify(figures, undefined, 1)}\n`);
}

/** The name of the file in which a failure is kept. */
export function keepFailure(failure: Failure): string {
  const text = `${JSON.stringify(failure, undefined, 1)}\n`;
  const name = `${failure.part}-${createHash('sha256').update(JSON.stringify(failure.case)).digest('hex').slice(0, 10)}.json`;
  mkdirSync(keptFolder, { recursive: true });
  writeFileSync(join(keptFolder, name), text);
  return name;
}

export const keptFailures = (): readonly Failure[] =>
  existsSync(keptFolder)
    ? readdirSync(keptFolder)
        .filter((name) => name.endsWith('.json'))
        .toSorted()
        .map((name) => JSON.parse(readFileSync(join(keptFolder, name), 'utf8')))
    : [];
