import { join } from 'node:path';
import { generate } from '../api/generate.ts';
import { ok, type Result } from '../base/result.ts';

/** Made-up exits, the same on every machine, so that a server without data has something to answer with: made once, when first asked for. */
export function demoData(folder: string): () => Promise<Result<string>> {
  let found: Promise<Result<string>> | undefined;
  return () =>
    (found ??= makeDemoData(join(folder, 'exit_transactions.csv')).then((made) => {
      if (!made.ok) found = undefined; // a disk that was full may have room the next time
      return made;
    }));
}

async function makeDemoData(out: string): Promise<Result<string>> {
  const made = await generate('tolls', { rows: 21_000, seed: 1, out, force: true });
  return made.ok ? ok(out) : made;
}
