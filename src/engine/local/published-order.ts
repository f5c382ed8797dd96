import { type Random, shuffle } from '../../base/random.ts';
import { ascending } from '../../frame/gather.ts';

/** The order rows are published in, and the numbers of groups and records: each drawn from a stream of its own, so that they mean nothing. */
export const rowOrder = (rows: number, random: Random): Uint32Array => shuffle(ascending(rows), random.fork('row order'));

/** Group g is published as the number at [g], counted from 0. */
export const groupNumbers = (groups: number, random: Random): Uint32Array =>
  shuffle(ascending(groups), random.fork('group numbers'));

/** Record r of a long release is published as the number at [r], counted from 0. */
export const recordNumbers = (records: number, random: Random): Uint32Array =>
  shuffle(ascending(records), random.fork('record numbers'));
