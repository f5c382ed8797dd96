import { spawnSync } from 'node:child_process';
import { type Outcome, type Place, program } from './shoal-process.ts';

/** A script as a reader would run it, in a shell where `shoal` and `npx shoal` are the program. */
export function runShell(script: string, cwd: string, more: Readonly<Record<string, string>> = {}): Outcome {
  const preamble = 'shoal() { "$NODE" "$SHOAL" "$@"; }\nnpx() { "$@"; }\nset -e\n';
  const env = { ...process.env, NODE: process.execPath, SHOAL: program, ...more };
  const { status, stdout, stderr } = spawnSync('sh', ['-c', preamble + script], { cwd, env, encoding: 'utf8' });
  return { code: status, stdout, stderr };
}

/** The same where commands of ours are called within this process, a tenth of the time; a script that needs a shell gets one. */
export async function runScript(
  script: string,
  place: Place,
  { cwd = place.home, env = {} }: { cwd?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<Outcome> {
  const commands = commandsIn(script);
  if (commands === undefined) return runShell(script, cwd, env);
  const told = { code: 0 as number | null, stdout: '', stderr: '' };
  for (const words of commands) {
    const { code, stdout, stderr } = await place.call(words, { cwd, env });
    told.code = code;
    told.stdout += stdout;
    told.stderr += stderr;
    if (code !== 0) break;
  }
  return told;
}

/** The words of each command after `shoal`; undefined where a shell is needed to tell them. */
function commandsIn(script: string): readonly (readonly string[])[] | undefined {
  const lines = script.replaceAll(/\\\n/g, ' ').trim().split('\n');
  const isPlain = (line: string) =>
    /^(npx )?shoal /.test(line) && !/[|<>$&;`*?#~(){}\\]/.test(line.replaceAll(/'[^']*'/g, '')) && !/"[^"]*\$/.test(line);
  if (!lines.every(isPlain)) return undefined;
  return lines.map((line) => {
    const words = [...line.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)].map(([word]) =>
      word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'),
    );
    return words.slice(words.indexOf('shoal') + 1);
  });
}
