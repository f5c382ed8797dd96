import { leftBy } from '../families/family.ts';
import { table as maker } from '../families/table/family.ts';
import type { PreparedTable } from '../families/table/prepare.ts';
import type { MadeTable, WrittenTable } from '../families/table/work.ts';
import type { TableLoss } from '../measure/table/table-loss.ts';
import type { TablePolicy } from '../policy/policy.ts';
import { type ClassRisk, classRisk } from '../risk/class-risk.ts';
import type { JudgedFamily } from './judged-family.ts';
import { lossOfTable, riskOfTable, type TableRisk } from './table-figures.ts';
import { tableSections } from './table-sections.ts';
import { tableSummary } from './table-summary-of.ts';

/** What judges find of a release of records. */
interface FoundTable {
  readonly loss: TableLoss;
  readonly risk: TableRisk;
  /** Of combinations; what a report shows. */
  readonly classRisk?: ClassRisk;
}

export const table: JudgedFamily<TablePolicy, PreparedTable, MadeTable, WrittenTable, FoundTable> = {
  ...maker,
  judging: 'measure',
  async judge({ plan: { policy }, input, made, written, folder }, { census }, counting) {
    return {
      loss: lossOfTable(policy, input.table, leftBy('generalise', made)),
      risk: await riskOfTable(folder, policy, leftBy('write-table', written), counting),
      ...(census?.kind === 'table' ? { classRisk: classRisk(census.combinations) } : {}),
    };
  },
  figures: ({ risk: { singledOut } }) => ({ singledOut }),
  summarise({ work: { plan, input, made, written }, verdict, found }) {
    const policy = { ...plan.policy, out: plan.policy.out ?? 'release' };
    const { release } = leftBy('generalise', made);
    const put = leftBy('write-table', written);
    return tableSummary(policy, input, { release, written: put }, { ...found, verdict });
  },
  sections: ({ work, verdict, found }) => tableSections(work.plan.policy, verdict, found.classRisk),
};
