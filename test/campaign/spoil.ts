import type { Random } from '../../src/base/random.ts';

/** Flips, puts in, takes out or repeats a few bytes; or puts a word of the file in the place of another. */
export function spoil(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length);
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  switch (random.below(6)) {
    case 0:
      return Buffer.concat([before, Buffer.from([bytes[at] ^ (1 << random.below(8))]), after.subarray(1)]);
    case 1:
      return Buffer.concat([before, Buffer.from([random.below(128)]), after]);
    case 2:
      return Buffer.concat([before, after.subarray(1 + random.below(3))]);
    case 3:
      return Buffer.concat([before, after.subarray(0, 8), after]);
    case 4: {
      const signs = ['"', ' ', '0', '-', '+', '\r', '\n', ',', ';', '#', '\t', '.0', '\ufeff', '\u00a0', '\\u0041', '""'];
      return Buffer.concat([before, Buffer.from(signs[random.below(signs.length)]), after]);
    }
    default: {
      const words = bytes.toString('latin1').split(/([,;\n" ]+)/);
      const place = random.below(words.length);
      words[place] = words[random.below(words.length)];
      return Buffer.from(words.join(''), 'latin1');
    }
  }
}
