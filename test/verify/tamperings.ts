import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Breach } from '../../src/verify/breaches.ts';
import type { VerifyOptions } from '../../src/verify/verify.ts';
import type { Draft, Variant } from './a-good-release.ts';
import { seal } from './written-release.ts';

/** One way to spoil a good release, and what the verifier must say: exactly these kinds of breach, no more. */
export interface Tampering {
  readonly says: string;
  readonly of?: Variant;
  /** Spoils what is to be written; the manifest is sealed after it. */
  readonly before?: (draft: Draft) => void;
  readonly declaredRows?: number;
  /** Spoils the folder as it is. */
  readonly after?: (folder: string) => void | Promise<void>;
  readonly options?: VerifyOptions;
  readonly breach: Breach['kind'] | readonly Breach['kind'][];
}

/** Text that tamperings put into cells: no message may ever show it. */
export const marker = 'Zanzibar';

/** Where a column is in the rows of a draft. */
export const at = (draft: Draft, column: string): number => draft.header.indexOf(column);

export const put =
  (column: string, value: string, row = 11) =>
  (draft: Draft): void => {
    draft.rows[row][at(draft, column)] = value;
  };

/** Replaces the same cell in every row of the group that row 0 belongs to, so that nothing but its form is wrong. */
export const putInGroup =
  (column: string, value: string) =>
  (draft: Draft): void => {
    const group = draft.rows[0][0];
    for (const row of draft.rows) if (row[0] === group) row[at(draft, column)] = value;
  };

/** The same for the leaf of row 0. */
export const putInLeaf =
  (column: string, value: string) =>
  (draft: Draft): void => {
    const leafOf = (row: readonly string[]) => `${row[0]}/${row[at(draft, 'Pattern')]}`;
    const leaf = leafOf(draft.rows[0]);
    for (const row of draft.rows) if (leafOf(row) === leaf) row[at(draft, column)] = value;
  };

export const dataFile = (folder: string): string =>
  join(folder, JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')).data.file);

/** Changes the bytes of the data and seals the manifest again. */
export const rewritten =
  (change: (bytes: Buffer) => Buffer | string) =>
  (folder: string): void => {
    writeFileSync(dataFile(folder), change(readFileSync(dataFile(folder))));
    seal(folder);
  };

/** The same for the bytes as text. */
export const reworded = (change: (text: string) => string) => rewritten((bytes) => change(bytes.toString()));
