import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ownCommand } from '../../src/cli/own-command.ts';

let home: string;
let program: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'command-'));
  program = join(home, 'shoal.js');
  for (const name of ['shoal.js', 'other.js']) writeFileSync(join(home, name), '');
});
afterEach(() => rmSync(home, { recursive: true }));

const linked = (folder: string, target: string): string => {
  mkdirSync(join(home, folder), { recursive: true });
  symlinkSync(join(home, target), join(home, folder, 'shoal'));
  return join(home, folder);
};

it('is the name of the program where the shell finds it', () => {
  const path = [join(home, 'nowhere'), linked('bin', 'shoal.js')].join(delimiter);
  expect(ownCommand(program, path)).toBe('shoal');
  expect(ownCommand(join(home, 'bin/shoal'), path)).toBe('shoal');
});

it('is npx where the shell finds nothing, another program, or what npm has put before it', () => {
  expect(ownCommand(program, '')).toBe('npx shoal');
  expect(ownCommand(program, linked('bin', 'other.js'))).toBe('npx shoal');
  expect(ownCommand(program, linked('node_modules/.bin', 'shoal.js'))).toBe('npx shoal');
});
