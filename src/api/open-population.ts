import { resolve } from 'node:path';
import { Refusal } from '../base/problem.ts';
import { ok } from '../base/result.ts';
import type { Workspace } from '../base/workspace.ts';
import { openLocalEngine } from '../engine/local/local-engine.ts';
import { missingInput } from '../formats/missing-input.ts';
import type { SettledNotations } from '../formats/notation.ts';
import { notatedAlike } from '../policy/notations.ts';
import { fingerprint } from '../verify/read-file.ts';
import type { Population } from '../verify/table/population.ts';
import { givenPolicy, notedIn, type OriginalInput, sizeOf, withNotations } from './open-original.ts';

/** A table of all among whom the subjects of a release are. What is left out is taken from what the run noted inside the release. */
export interface PopulationInput extends Omit<OriginalInput, 'file' | 'sql' | 'mapping'> {
  readonly file: string;
}

/** The engine settles what the file is and how it is read, as it is for the input; the verifier reads it, in a database of its own. */
export async function openPopulation(
  { file, ...input }: PopulationInput,
  folder: string,
  workspace: Workspace,
): Promise<Population> {
  const missing = missingInput(file);
  if (missing !== undefined) throw new Refusal(missing);
  const { policy = givenPolicy(input.policy) } = await notedIn(folder);
  const settled = withNotations(policy, input);
  const { hierarchy, timeZone } = { hierarchy: {}, timeZone: undefined, ...settled };
  const engine = await openLocalEngine({ workspace, threads: 1 });
  try {
    const { encoding, settle } = settled.family === 'table' ? notatedAlike(settled) : { encoding: undefined, settle: undefined };
    const settlements: SettledNotations[] = [];
    const joinOnly = (names: readonly string[]) => {
      const found = settle?.(names) ?? ok({ join: {}, columns: [] });
      if (found.ok) settlements.push(found.value);
      return found.ok ? ok({ join: found.value.join, columns: [] }) : found;
    };
    const delimiter = input.delimiter ?? settled.delimiter;
    const source = await engine.open({ input: file, delimiter, notated: { encoding, settle: joinOnly } });
    if (!source.ok) throw new Refusal(...source.problems);
    return {
      name: source.value.name,
      ...(await engine.lend(source.value)),
      bytes: sizeOf(source.value.path),
      written: settlements[0]?.columns ?? [],
      hierarchy: { ...hierarchy, ...input.hierarchy },
      timeZone: input.timeZone ?? timeZone,
      sha256: (await fingerprint(resolve(file))).sha256,
    };
  } finally {
    engine.close();
  }
}
