import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Refusal } from '../../base/problem.ts';
import { badPasswordFile } from './problems.ts';

/** Where a client connects to, every part settled. */
export interface Server {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

interface PasswordPlaces {
  readonly passwordfile?: string | undefined;
  readonly passfile?: string | undefined;
}

/**
 * The password from the file that holds it, from PGPASSWORD, or from the line of .pgpass that fits, in this order; none is an answer too.
 * Our own and not the client's: that one warns on standard error and reads on.
 */
export function passwordFor(server: Server, { passwordfile, passfile }: PasswordPlaces): string | undefined {
  if (passwordfile !== undefined) return textIn(passwordfile).split(/\r?\n/, 1)[0];
  const { PGPASSWORD, PGPASSFILE } = process.env;
  if (PGPASSWORD) return PGPASSWORD;
  const named = passfile ?? (PGPASSFILE || undefined);
  const file = named ?? join(homedir(), '.pgpass');
  if (named === undefined && statSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
  const text = textIn(file);
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new Refusal(badPasswordFile(file, 'Other users of this machine may read it.'));
  return fittingPassword(text, server);
}

function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Refusal(badPasswordFile(file, 'It is not there, or you may not read it.'));
  }
}

/** The first line whose host, port, database and user are ours or a star; a colon or backslash inside a part has a backslash before it. */
function fittingPassword(text: string, { host, port, database, user }: Server): string | undefined {
  const ours = [host.startsWith('/') ? 'localhost' : host, String(port), database, user];
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('#')) continue;
    const parts = [...line.matchAll(/((?:\\.|[^\\:])*)(?::|$)/g)].map(([, part]) => part.replace(/\\(.)/g, '$1'));
    if (parts.length > 4 && ours.every((own, place) => parts[place] === '*' || parts[place] === own)) return parts[4];
  }
  return undefined;
}
