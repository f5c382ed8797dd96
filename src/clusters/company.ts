import type { Partition } from '../frame/partition.ts';

/** Who is in each group; from k subjects on it does not matter who else is. */
export function companyOf({ rows, starts }: Partition, subjects: Uint32Array, k: number): Set<number>[] {
  const company: Set<number>[] = [];
  for (let g = 0; g + 1 < starts.length; g++) {
    const found = new Set<number>();
    for (let i = starts[g]; i < starts[g + 1] && found.size < k; i++) found.add(subjects[rows[i]]);
    company.push(found);
  }
  return company;
}

/** The one of some groups with the fewest subjects; of equal ones the lower. */
export function fewest(groups: Iterable<number>, company: readonly ReadonlySet<number>[]): number {
  let least = -1;
  for (const g of groups) {
    const size = company[g].size;
    if (least < 0 || size < company[least].size || (size === company[least].size && g < least)) least = g;
  }
  return least;
}
