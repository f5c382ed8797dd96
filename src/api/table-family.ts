import type { Counting } from '../base/counting.ts';
import type { QuasiData } from '../engine/tables.ts';
import { leftBy } from '../families/family.ts';
import type { QuasiDomain } from '../families/table/encoded-quasi.ts';
import { table as maker } from '../families/table/family.ts';
import type { PreparedTable } from '../families/table/prepare.ts';
import type { MadeTable, WrittenTable } from '../families/table/work.ts';
import { type Domain, type LabelledColumn, type TableLoss, tableLoss } from '../measure/table/table-loss.ts';
import { type TableUtility, tableUtility } from '../measure/table/table-utility.ts';
import { rowsFormat } from '../policy/asked-format.ts';
import type { TablePolicy } from '../policy/policy.ts';
import { labelWords } from '../release/label-words.ts';
import { type ClassRisk, classRisk } from '../risk/class-risk.ts';
import { type JournalistRisk, journalistRisk } from '../risk/journalist-risk.ts';
import { homogeneityOf } from '../risk/table/homogeneity.ts';
import { singledOutByKept } from '../risk/table/kept-columns.ts';
import { flowBefore } from './flow-before.ts';
import type { JudgedFamily } from './judged-family.ts';
import { tableSections } from './table-sections.ts';
import { type TableRisk, tableSummary } from './table-summary-of.ts';

/** What judges find of a release of records. */
interface FoundTable {
  readonly loss: TableLoss;
  readonly utility: TableUtility;
  readonly risk: TableRisk;
  /** Of combinations; what a report shows. */
  readonly classRisk?: ClassRisk;
  /** Where a population was named. */
  readonly journalist?: JournalistRisk | undefined;
  /** The flow that a report draws, as it was. */
  readonly before?: readonly number[];
}

export const table: JudgedFamily<TablePolicy, PreparedTable, MadeTable, WrittenTable, FoundTable> = {
  ...maker,
  judging: 'measure',
  async judge({ plan: { policy }, input, made, written, folder }, { census }, counting) {
    return {
      loss: lossOfTable(policy, input, leftBy('generalise', made)),
      utility: tableUtility(recordsOf(input), leftBy('generalise', made).release),
      risk: await riskOfTable(folder, policy, leftBy('write-table', written), counting),
      ...(census?.kind === 'table' ? { classRisk: classRisk(census.combinations) } : {}),
      ...(census?.kind === 'table' && census.population !== undefined ? { journalist: journalistRisk(census.population) } : {}),
      ...(census?.kind === 'table' && census.flow !== undefined
        ? {
            before: flowBefore(
              policy,
              input,
              { release: leftBy('generalise', made).release, columns: leftBy('write-table', written).columns },
              census.flow,
            ),
          }
        : {}),
    };
  },
  figures: ({ risk: { singledOut } }) => ({ singledOut }),
  summarise({ work: { plan, input, made, written }, verdict, found }) {
    const policy = { ...plan.policy, out: plan.policy.out ?? 'release' };
    const { release } = leftBy('generalise', made);
    const put = leftBy('write-table', written);
    return tableSummary(policy, input, { release, written: put }, { ...found, verdict });
  },
  sections: ({ work, verdict, found }) => tableSections(work.plan.policy, verdict, found),
};

/** Clocks are told by the hour at the finest. */
const recordsOf = ({ table: read, encoded }: PreparedTable) => ({
  ...read,
  units: encoded.map(({ attribute }) => (attribute.kind === 'circle' ? 3600 : 1)),
});

/** What the published labels say less than the values did. */
function lossOfTable(policy: TablePolicy, { table, encoded }: PreparedTable, { release, domains }: MadeTable): TableLoss {
  const { groups, labels } = release;
  const columns = labels.map(({ name, codes, labels: texts }, q): LabelledColumn => {
    const records = new Float64Array(texts.length);
    for (let g = 0; g < codes.length; g++) records[codes[g]] += groups.starts[g + 1] - groups.starts[g];
    const { weight } = encoded[q].attribute;
    return { name, labels: texts, records, domain: domainOf(policy, table.quasi[q], domains[q]), weight };
  });
  const { ncp, weighted, columns: each } = tableLoss(columns);
  return {
    ncp: roundShare(ncp),
    ...(weighted === undefined ? {} : { weighted: roundShare(weighted) }),
    columns: each.map((column) => ({ name: column.name, ncp: roundShare(column.ncp) })),
  };
}

/** Nine places: what rounding left is nobody's loss. */
const roundShare = (value: number): number => Math.round(value * 1e9) / 1e9;

function domainOf({ labels, names }: TablePolicy, { kind, texts }: QuasiData, { least, largest, below }: QuasiDomain): Domain {
  const inWords = names === 'tolls';
  switch (kind) {
    case 'prefix':
      if (!inWords) return { kind: 'code', codes: [...texts].sort() };
      return { kind, codes: [...texts].sort(), region: labelWords[labels].region, allRegions: labelWords[labels].allRegions };
    case 'time':
      return inWords ? { kind: 'period' } : { kind: 'clock' };
    case 'hour':
      return { kind: 'clock' };
    case 'weekday':
      return { kind, weekdays: labelWords[labels].weekdays };
    case 'date':
    case 'week':
    case 'month':
      return { kind: 'calendar', unit: kind, spread: largest - least };
    case 'number':
      return { kind: 'interval', least, largest };
    case 'category':
      return { kind: 'label', categories: new Set(texts), below };
    default:
      return kind satisfies never;
  }
}

/** What the unchanged columns give away. */
async function riskOfTable(
  folder: string,
  policy: TablePolicy,
  { columns, evidence }: WrittenTable,
  counting: Counting,
): Promise<TableRisk> {
  const namesOf = (role: 'quasi' | 'kept') => columns.filter((column) => column.role === role).map(({ name }) => name);
  const kept = namesOf('kept');
  if (kept.length === 0) return {};
  const file = { path: `${folder}/${evidence}`, format: rowsFormat(policy) };
  const singledOut = await singledOutByKept({ ...file, subject: '_subject', kept, k: policy.k }, counting);
  const homogeneity: Record<string, number> = {};
  for (const sensitive of kept)
    homogeneity[sensitive] = (await homogeneityOf({ ...file, classes: namesOf('quasi'), sensitive }, counting)).share;
  return { singledOut, homogeneity };
}
