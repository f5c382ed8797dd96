import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate, type PolicyInput, run, type SampleKind } from 'shoal';

/** A release of each name, made once for all tests of a file. */
export interface Releases {
  readonly folder: string;
  make(name: string, sample: SampleKind, rows: number, policy: PolicyInput): Promise<string>;
  remove(): void;
}

export function openReleases(): Releases {
  const folder = mkdtempSync(join(tmpdir(), 'shoal report '));
  return {
    folder,
    async make(name, sample, rows, policy) {
      const input = join(folder, `${name}.csv`);
      const out = join(folder, name);
      if (existsSync(out)) return out;
      const made = await generate(sample, { rows, seed: 1, out: input });
      if (!made.ok) throw new Error(made.problems[0].what);
      const summary = await run({ seed: 1, ...policy, input, out });
      if (!summary.ok) throw new Error(`${summary.problems[0].what} ${summary.problems[0].fix}`);
      return out;
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

export const work = { subject: 'ID', series: 'H1..H8', drop: 'Name,Surname', sensitive: 'Performance_SD' } as const;

export const tolls: PolicyInput = {
  method: 'kaca',
  clustering: 'hierarchy',
  subject: 'vehicle_id',
  quasi: 'section_id:prefix,exit_time:time',
  drop: 'vehicle_class',
  aggregate: 'count,avg:toll_money',
};
