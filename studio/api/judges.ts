import type { ToldVerdict } from '../../src/api/told-verdict.ts';
import type { Comparison } from '../../src/report/comparison.ts';
import { ask } from './client.ts';

export type { ToldVerdict };

/** Sends a zip as it is, and else the files of a folder: what must stay of it is not sent. */
export function verifySent(files: readonly File[], least: number | undefined): Promise<ToldVerdict> {
  const [first] = files;
  const path = `/api/v1/verify${least === undefined ? '' : `?k=${least}`}`;
  if (files.length === 1 && /\.zip$/i.test(first.name)) return ask(path, { raw: { body: first, type: 'application/zip' } });
  const form = new FormData();
  for (const file of files) form.append('file', file, file.name);
  return ask(path, { raw: { body: form } });
}

export const compareReleases = (releases: readonly string[], signal: AbortSignal): Promise<Comparison> =>
  ask('/api/v1/compare', { body: { releases }, signal });
