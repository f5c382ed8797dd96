import { createHash, timingSafeEqual } from 'node:crypto';

/** Whoever asks where there are no tokens, or one without a name. */
export const everyone = 'everyone';

/** A token and whose it is. The name may be told, the token never. */
export interface NamedToken {
  readonly name: string;
  readonly token: string;
}

/** Tokens in a file: one alone, or a line for each, `name: token` or `name token`. Undefined where a line is neither, or a name or token stands twice. */
export function tokensIn(text: string): readonly NamedToken[] | undefined {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const [only = ''] = lines;
  if (lines.length === 1 && isToken.test(only)) return [{ name: everyone, token: only }];
  const tokens = lines.flatMap((line) => {
    const [, name, token] = /^([\w-]{1,64})(?:\s*:\s*|\s+)(\S+)$/.exec(line) ?? [];
    return name !== undefined && isToken.test(token) ? [{ name, token }] : [];
  });
  const isWhole = tokens.length === lines.length && lines.length > 0;
  const isUnique =
    new Set(tokens.map(({ name }) => name)).size === lines.length &&
    new Set(tokens.map(({ token }) => token)).size === lines.length;
  return isWhole && isUnique ? tokens : undefined;
}

const isToken = /^[\x21-\x7e]{16,512}$/;

/** Whose token was given, in a time that tells neither how nearly right it is nor how many there are: hashes of one length are compared, all of them. */
export function tokenCheck(tokens: readonly NamedToken[]): (given: string | undefined) => string | undefined {
  const right = tokens.map(({ name, token }) => ({ name, hash: digest(token) }));
  return (given) => {
    const hash = digest(given ?? '');
    let whose: string | undefined;
    for (const one of right) if (timingSafeEqual(one.hash, hash)) whose = one.name;
    return whose;
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
