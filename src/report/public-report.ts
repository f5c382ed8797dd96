import { invariant } from '../base/problem.ts';
import { tellReport } from '../figures/public-report.ts';
import { tableLosses } from '../release/loss-rules.ts';
import type { TableSummary } from './table-summary.ts';
import type { Report } from './view.ts';

/** What of a report may leave, by the rules that its verifier holds it to as well. */
export function publicReport(report: Report): Report {
  const told = tellReport(report);
  invariant(told !== undefined, 'every number that a report must tell is one that may leave');
  return told as Report; // the rules drop and round, and change no type
}

/** The same of a table's figures alone. */
export function publicStatistics(summary: TableSummary): TableSummary['statistics'] {
  const { k, release } = summary;
  return (tableLosses(summary, { k, p: k, subjects: release.subjects }) as TableSummary).statistics; // as above
}
