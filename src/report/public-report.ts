import { publicSections } from './sections.ts';
import { publicSummary } from './summary.ts';
import type { Report } from './view.ts';

/** What of a report may leave: its summary and sections without what must stay, and nothing of where it came from. */
export function publicReport({ source: _, sections, ...summary }: Report): Report {
  const promised = 'p' in summary ? { k: summary.k, p: summary.p } : { k: summary.k };
  return { ...publicSummary(summary), sections: publicSections(sections, promised) };
}
