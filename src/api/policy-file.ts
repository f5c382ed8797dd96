import { existsSync } from 'node:fs';
import type { Problem } from '../base/problem.ts';
import { ok, type Result } from '../base/result.ts';
import { unreadable } from '../policy/problems.ts';
import { lineOfKey, readSettings, type Settings } from '../policy/settings-file.ts';

/** The policy file named by a flag, or ./shoal.yaml where there is one. */
export function readPolicyFile(named: string | true | undefined): Result<Settings> {
  const path = typeof named === 'string' ? named : 'shoal.yaml';
  return typeof named !== 'string' && !existsSync(path) ? ok({}) : readSettings(path, unreadable);
}

/** Problems with settings of a policy file, each with file, line and key; those with settings given elsewhere as they are. */
export const placeProblems = (problems: readonly Problem[], path: string, elsewhere: ReadonlySet<string>): readonly Problem[] =>
  problems.map((problem) => {
    const place = keysIn(problem)
      .filter((key) => !elsewhere.has(key.split('.')[0]))
      .map((key) => ({ key, line: lineOfKey(path, key) }))
      .find(({ line }) => line !== undefined);
    return place === undefined ? problem : { ...problem, where: `${path}, line ${place.line}: ${place.key}` };
  });

/** The settings that a problem may be about, the likeliest first. */
export function keysIn({ where = '', facts }: Problem): readonly string[] {
  const { key, role = '' } = facts;
  const named = [where, String(role)].map((text) => camelCase(text.replace(/^--/, '')));
  return [
    ...(typeof key === 'string' ? [key] : []),
    ...named,
    ...Object.keys(facts).map((fact) => (fact === 'level' ? 'maxLevel' : fact)),
  ];
}

const camelCase = (flag: string): string => flag.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
