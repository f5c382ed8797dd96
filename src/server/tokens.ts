import { createHash, timingSafeEqual } from 'node:crypto';

/** A check that takes as long for a token that is nearly right as for any other: hashes of one length are compared, whole. */
export function tokenCheck(token: string): (given: string | undefined) => boolean {
  const right = digest(token);
  return (given) => timingSafeEqual(digest(given ?? ''), right);
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
