import type { Figure } from '../../figures/figure.ts';
import { figures } from '../../figures/figures.ts';
import { partsOf, valueIn } from '../../figures/values.ts';
import { table } from '../page.ts';
import { byKind, type EventsView, type SeriesView, type View } from '../view.ts';
import type { Words } from '../words/en.ts';

/** Singling out, linkability and inference (Opinion 05/2014 of the Article 29 Working Party): what is done against each, and what was measured. */
export function evidencePart(view: View, words: Words): string {
  const { evidence: own } = words;
  const rows = [
    [own.singling, ...singling(view, words)],
    [own.linking, ...linking(view, words)],
    [own.inference, ...inference(view, words)],
  ];
  return table([own.question, own.measured, own.remains], rows, { caption: own.caption });
}

type Found = readonly [measured: string, remains: string];

function singling(view: View, words: Words): Found {
  const { evidence: own } = words;
  const { print, summary } = view;
  const smallest = print.whole(summary.verdict.smallestGroup);
  const [shared, remains] = byKind<Found>(view, {
    series: ({ summary: { p } }) => [own.singlingSeries(smallest), own.singlingSeriesRemains(print.whole(p))],
    events: () => [own.singlingEvents(smallest), own.singlingEventsRemains],
    table: () => [own.singlingEvents(smallest), own.singlingEventsRemains],
  });
  return [[shared, ...sentencesOf('singling', view, words)].join(' '), remains];
}

/** What figures have to say to a question, a sentence for each number. */
const sentencesOf = (question: Figure['page'], { kind, summary, print }: View, { lang }: Words): readonly string[] =>
  figures
    .filter(({ page, families }) => page === question && families[kind] !== undefined)
    .flatMap((figure) =>
      partsOf(figure, valueIn(figure, summary)).flatMap(
        ([column, value]) => figure.words[lang].sentence?.(print[figure.unit](value), column) ?? [],
      ),
    );

const linking = (view: View, { evidence: own }: Words): Found =>
  byKind<Found>(view, {
    series: () => [own.linkingSeries, own.linkingRemains],
    events: (events) => [idFound(events, own), own.linkingRemains],
    table: () => [own.linkingTable, own.linkingRemains],
  });

function idFound({ summary, manifest: { pseudonym }, print }: EventsView, own: Words['evidence']): string {
  if (pseudonym === 'drop') return own.linkingNoId;
  if (pseudonym === 'keep') return own.linkingKept;
  if (pseudonym.startsWith('shared')) return own.linkingShared(print.whole(summary.k));
  const four = summary.measure.unicity?.find(({ points }) => points === 4);
  return four === undefined ? own.linkingSome : own.linkingId(print.percent(four.share));
}

function inference(view: View, words: Words): Found {
  const { evidence: own } = words;
  return byKind<Found>(view, {
    series: (series) => inferenceOfSeries(series, own),
    events: () => [own.inferenceEvents, own.inferenceEventsRemains],
    table: ({ manifest }) => {
      const kept = manifest.columns.filter(({ role }) => role === 'kept').map(({ name }) => name);
      const unchanged = kept.length === 0 ? own.inferenceTable : own.inferenceKept(kept.join(', '));
      return [[unchanged, ...sentencesOf('inference', view, words)].join(' '), own.inferenceTableRemains];
    },
  });
}

function inferenceOfSeries({ manifest, summary: { measure }, print }: SeriesView, own: Words['evidence']): Found {
  const sensitive = manifest.columns.filter(({ role }) => role === 'sensitive').map(({ name }) => name);
  if (sensitive.length === 0) return [own.inferenceNone, own.inferenceNoneRemains];
  const names = sensitive.join(', ');
  const { homogeneity } = measure;
  const told = homogeneity === undefined ? own.inferenceSeries(names) : own.inferenceShare(names, print.percent(homogeneity));
  return [told, own.inferenceRemains];
}
