import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Problem } from '../base/problem.ts';
import { inputAddress } from './input-address.ts';
import { missingFile } from './input-problems.ts';

/** That the file to read is not there; told before anything that is wrong with the settings, which may be meant for another. */
export function missingInput(input: unknown): Problem | undefined {
  if (typeof input !== 'string' || input === '' || input === '-' || isAddress(input) || input.includes('\0')) return undefined;
  const { path } = inputAddress(input); // without the sheet that it may name
  return existsSync(path) ? undefined : missingFile(path, neighbours(path));
}

/** `postgres:` and the like; one letter is a drive. */
const isAddress = (input: string): boolean => /^\s*[a-z][a-z\d+]+:/i.test(input);

function neighbours(path: string): readonly string[] {
  try {
    return readdirSync(dirname(path));
  } catch {
    return [];
  }
}
