import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/base/problem.ts';
import { passwordFor } from '../../../src/engine/postgres/password.ts';

const server = { host: 'db.example', port: 5432, user: 'ana', database: 'toll' };
const before = { ...process.env };
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shoal-password-'));
  process.env.HOME = folder;
  delete process.env.PGPASSWORD;
  delete process.env.PGPASSFILE;
});
afterEach(() => {
  for (const name of ['HOME', 'PGPASSWORD', 'PGPASSFILE']) delete process.env[name];
  Object.assign(process.env, before); // in place: only the environment itself tells where home is
  rmSync(folder, { recursive: true });
});

function file(name: string, text: string, mode = 0o600): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

const refusal = (places: Parameters<typeof passwordFor>[1]): string => {
  try {
    passwordFor(server, places);
    return '';
  } catch (error) {
    return error instanceof Refusal ? error.message : String(error);
  }
};

describe('the password', () => {
  it('is none where nobody says one', () => expect(passwordFor(server, {})).toBeUndefined());

  it('comes from its file, then from PGPASSWORD, then from the .pgpass that is named, then from the one at home', () => {
    file('.pgpass', '*:*:*:*:home');
    expect(passwordFor(server, {})).toBe('home');
    process.env.PGPASSFILE = file('by-environment', '*:*:*:*:environment');
    expect(passwordFor(server, {})).toBe('environment');
    const passfile = file('by-address', '*:*:*:*:address');
    expect(passwordFor(server, { passfile })).toBe('address');
    process.env.PGPASSWORD = 'itself';
    expect(passwordFor(server, { passfile })).toBe('itself');
    expect(passwordFor(server, { passfile, passwordfile: file('secret', 'in a file\n', 0o444) })).toBe('in a file');
  });

  it.each([
    ['db.example:5432:toll:ana:right', 'right'],
    ['other:*:*:*:wrong\n# a comment\n*:5432:*:ana:right\n*:*:*:*:late', 'right'],
    ['*:5433:*:*:wrong\r\n*:*:toll:*:right\r\n', 'right'],
    ['*:*:*:*:with\\:colon and \\\\', 'with:colon and \\'],
    ['db.example:5432:toll:bo:wrong', undefined],
    ['a line of something else', undefined],
  ])('is the first that fits: %j', (text, password) => {
    expect(passwordFor(server, { passfile: file('passes', text) })).toBe(password);
  });

  it('is not taken from a .pgpass that others may read', () => {
    expect(refusal({ passfile: file('open', '*:*:*:*:secret', 0o640) })).toBe('policy/password-file');
    file('.pgpass', '*:*:*:*:secret', 0o604);
    expect(refusal({})).toBe('policy/password-file');
  });

  it('is refused where the file that was named is not there', () => {
    expect(refusal({ passfile: join(folder, 'none') })).toBe('policy/password-file');
    expect(refusal({ passwordfile: join(folder, 'none') })).toBe('policy/password-file');
  });
});
