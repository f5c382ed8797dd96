/** How sure someone can be that a record is a certain person, who knows everything by which records are told apart. */
export interface ClassRisk {
  /** 1 / the smallest class: the most anyone can be sure of one record. */
  readonly largest: number;
  /** The mean over subjects of 1 / the size of their class: also the share of guesses that are right, of someone who guesses at all. */
  readonly mean: number;
  /** Subjects whose risk is above 1 / `crowd`: those in smaller classes. */
  readonly above: readonly { readonly crowd: number; readonly subjects: number }[];
}

/** Usual least classes of files that are shared, published (a risk of 0.09), and published where much is at stake. */
export const crowds = [5, 11, 20] as const;

/** Risks from the sizes of classes, each with how many classes have it (prosecutor model; Dankar and El Emam, PAIS 2010). */
export function classRisk(sizes: readonly (readonly [size: number, classes: number])[]): ClassRisk {
  const classes = sizes.reduce((sum, [, count]) => sum + count, 0);
  const subjects = sizes.reduce((sum, [size, count]) => sum + size * count, 0);
  const above = (crowd: number) => sizes.filter(([size]) => size < crowd).reduce((sum, [size, count]) => sum + size * count, 0);
  return {
    largest: 1 / Math.min(...sizes.map(([size]) => size)),
    mean: classes / subjects, // each class adds 1 / size for each of its members: 1 in all
    above: crowds.map((crowd) => ({ crowd, subjects: above(crowd) })),
  };
}
