/** 1 in `npm test`, where cases are the same each time; a campaign draws fresh ones, and so many times more. */
export const campaign = Number(process.env.SHOAL_CAMPAIGN ?? 1);

/** The share of a property's cases that `npm test` draws: the same ones each time, enough to show a change that breaks it. Mutants are tried with fewer. */
const sample = Number(process.env.SHOAL_DRAWS ?? 0.25);

/** How many cases a property draws: a sample of those it asks for, and in a campaign many times as many as it asks for. */
export const draws = (cases: number): number => Math.ceil(cases * (campaign > 1 ? campaign : sample));

/**
 * What is made of a drawn case, once for all properties that draw it: with one seed they draw the same cases, each of which may be a whole
 * release. A campaign draws fresh ones, and keeps none.
 */
export function madeOnceOf<Case, Made>(
  make: (one: Case) => Made,
  keyOf: (one: Case) => unknown = JSON.stringify,
): (one: Case) => Made {
  const known = new Map<unknown, Made>();
  return (one) => {
    if (campaign > 1) return make(one);
    const key = keyOf(one);
    if (!known.has(key)) known.set(key, make(one));
    return known.get(key) as Made; // it was put there
  };
}

/** The key of a case that was itself made once. */
export const itself = <Case>(one: Case): Case => one;
