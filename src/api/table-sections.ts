import type { Language } from '../base/languages.ts';
import { invariant } from '../base/problem.ts';
import type { TablePolicy } from '../policy/policy.ts';
import { writtenPolicy } from '../policy/written-policy.ts';
import { sizeBins } from '../release/bins.ts';
import { labelWords } from '../release/label-words.ts';
import type { TableSections } from '../report/sections.ts';
import type { ClassRisk } from '../risk/class-risk.ts';
import type { JournalistRisk } from '../risk/journalist-risk.ts';
import type { LabelCounts } from '../verify/census.ts';
import type { CountedVerdict } from '../verify/verify.ts';

interface FoundTable {
  readonly classRisk?: ClassRisk | undefined;
  readonly journalist?: JournalistRisk | undefined;
  /** The flow as it was. */
  readonly before?: readonly number[] | undefined;
}

/** The sections of a report on transactions, as the verifier counted them. */
export function tableSections(
  policy: TablePolicy,
  { census }: CountedVerdict,
  { classRisk: risk, journalist, before }: FoundTable,
): TableSections {
  invariant(census?.kind === 'table' && risk !== undefined, 'a run asks the verifier for the sizes of combinations');
  const { combinations, crowd, labels, flow, rows } = census;
  return {
    kind: 'table',
    lang: policy.lang,
    policy: writtenPolicy(policy),
    risk,
    ...(journalist === undefined ? {} : { journalist }),
    combinationSizes: sizeBins(combinations, 24, policy.k),
    crowd,
    regions: labels.map(({ column, kind, labels: counted }) => ({
      column,
      prefixes: shortPrefixes(counted, prefixIn(kind, policy.labels)),
    })),
    ...(flow === undefined
      ? {}
      : {
          flow: {
            ...flow,
            bins: flow.bins.map((bin, i) => ({ ...bin, ...(before === undefined ? {} : { before: before[i] }) })),
          },
        }),
    rows,
  };
}

const mostPrefixes = 40;

/** Common prefixes with how many combinations have them; the longest are shortened by a character until few enough are left. */
function shortPrefixes(
  labels: LabelCounts['labels'],
  prefixOf: (label: string) => string,
): TableSections['regions'][number]['prefixes'] {
  let counts = new Map<string, number>();
  for (const [label, count] of labels) add(counts, prefixOf(label), count);
  while (counts.size > mostPrefixes) {
    const longest = Math.max(...[...counts.keys()].map(({ length }) => length));
    const shorter = new Map<string, number>();
    for (const [prefix, count] of counts) add(shorter, prefix.slice(0, longest - 1), count);
    counts = shorter;
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([prefix, combinations]) => ({ prefix, combinations }));
}

/** What codes begin with, by a label in words or with a star. */
function prefixIn(kind: LabelCounts['kind'], language: Language): (label: string) => string {
  if (kind === 'code') return (label) => label.replace(/\*$/, '');
  const { region, allRegions } = labelWords[language];
  const [before, after] = region;
  return (label) => (label === allRegions ? '' : label.slice(before.length, label.length - after.length));
}

const add = (counts: Map<string, number>, key: string, count: number) => counts.set(key, (counts.get(key) ?? 0) + count);
