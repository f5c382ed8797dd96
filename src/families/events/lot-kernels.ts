import { createKeyedMd5 } from '../../base/keyed-md5.ts';
import type { Kernel } from '../../base/pool.ts';
import { putDigits } from './put-digits.ts';
import type { Lots } from './row-kernels.ts';

/** Numbers that follow one another, from `first` on: the subject of each, and the one event that stands alone under it, or 0 where it is of a set. */
export interface NumberLotsInput {
  readonly key: string;
  readonly first: number;
  readonly subjects: Uint32Array;
  readonly events: Uint32Array;
  /** What each subject goes by. */
  readonly names: readonly string[];
}

const slash = 47;

/** The lot of each number, four words of it, by subject, set and event; one of the last two is 0. */
export const numberLotsKernel = {
  name: 'numberLotsKernel',
  perform({ key, first, subjects, events, names }) {
    const { text, digest } = createKeyedMd5(key);
    const bytes = Buffer.from(names.map((name) => `/${name}/`).join(''));
    const starts = new Uint32Array(names.length + 1);
    for (const [subject, { length }] of names.entries()) starts[subject + 1] = starts[subject] + length + 2;
    const lots = new Uint32Array(4 * subjects.length);
    for (let i = 0; i < subjects.length; i++) {
      let at = 0;
      for (let from = starts[subjects[i]]; from < starts[subjects[i] + 1]; from++) text[at++] = bytes[from];
      at = putDigits(text, at, events[i] === 0 ? first + i : 0);
      text[at++] = slash;
      const lot = digest(putDigits(text, at, events[i]));
      for (let word = 0; word < 4; word++) lots[4 * i + word] = lot[word];
    }
    return lots;
  },
} satisfies Kernel<NumberLotsInput, Uint32Array>;

/** Turns from one number on, before another. */
export interface TurnLotsInput {
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

/** The lot of each turn, as `lotOf` draws it. */
export const turnLotsKernel = {
  name: 'turnLotsKernel',
  perform({ key, from, to }) {
    const { text, digest } = createKeyedMd5(key);
    const lots = { high: new Uint32Array(to - from), low: new Uint32Array(to - from) };
    text[0] = slash;
    for (let turn = from; turn < to; turn++) {
      const [low, high] = digest(putDigits(text, 1, turn));
      lots.low[turn - from] = (low >>> 2) | (high << 30);
      lots.high[turn - from] = high >>> 2;
    }
    return lots;
  },
} satisfies Kernel<TurnLotsInput, Lots>;
