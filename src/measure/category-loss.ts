/** The categories of an input, and how many of them lie below each label that is none of them; a listed set needs no entry. */
export interface Categories {
  readonly categories: ReadonlySet<string>;
  readonly below?: ReadonlyMap<string, number>;
}

/** What a label says less than a category did: 0 where it is one, 1 where it could be any. */
export function categoryLoss(label: string, known: Categories): number {
  const all = known.categories.size;
  return all < 2 ? 0 : (categoriesUnder(label, known) - 1) / (all - 1);
}

/** Categories that could be meant; all of them where the label is unknown. */
function categoriesUnder(label: string, { categories, below }: Categories): number {
  if (categories.has(label)) return 1;
  const under = below?.get(label);
  if (under !== undefined) return under;
  return label.startsWith('{') ? label.replace(/\\./gs, '').split('|').length : categories.size; // a bar after a backslash is part of a name
}
