/** How sure someone can be that a record is a certain person, who knows everything by which records are told apart. */
export interface ClassRisk {
  /** 1 / the smallest class: the most anyone can be sure of one record. */
  readonly largest: number;
  /** The mean over subjects of 1 / the size of their class: also the share of guesses that are right, of someone who guesses at all. */
  readonly mean: number;
  /** Subjects whose risk is above a threshold. */
  readonly above: readonly { readonly threshold: number; readonly subjects: number }[];
}

/** 0.2, 0.09 and 0.05 are asked of files that are shared, published, and published where much is at stake: classes of 5, 11 and 20. */
const thresholds = [0.2, 0.09, 0.05];

/** Risks from the sizes of classes, each with how many classes have it (prosecutor model; Dankar and El Emam, PAIS 2010). */
export function classRisk(sizes: readonly (readonly [size: number, classes: number])[]): ClassRisk {
  const classes = sizes.reduce((sum, [, count]) => sum + count, 0);
  const subjects = sizes.reduce((sum, [size, count]) => sum + size * count, 0);
  const above = (threshold: number) =>
    sizes.filter(([size]) => 1 / size > threshold).reduce((sum, [size, count]) => sum + size * count, 0);
  return {
    largest: 1 / Math.min(...sizes.map(([size]) => size)),
    mean: classes / subjects, // each class adds 1 / size for each of its members: 1 in all
    above: thresholds.map((threshold) => ({ threshold, subjects: above(threshold) })),
  };
}
