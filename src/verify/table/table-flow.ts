import type { Counter } from '../../base/counting.ts';
import type { TableManifest } from '../../release/manifest.ts';
import type { Source } from '../source.ts';
import { type AxisKind, axisOf, type LabelAxis, type Weighed } from './label-axis.ts';

/** How what is published is spread over one of its columns: over the hours of the day where it tells them, else over what it tells best. */
export interface Flow {
  readonly column: string;
  readonly kind: AxisKind;
  /** Records, or subjects that each row counts: drawn in a bin, for certain there, and possibly there. */
  readonly bins: readonly FlowBin[];
}

export interface FlowBin {
  readonly name: string;
  readonly after: number;
  readonly least: number;
  readonly most: number;
}

/** The flow of a table of combinations, `total` of each being what it counts; undefined where no column tells two bins apart. */
export async function tableFlow(
  counter: Counter,
  combinations: string,
  { columns }: Source,
  { labels, shape }: Pick<TableManifest, 'labels' | 'shape'>,
): Promise<Flow | undefined> {
  const total = shape === 'groups' ? 'size' : 'n';
  const drawn = columns
    .filter(({ declared }) => declared.role === 'quasi')
    .toSorted((a, b) => rank(a.declared.kind) - rank(b.declared.kind)); // of equal rank the first: sorting is stable
  for (const { sql, declared } of drawn) {
    const rows = await counter.ask(`SELECT ${sql}, CAST(sum(${total}) AS BIGINT) FROM ${combinations} GROUP BY 1 ORDER BY 1`);
    const weighed = rows.map(([label, count]) => [String(label), Number(count)] as const);
    const axis = axisOf(declared, weighed, labels);
    if (axis !== undefined) return { column: declared.name, kind: axis.kind, bins: binsOn(axis, weighed) };
  }
  return undefined;
}

/** What a picture of it tells at a glance comes first. */
const order: readonly string[] = [
  'period',
  'time',
  'hour',
  'weekday',
  'date',
  'week',
  'month',
  'code',
  'prefix',
  'label',
  'interval',
];
const rank = (kind: string): number => order.indexOf(kind);

/** A label that spans several bins is drawn in each by its share. */
function binsOn({ names, partsOf }: LabelAxis, weighed: Weighed): readonly FlowBin[] {
  const bins = names.map((name) => ({ name, after: 0, least: 0, most: 0 }));
  for (const [label, total] of weighed)
    for (const { bin, share, whole } of partsOf(label)) {
      bins[bin].after += share * total;
      bins[bin].most += total;
      if (whole) bins[bin].least += total;
    }
  return bins.map((bin) => ({ ...bin, after: Math.round(bin.after) }));
}
