import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createKeyedMd5, longestText } from '../../src/base/keyed-md5.ts';
import { draws } from '../suite/draws.ts';

it('is the MD5 of a key and what follows it, however many texts were digested before', () => {
  const anyKey = fc.stringMatching(/^[0-9a-f]{64}$/);
  const anyTexts = fc.array(fc.uint8Array({ maxLength: longestText }), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(anyKey, anyTexts, (key, texts) => {
      const { text, digest } = createKeyedMd5(key);
      for (const bytes of texts) {
        text.set(bytes);
        const told = Buffer.from(new Uint32Array(digest(bytes.length)).buffer).toString('hex');
        expect(told).toBe(createHash('md5').update(key).update(bytes).digest('hex'));
      }
    }),
    { numRuns: draws(200) },
  );
});
