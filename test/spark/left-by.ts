import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run, verify } from 'shoal';
import { expect } from 'vitest';
import type { SparkChoice } from '../../src/api/spark-choice.ts';

const address = process.env.SHOAL_SPARK ?? '';

/** Everything that a run leaves in a folder, by name, but what a clock decides; or the codes of what it refused, with why. Without a cluster it is made on this machine. */
export async function leftBy(
  folder: string,
  settings: Record<string, unknown>,
  spark?: Omit<SparkChoice, 'address'>,
): Promise<Record<string, string>> {
  const out = join(folder, spark === undefined ? 'near' : 'far');
  rmSync(out, { recursive: true, force: true });
  const made = await run(
    { out, seed: 7, threads: 1, ...settings } as never,
    spark === undefined ? {} : { spark: { address, ...spark } },
  ); // of every family
  if (!made.ok) return Object.fromEntries(made.problems.map(({ code, why }) => [code, why]));
  expect((await verify(out)).ok).toBe(true);
  const names = [...readdirSync(out), ...readdirSync(join(out, 'internal')).map((name) => `internal/${name}`)];
  const compared = names.filter((name) => !/^internal$|^internal\/(report|manifest)|html$/.test(name));
  return Object.fromEntries(compared.map((name) => [name, readFileSync(join(out, name)).toString('hex')]));
}
