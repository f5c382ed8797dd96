import type { Family } from '../policy/family.ts';
import type { Grid } from '../policy/sweep-grid.ts';

/** What is swept: settings of a grid, of one family. */
export interface Swept {
  readonly family: Family;
  readonly grid: Grid;
}

/** What one setting of a sweep is: those of its family, and of them those that are varied. */
export interface Setting {
  readonly method: string;
  readonly k: number;
  readonly p?: number;
  readonly maxLevel?: number;
  readonly effort?: string;
  readonly segments?: number;
  /** Columns joined by `+`, `sweep` or `none`. */
  readonly flatten?: string;
  readonly pseudonym?: string;
  /** Parts of a timestamp joined by `+`. */
  readonly timeKind?: string;
}

const settingKeys = ['method', 'k', 'p', 'maxLevel', 'effort', 'segments', 'flatten', 'pseudonym', 'timeKind'] as const;

/** The setting of a point, without its figures. */
export const settingOf = (point: Setting): Setting =>
  Object.fromEntries(settingKeys.flatMap((key) => (point[key] === undefined ? [] : [[key, point[key]]]))) as unknown as Setting; // it has a method and k

export const sameSetting = (a: Setting, b: Setting): boolean => settingKeys.every((key) => a[key] === b[key]);

/** A setting in words. */
export function settingWords({ method, k, p, maxLevel, effort, segments, flatten, pseudonym, timeKind }: Setting): string {
  const words = [
    ...(flatten === undefined ? [method] : [`flatten ${flatten}`]),
    `k = ${k}`,
    ...(p === undefined ? [] : [`P = ${p}`]),
    ...(maxLevel === undefined ? [] : [`level ${maxLevel}`]),
    ...(effort === undefined ? [] : [`effort ${effort}`]),
    ...(segments === undefined ? [] : [`${segments} segments`]),
    ...(pseudonym === undefined ? [] : [`ids ${pseudonym}`]),
    ...(timeKind === undefined ? [] : [`times by ${timeKind}`]),
  ];
  return words.join(', ');
}
