import { leastCrowd } from '../../policy/table-policy.ts';
import type { TableRelease } from '../../release/table-release.ts';
import { leftBy } from '../family.ts';
import { labelFigures } from './make-table.ts';
import { type NestedRelease, nestedReleases } from './nest.ts';
import type { TableWork } from './work.ts';

/** A release for a larger k, made and not yet written. */
interface CoarserWork {
  readonly k: number;
  /** Where it will lie. */
  readonly out: string;
  /** All but the folder it will be written to. */
  readonly work: Omit<TableWork, 'folder' | 'written'>;
  /** Its rows by their labels, each with those of the finest release in it. */
  readonly rows: readonly { readonly labels: readonly string[]; readonly of: readonly (readonly string[])[] }[];
}

/** Releases for larger k, each made of whole groups of the one before it; they count, and average nothing: a mean of several groups could be taken apart into theirs. */
export function coarserWorks({ plan, input, tools, random, made }: TableWork, ks: readonly number[]): readonly CoarserWork[] {
  const finest = leftBy('generalise', made);
  const { policy } = plan;
  const [least, ...crowds] = [policy.k, ...ks].map((k) => leastCrowd({ ...policy, k }));
  const nested = nestedReleases(finest.release, finest.naming, input.table.crowd, { least, ks: crowds });
  return nested.map(({ release, parts }, i) => {
    const k = ks[i];
    const out = `${policy.out ?? 'release'}-k${k}`;
    const counted = { ...policy, k, out, aggregate: ['count'], dominance: undefined };
    const own = { ...plan, policy: counted, steps: plan.steps.filter(({ step }) => !makingSteps.has(step)) };
    const countedInput = { ...input, roles: { ...input.roles, averaged: [] }, table: { ...input.table, averaged: [] } };
    const madeOf = { ...finest, release, figures: labelFigures(counted, release) };
    return {
      k,
      out,
      work: { plan: own, input: countedInput, tools, random, made: madeOf },
      rows: rowsOf({ release, parts }, finest.release),
    };
  });
}

/** What was done for all of them at once. */
const makingSteps: ReadonlySet<string> = new Set(['load', 'encode', 'blocks', 'cluster', 'generalise']);

function rowsOf({ release, parts }: Pick<NestedRelease, 'release' | 'parts'>, finest: TableRelease): CoarserWork['rows'] {
  const labelsOf = ({ labels }: TableRelease, g: number) => labels.map(({ codes, labels: texts }) => texts[codes[g]]);
  return parts.map((of, g) => ({ labels: labelsOf(release, g), of: of.map((part) => labelsOf(finest, part)) }));
}
