/** How sure someone can be of a record who does not know who is in the release, and has a table of all who might be. */
export interface JournalistRisk {
  /** 1 / the fewest of the population that the labels of a record are true of. */
  readonly largest: number;
  /** The mean over subjects of 1 / how many of the population their labels are true of. */
  readonly mean: number;
}

/** Classes with as many of the population under their labels, and as many subjects. */
interface PeopledClasses {
  readonly people: number;
  readonly subjects: number;
  readonly combinations: number;
}

/**
 * The journalist model of Dankar and El Emam, PAIS 2010. Whoever is in the release is in the population, so that a population which lacks some, or tells other values of them,
 * makes nobody safer than a prosecutor finds them. Where nobody can tell the subjects, classes count alike.
 */
export function journalistRisk(classes: readonly PeopledClasses[]): JournalistRisk | undefined {
  const risks = classes.map(({ people, subjects }) => 1 / Math.max(1, people, subjects));
  const known = classes.every(({ subjects }) => subjects > 0);
  const weights = classes.map(({ subjects, combinations }) => combinations * (known ? subjects : 1));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  if (all === 0) return undefined;
  return { largest: Math.max(...risks), mean: risks.reduce((sum, risk, i) => sum + risk * weights[i], 0) / all };
}
