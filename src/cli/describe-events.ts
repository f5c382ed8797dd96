import { shellWord } from '../base/shell-word.ts';
import { linesOf } from '../figures/lines.ts';
import type { EventsSummary } from '../report/events-summary.ts';
import { describeWeighed } from './describe-weighed.ts';
import { figure, formatLines, paint } from './talk.ts';
import type { World } from './world.ts';

/** The result of a run over events for a person: verdict, the table of what was kept, what an id gives away, what to open next. */
export function describeEvents(summary: EventsSummary, world: World): string {
  const { k, out = 'release', files, input, release, verdict, advice = [] } = summary;
  const lines = [
    `${paint(world, 32, '✓ holds')}  the release achieves k = ${k}: each of its ${figure(release.combinations)} combinations is shared by at least ${verdict.smallestGroup} different subjects.`,
    '         Checked on the written file.',
    ...describeWeighed('events', summary, world),
    '',
    ...countsTable(input, release),
    '',
    ...formatLines(Object.fromEntries(linesOf('events', summary))),
    ...advice.map((text) => `${paint(world, 33, 'note')}     ${text}`),
    `open     ${out}/${files[0]}`,
    `         ${out}/report.html (may leave)  ${out}/internal/event_removal_report.csv (must stay)`,
    `next     ${world.command} verify ${shellWord(out)}`,
  ];
  return `${lines.join('\n')}\n`;
}

function countsTable(input: EventsSummary['input'] | undefined, release: EventsSummary['release']): string[] {
  const rows: [string, number | undefined, number | undefined][] = [
    ['in total', input?.subjects, input?.rows],
    ['after class removal', input?.counted.subjects, input?.counted.rows],
    ['after anonymisation', release.subjects, release.rows],
    ['flattened', undefined, release.flattened],
    ['removed', release.suppressedSubjects, release.suppressedRows],
  ];
  const cell = (value: number | undefined) => (value === undefined ? '' : figure(value)).padStart(14);
  return [
    `${''.padEnd(22)}${'subjects'.padStart(14)}${'events'.padStart(14)}`,
    ...rows.map(([name, subjects, events]) => `${name.padEnd(22)}${cell(subjects)}${cell(events)}`.trimEnd()),
  ];
}
