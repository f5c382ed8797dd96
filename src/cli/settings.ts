import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import type { Problem } from '../base/problem.ts';
import { ok, type Result, refused } from '../base/result.ts';
import { shownAddress } from '../policy/postgres-address.ts';
import type { Settings } from '../policy/settings-file.ts';
import { isOnCluster } from './chosen-engine.ts';
import type { Parsed } from './command.ts';
import { policyFrom } from './flag-values.ts';
import { policyOfAnotherInput } from './problems.ts';

type Flags = Parsed['flags'];

/** The policy file that a command reads: the one it names, or ./shoal.yaml where there is one. */
export const policyPath = ({ policy }: Flags): string | undefined =>
  typeof policy === 'string' ? policy : existsSync(usualPolicy) ? usualPolicy : undefined;

const usualPolicy = './shoal.yaml';

/** What a command is about to do, and by which policy file: told at once, before anything heavy loads. */
export function openingLine(command: string, input: string | undefined, flags: Flags): string {
  const path = policyPath(flags);
  const words = [`shoal ${command}`, ...(input === undefined ? [] : [shownAddress(input)])];
  return `${words.join(' ')}${path === undefined ? '' : ` (policy ${path})`}\n`;
}

/** What a person asked for: the policy file under the flags. */
export interface Asked {
  readonly settings: Record<string, unknown>;
  /** Problems with a setting of the file, with the line it stands in. */
  readonly placed: (problems: readonly Problem[]) => readonly Problem[];
}

/**
 * Puts flags over the policy file. A ./shoal.yaml that nobody named and that is for another input is refused: its k, its roles and its drops
 * were chosen for other columns.
 */
export async function gatherSettings(input: string | undefined, flags: Flags): Promise<Result<Asked>> {
  const [{ readPolicyFile, placeProblems }, { missingInput }] = await Promise.all([
    import('../api/policy-file.ts'),
    import('../formats/missing-input.ts'),
  ]);
  const missing = isOnCluster(flags) ? undefined : missingInput(input);
  if (missing !== undefined) return refused(missing);
  const own = { ...(input === undefined ? {} : { input }), ...policyFrom(flags) };
  const path = policyPath(flags);
  const file: Result<Settings> = path === undefined ? ok({}) : readPolicyFile(path);
  if (!file.ok) return file;
  const meant = file.value.input;
  if (
    path !== undefined &&
    flags.policy === undefined &&
    input !== undefined &&
    typeof meant === 'string' &&
    !isSame(input, meant)
  )
    return refused(
      policyOfAnotherInput(path, isAbsolute(meant) ? relative('', meant) : shownAddress(meant), shownAddress(input)),
    );
  return ok({
    settings: { ...file.value, ...own },
    placed: (problems) => (path === undefined ? problems : placeProblems(problems, path, new Set(Object.keys(own)))),
  });
}

const isSame = (one: string, other: string): boolean => one === other || realPath(one) === realPath(other);

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
