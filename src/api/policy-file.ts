import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { ok, type Result, refused } from '../base/result.ts';
import { isPostgres } from '../policy/postgres-address.ts';
import { unreadable } from '../policy/problems.ts';

/** The policy file named by a flag, or ./shoal.yaml where there is one; its paths are taken from the folder it lies in. */
export async function readPolicyFile(named: string | true | undefined): Promise<Result<Record<string, unknown>>> {
  const path = typeof named === 'string' ? named : 'shoal.yaml';
  if (typeof named !== 'string' && !existsSync(path)) return ok({});
  const { parseDocument } = await import('yaml');
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return refused(unreadable(path, 'There is no such file, or you may not read it.'));
  }
  const document = parseDocument(text);
  const fault = document.errors[0];
  if (fault !== undefined)
    return refused(unreadable(`${path}, line ${fault.linePos?.[0].line ?? 1}`, 'It is not well-formed YAML or JSON.'));
  let settings: unknown;
  try {
    settings = document.toJS() ?? {};
  } catch {
    return refused(unreadable(path, 'It refers to an anchor that is not there, or far too often to one that is.'));
  }
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings))
    return refused(unreadable(path, 'It holds a list or a single value where settings are expected.'));
  return ok(placed(settings as Record<string, unknown>, dirname(resolve(path))));
}

function placed(settings: Record<string, unknown>, folder: string): Record<string, unknown> {
  const from = (path: unknown) =>
    typeof path === 'string' && path !== '-' && !isPostgres(path) && !isAbsolute(path) ? join(folder, path) : path;
  const hierarchy = settings.hierarchy;
  return {
    ...settings,
    ...('input' in settings ? { input: from(settings.input) } : {}),
    ...('mapping' in settings ? { mapping: from(settings.mapping) } : {}),
    ...('out' in settings ? { out: from(settings.out) } : {}),
    ...(typeof hierarchy === 'object' && hierarchy !== null
      ? { hierarchy: Object.fromEntries(Object.entries(hierarchy).map(([column, file]) => [column, from(file)])) }
      : {}),
  };
}
