import type { Counting } from '../base/counting.ts';
import type { QuasiData, RecordsTable } from '../engine/tables.ts';
import type { QuasiDomain } from '../families/table/encoded-quasi.ts';
import type { MadeTable, WrittenTable } from '../families/table/work.ts';
import { type Domain, type LabelledColumn, type TableLoss, tableLoss } from '../measure/table/table-loss.ts';
import type { TablePolicy } from '../policy/policy.ts';
import { labelWords } from '../release/label-words.ts';
import { homogeneityOf } from '../risk/table/homogeneity.ts';
import { type SingledOut, singledOutByKept } from '../risk/table/kept-columns.ts';

/** What the published labels say less than the values did. */
export function lossOfTable(policy: TablePolicy, table: RecordsTable, { release, domains }: MadeTable): TableLoss {
  const { groups, labels } = release;
  const columns = labels.map(({ name, codes, labels: texts }, q): LabelledColumn => {
    const records = new Float64Array(texts.length);
    for (let g = 0; g < codes.length; g++) records[codes[g]] += groups.starts[g + 1] - groups.starts[g];
    return { name, labels: texts, records, domain: domainOf(policy, table.quasi[q], domains[q]) };
  });
  const loss = tableLoss(columns);
  return { ncp: roundShare(loss.ncp), columns: loss.columns.map(({ name, ncp }) => ({ name, ncp: roundShare(ncp) })) };
}

/** Nine places: what rounding left is nobody's loss. */
const roundShare = (value: number): number => Math.round(value * 1e9) / 1e9;

function domainOf({ labels }: TablePolicy, { kind, texts }: QuasiData, { least, largest, below }: QuasiDomain): Domain {
  switch (kind) {
    case 'prefix':
      return { kind, codes: [...texts].sort(), region: labelWords[labels].region, allRegions: labelWords[labels].allRegions };
    case 'time':
      return { kind: 'period' };
    case 'number':
      return { kind: 'interval', least, largest };
    case 'category':
      return { kind: 'label', categories: new Set(texts), below };
    default:
      return kind satisfies never;
  }
}

/** What the unchanged columns of a release record by record give away; nothing where there are none. */
export interface TableRisk {
  readonly singledOut?: SingledOut;
  /** Share of records whose combination has one value of each unchanged column. */
  readonly homogeneity?: Readonly<Record<string, number>>;
}

export async function riskOfTable(
  folder: string,
  { format, k }: TablePolicy,
  { columns, evidence }: WrittenTable,
  counting: Counting,
): Promise<TableRisk> {
  const namesOf = (role: 'quasi' | 'kept') => columns.filter((column) => column.role === role).map(({ name }) => name);
  const kept = namesOf('kept');
  if (kept.length === 0) return {};
  const file = { path: `${folder}/${evidence}`, format };
  const singledOut = await singledOutByKept({ ...file, subject: '_subject', kept, k }, counting);
  const homogeneity: Record<string, number> = {};
  for (const sensitive of kept)
    homogeneity[sensitive] = (await homogeneityOf({ ...file, classes: namesOf('quasi'), sensitive }, counting)).share;
  return { singledOut, homogeneity };
}
