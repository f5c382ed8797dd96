import { table } from '../page.ts';
import type { View } from '../view.ts';
import type { Words } from '../words/words.ts';

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

function singling(view: View, { evidence: own }: Words): readonly [string, string] {
  const { print, summary } = view;
  const smallest = print.whole(summary.verdict.smallestGroup);
  if (view.kind === 'events') return [own.singlingEvents(smallest), own.singlingEventsRemains];
  return [own.singlingSeries(smallest), own.singlingSeriesRemains(print.whole(view.summary.p))];
}

function linking(view: View, { evidence: own }: Words): readonly [string, string] {
  const { print } = view;
  if (view.kind === 'series') return [own.linkingSeries, own.linkingRemains];
  const four = view.summary.measure.unicity?.find(({ points }) => points === 4);
  const measured = {
    drop: own.linkingNoId,
    keep: own.linkingKept,
    random: four === undefined ? own.linkingSome : own.linkingId(print.percent(four.share)),
    rotate: four === undefined ? own.linkingSome : own.linkingId(print.percent(four.share)),
  };
  return [measured[view.manifest.pseudonym], own.linkingRemains];
}

function inference(view: View, { evidence: own }: Words): readonly [string, string] {
  if (view.kind === 'events') return [own.inferenceEvents, own.inferenceEventsRemains];
  const sensitive = view.manifest.columns.filter(({ role }) => role === 'sensitive').map(({ name }) => name);
  if (sensitive.length === 0) return [own.inferenceNone, own.inferenceNoneRemains];
  const { homogeneity } = view.summary.measure;
  const names = sensitive.join(', ');
  const told =
    homogeneity === undefined ? own.inferenceSeries(names) : own.inferenceShare(names, view.print.percent(homogeneity));
  return [told, own.inferenceRemains];
}
