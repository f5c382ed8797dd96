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

function singling(view: View, { evidence: own }: Words): Found {
  const { print, summary } = view;
  const smallest = print.whole(summary.verdict.smallestGroup);
  return byKind<Found>(view, {
    series: ({ summary: { p, measure } }) => [
      [
        own.singlingSeries(smallest),
        ...(measure.singledOut === undefined ? [] : [own.keptSingles(print.percent(measure.singledOut.subjects))]),
      ].join(' '),
      own.singlingSeriesRemains(print.whole(p)),
    ],
    events: () => [own.singlingEvents(smallest), own.singlingEventsRemains],
    table: ({ summary: { measure } }) => [
      [
        own.singlingEvents(smallest),
        ...(measure.singledOut === undefined ? [] : [own.keptSingles(print.percent(measure.singledOut.subjects))]),
      ].join(' '),
      own.singlingEventsRemains,
    ],
  });
}

const linking = (view: View, { evidence: own }: Words): Found =>
  byKind<Found>(view, {
    series: () => [own.linkingSeries, own.linkingRemains],
    events: (events) => [idFound(events, own), own.linkingRemains],
    table: () => [own.linkingTable, own.linkingRemains],
  });

function idFound({ summary, manifest: { pseudonym }, print }: EventsView, own: Words['evidence']): string {
  if (pseudonym === 'drop') return own.linkingNoId;
  if (pseudonym === 'keep') return own.linkingKept;
  const four = summary.measure.unicity?.find(({ points }) => points === 4);
  return four === undefined ? own.linkingSome : own.linkingId(print.percent(four.share));
}

const inference = (view: View, { evidence: own }: Words): Found =>
  byKind<Found>(view, {
    series: (series) => inferenceOfSeries(series, own),
    events: () => [own.inferenceEvents, own.inferenceEventsRemains],
    table: ({ manifest, summary: { measure }, print }) => {
      const kept = manifest.columns.filter(({ role }) => role === 'kept').map(({ name }) => name);
      const same = Object.entries(measure.homogeneity ?? {}).map(([name, share]) => own.sameKept(name, print.percent(share)));
      const told = kept.length === 0 ? [own.inferenceTable] : [own.inferenceKept(kept.join(', ')), ...same];
      return [told.join(' '), own.inferenceTableRemains];
    },
  });

function inferenceOfSeries({ manifest, summary: { measure }, print }: SeriesView, own: Words['evidence']): Found {
  const sensitive = manifest.columns.filter(({ role }) => role === 'sensitive').map(({ name }) => name);
  if (sensitive.length === 0) return [own.inferenceNone, own.inferenceNoneRemains];
  const names = sensitive.join(', ');
  const { homogeneity } = measure;
  const told = homogeneity === undefined ? own.inferenceSeries(names) : own.inferenceShare(names, print.percent(homogeneity));
  return [told, own.inferenceRemains];
}
