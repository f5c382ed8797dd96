import { createHmac } from 'node:crypto';

/** A number of 32 bits for each text that only who has the secret can work out: the first of its HMAC-SHA-256. */
export const keyedNumbers = (texts: readonly string[], secret: string, purpose: string): Uint32Array =>
  Uint32Array.from(texts, (text) => createHmac('sha256', secret).update(`${purpose}:${text}`).digest().readUInt32BE(0));
