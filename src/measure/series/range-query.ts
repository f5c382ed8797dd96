import type { Random } from '../../base/random.ts';

/** How many records have a value from `from` to `to`, both included, in the one column and in the other? */
export type RangeQuery = readonly [Range, Range];

export interface Range {
  readonly column: number;
  readonly from: number;
  readonly to: number;
}

/** Least and largest value of a column over the released records; whole-number columns are asked for whole numbers. */
export interface Domain {
  readonly least: number;
  readonly most: number;
  readonly whole: boolean;
}

/** Ranges on two different columns; with a single column the second range lets everything pass. */
export function drawQuery(domains: readonly Domain[], random: Random): RangeQuery {
  const one = random.below(domains.length);
  const first = drawRange(one, domains[one], random);
  if (domains.length === 1) return [first, { column: one, from: -Number.MAX_VALUE, to: Number.MAX_VALUE }];
  const other = (one + 1 + random.below(domains.length - 1)) % domains.length;
  return [first, drawRange(other, domains[other], random)];
}

/**
 * A range as wide as 5 to 50 % of the domain, placed so that each value of the domain is as likely to be inside as any other: it may begin
 * before the domain or end after it, and is cut there. Were it kept inside whole, the ends would hardly be asked, and where one large value
 * stretches the domain that is where the records are.
 */
function drawRange(column: number, { least, most, whole }: Domain, random: Random): Range {
  const share = 0.05 + 0.45 * random.unit();
  const place = random.unit();
  if (!whole) {
    const width = share * (most - least);
    const from = least - width + place * (most - least + width);
    return { column, from: Math.max(least, from), to: Math.min(most, from + width) };
  }
  const points = most - least + 1;
  const asked = Math.max(1, Math.round(share * points));
  const from = least - asked + 1 + Math.floor(place * (points + asked - 1));
  return { column, from: Math.max(least, from), to: Math.min(most, from + asked - 1) };
}
