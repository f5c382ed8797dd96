import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, type TableInput, verify } from 'shoal';
import type { Exit } from '../../clusters/spaces.ts';

/** Exits as the CSV an operator would export. */
export const csvOf = (exits: readonly Exit[]): string =>
  [
    'vehicle,code,time,weight,cargo',
    ...exits.map(
      ({ vehicle, code, second, weight, cargo }) => `v${vehicle},${code},2023-01-02T${clock(second)},${weight},${cargo}`,
    ),
  ].join('\n');

const clock = (second: number): string => new Date(1000 * second).toISOString().slice(11, 19);

export const roles = {
  method: 'kaca',
  subject: 'vehicle',
  quasi: 'code:prefix,time:time,weight:number,cargo:category',
} as const satisfies TableInput;

export interface Released {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Rows under internal/, with subject and input row. */
  readonly evidence: readonly (readonly string[])[];
}

/** Runs a policy over exits, has the release proved with the original at hand, and hands it over; or the code of the problem. */
export async function releasedOf(exits: readonly Exit[], given: Partial<TableInput> = {}): Promise<Released | { code: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'shoal-exits-'));
  try {
    const input = join(folder, 'exits.csv');
    const out = join(folder, 'release');
    writeFileSync(input, csvOf(exits));
    const made = await run({ ...roles, seed: 1, ...given, input, out });
    if (!made.ok) return { code: made.problems[0].code };
    const verdict = await verify(out, { original: { file: input } });
    if (!verdict.ok || !verdict.value.holds) throw new Error(JSON.stringify(verdict));
    const [header, ...rows] = cells(join(out, 'kaca_anonymized.csv'));
    const [, ...evidence] = cells(join(out, 'internal/evidence.csv'));
    return { header, rows, evidence };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const cells = (path: string): string[][] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
