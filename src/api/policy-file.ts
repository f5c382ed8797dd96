import { existsSync } from 'node:fs';
import { ok, type Result } from '../base/result.ts';
import { unreadable } from '../policy/problems.ts';
import { readSettings, type Settings } from '../policy/settings-file.ts';

/** The policy file named by a flag, or ./shoal.yaml where there is one. */
export function readPolicyFile(named: string | true | undefined): Result<Settings> {
  const path = typeof named === 'string' ? named : 'shoal.yaml';
  return typeof named !== 'string' && !existsSync(path) ? ok({}) : readSettings(path, unreadable);
}
