import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
  for (const { words, into } of commands) {
    const { code, stdout, stderr } = await place.call(words, { cwd, env });
    told.code = code;
    if (into === undefined) told.stdout += stdout;
    else writeFileSync(join(cwd, into), stdout);
    told.stderr += stderr;
    if (code !== 0) break;
  }
  return told;
}

interface Command {
  /** What comes after `shoal`. */
  readonly words: readonly string[];
  /** The file that takes what is printed. */
  readonly into?: string | undefined;
}

/** The commands of a script; undefined where a shell is needed to tell them. */
function commandsIn(script: string): readonly Command[] | undefined {
  const lines = script
    .replaceAll(/\\\n/g, ' ')
    .trim()
    .split('\n')
    .map((text) => {
      const [, line = text, into] = /^(.*[^>\s]) > ([\w.-]+)$/.exec(text) ?? [];
      return { line, into };
    });
  const isPlain = (line: string) =>
    /^(npx )?shoal /.test(line) && !/[|<>$&;`*?#~(){}\\]/.test(line.replaceAll(/'[^']*'/g, '')) && !/"[^"]*\$/.test(line);
  if (!lines.every(({ line }) => isPlain(line))) return undefined;
  return lines.map(({ line, into }) => {
    const words = [...line.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)].map(([word]) =>
      word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'),
    );
    return { words: words.slice(words.indexOf('shoal') + 1), into };
  });
}
