import type { Reason } from './reasons.ts';

/** What dates of a column may mean. */
export type FoundTimes =
  | { readonly kind: 'sure'; readonly format: string; readonly fits: number; readonly told: readonly Reason[] }
  /** Several formats fit as well: parts in another order, of which the first has the day before its month; or years of another century. */
  | {
      readonly kind: 'open';
      readonly doubt: 'order' | 'century';
      readonly choices: readonly { readonly format: string; readonly means: readonly Reason[] }[];
      readonly fits: number;
      readonly why: Reason;
      readonly separator?: string;
    }
  | { readonly kind: 'none'; readonly note?: 'mixed-order' };

/** A few cells may be something else: they are counted, and refused when they are read. */
export const nearly = 0.98;
