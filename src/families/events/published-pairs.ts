import { call, column, filter, join, type Relation, table } from '../../engine/relation.ts';
import type { MadeEvents } from './make.ts';

/** Combinations that are published, as they are or coarser. */
export const publishedCombos: Relation = filter(table('combos'), call('not', call('isMissing', column('f'))));

/** Rows of `pairs` whose subject stays. */
export const stayingPairs = ({ users }: Pick<MadeEvents, 'users'>): Relation =>
  users === undefined ? table('pairs') : join(table('pairs'), table('gone'), ['u'], 'without');

/** Who is published in which combination how often, and what stands for it. */
export const publishedPairs = (made: Pick<MadeEvents, 'users'>): Relation => join(stayingPairs(made), publishedCombos, ['q']);
