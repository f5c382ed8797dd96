import { join } from 'node:path';
import { generate } from '../api/generate.ts';
import { ok, type Result } from '../base/result.ts';

/** Made-up exits, the same on every machine, so that a server without data has something to answer with. */
export async function demoData(folder: string): Promise<Result<string>> {
  const out = join(folder, 'exit_transactions.csv');
  const made = await generate('tolls', { rows: 21_000, seed: 1, out, force: true });
  return made.ok ? ok(out) : made;
}
