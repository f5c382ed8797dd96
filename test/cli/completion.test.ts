import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { openPlace, type Place } from './shoal-process.ts';

let place: Place;
beforeAll(async () => {
  place = openPlace();
  for (const shell of ['bash', 'zsh', 'fish']) place.write(`shoal.${shell}`, (await place.call(['completion', shell])).stdout);
  place.write('data.csv', '');
  mkdirSync(place.path('a folder'));
});
afterAll(() => place.remove());

const isThere = (shell: string): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0;

/** What bash offers after these words, the last of which is being typed. */
function offered(...words: readonly string[]): readonly string[] {
  const quoted = ['shoal', ...words].map((word) => `'${word}'`).join(' ');
  const script = `source ./shoal.bash; complete -p shoal >&2; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _shoal; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { cwd: place.home, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: 'complete -F _shoal shoal\n' });
  return stdout.split('\n').filter((line) => line !== '');
}

describe('completion for bash', () => {
  it('offers every command, and those that begin as typed', () => {
    expect(offered('')).toEqual(expect.arrayContaining(commands.map(({ name }) => name)));
    expect(offered('in')).toEqual(['inspect', 'init']);
  });

  it('offers every flag of each command', () => {
    for (const { name, flags } of commands)
      expect(offered(name, '--'), name).toEqual(expect.arrayContaining([...flags.map((flag) => `--${flag.name}`), '--help']));
    expect(offered('run', '--max-l')).toEqual(['--max-level']);
  });

  it('offers the values of a flag that has some, files and folders where they are meant, nothing for a number', () => {
    expect(offered('run', '--release', '')).toEqual(['internal', 'partner', 'public']);
    expect(offered('run', '--release', 'pa')).toEqual(['partner']);
    expect(offered('run', '--policy', 'da')).toEqual(['data.csv']);
    expect(offered('run', '--out', '')).toEqual(['a folder']);
    expect(offered('run', '-k', '')).toEqual([]);
  });

  it('offers what a command takes', () => {
    expect(offered('run', 'da')).toEqual(['data.csv']);
    expect(offered('verify', '')).toEqual(['a folder']);
    expect(offered('generate', 'w')).toEqual(['work', 'walks']);
    expect(offered('completion', '')).toEqual(['bash', 'zsh', 'fish']);
    expect(offered('help', 'sw')).toEqual(['sweep']);
  });
});

describe.each(['zsh', 'fish'])('completion for %s', (shell) => {
  it.runIf(isThere(shell))('is a script that the shell accepts', () => {
    const { status, stderr } = spawnSync(shell, ['--no-execute', `shoal.${shell}`], { cwd: place.home, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  });

  it('names every command, every flag with its help, and the values there are', () => {
    const script = place.read(`shoal.${shell}`);
    for (const { name, flags } of commands) {
      const own = shell === 'zsh' ? (script.split(`\n    ${name}) _arguments`)[1]?.split(';;')[0] ?? '') : script;
      expect(script).toContain(name);
      for (const flag of flags)
        expect(own, `${name} ${flag.name}`).toContain(shell === 'zsh' ? `--${flag.name}[` : `-l ${flag.name} `);
    }
    expect(script).toContain('internal partner public');
  });

  it('has balanced quotes in every line', () => {
    const bare = (line: string) =>
      line
        .replaceAll(/\\./g, '')
        .replaceAll(/#.*$/g, '')
        .replaceAll(/"[^"]*"/g, '');
    for (const line of place.read(`shoal.${shell}`).split('\n')) expect((bare(line).match(/'/g) ?? []).length % 2, line).toBe(0);
  });
});

it('refuses a shell it does not know', async () => {
  expect(await place.call(['completion', 'tcsh'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('usage/bad-argument'),
  });
  expect(await place.call(['completion'])).toMatchObject({ code: 2, stderr: expect.stringContaining('usage/missing-argument') });
});
