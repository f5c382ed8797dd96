import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { everyone, type NamedToken, tokenCheck } from './tokens.ts';

const storedSchema = z.strictObject({ hash: z.string(), tenant: z.string(), inside: z.boolean(), expires: z.number() });
type Stored = z.infer<typeof storedSchema>;

/** A browser that came in with an address or a token. */
export interface Session {
  readonly tenant: string;
  /** Whether it may see what describes the original data. */
  readonly inside: boolean;
}

/** Browsers of the studio. What they carry is a cookie that scripts cannot read; of it only a hash is kept. */
export interface Sessions {
  /** What the address of the studio carries: good once, and for the next one only after it was used. */
  invitation(): string;
  /** A new session for whoever has the invitation, or a token of the server; the cookie's value. */
  open(token: string): string | undefined;
  find(cookies: string | undefined): Session | undefined;
  /** Opens or closes what describes the original data, for one browser. */
  allow(cookies: string | undefined, inside: boolean): void;
  end(cookies: string | undefined): void;
  /** The cookie with a value, or the one that removes it. */
  cookie(value: string | undefined): string;
}

export interface SessionRules {
  /** Where they outlive a restart. */
  readonly folder: string;
  readonly tokens: readonly NamedToken[] | undefined;
  /** Whether a new session sees what describes the original data: where nobody has set a second token for it. */
  readonly opensInside: boolean;
  readonly now: () => Date;
  /** Told when the invitation was used, and there is another. */
  readonly onUse: () => void;
}

const seconds = 7 * 86_400;
/** More browsers than anybody has; the oldest goes. */
const most = 100;
/** Cookies know no ports: each server looks for its own, by a name that it keeps in its folder. */
const nameOf = (folder: string): string => `shoal-${digest(folder).slice(0, 12)}`;

export function openSessions({ folder, tokens, opensInside, now, onUse }: SessionRules): Sessions {
  const path = join(folder, 'sessions.json');
  const name = nameOf(folder);
  const whose = tokenCheck(tokens ?? []);
  let invitation = newSecret();
  let stored = storedIn(path);
  const keep = (list: readonly Stored[]) => {
    stored = list.filter(({ expires }) => expires > now().getTime()).slice(-most);
    writeFileSync(path, JSON.stringify(stored), { mode: 0o600 });
  };
  const hashIn = (cookies: string | undefined): string => {
    const value = cookies?.split(/; */).find((one) => one.startsWith(`${name}=`));
    return value === undefined ? '' : digest(value.slice(name.length + 1));
  };
  const find = (cookies: string | undefined): Stored | undefined => {
    const hash = hashIn(cookies);
    return stored.find((one) => one.hash === hash && one.expires > now().getTime());
  };
  return {
    invitation: () => invitation,
    open(token) {
      const invited = tokens === undefined && tokenCheck([{ name: everyone, token: invitation }])(token) !== undefined;
      const tenant = invited ? everyone : whose(token);
      if (tenant === undefined) return undefined;
      const value = newSecret();
      keep([...stored, { hash: digest(value), tenant, inside: opensInside, expires: now().getTime() + seconds * 1000 }]);
      if (invited) {
        invitation = newSecret();
        onUse();
      }
      return value;
    },
    find,
    allow(cookies, inside) {
      const own = find(cookies);
      keep(stored.map((one) => (one === own ? { ...one, inside } : one)));
    },
    end(cookies) {
      const own = find(cookies);
      keep(stored.filter((one) => one !== own));
    },
    cookie: (value) => `${name}=${value ?? ''}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${value === undefined ? 0 : seconds}`,
  };
}

const newSecret = (): string => randomBytes(24).toString('base64url');
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

function storedIn(path: string): readonly Stored[] {
  try {
    return z.array(storedSchema).parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return [];
  }
}
