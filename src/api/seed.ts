import { randomBytes } from 'node:crypto';

/** A seed nobody can guess: from it the shuffle of a release could be undone, so it is drawn by the system and kept internal. */
export const drawnSeed = (): string => randomBytes(16).toString('hex');
