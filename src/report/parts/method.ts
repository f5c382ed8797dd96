import { escapeHtml, table } from '../page.ts';
import { byKind, type EventsView, type SeriesView, type TableView, type View } from '../view.ts';
import type { Words } from '../words/en.ts';
import { list, section } from './section.ts';

/** How it was done in plain words, then every setting. */
export function methodPart(view: View, words: Words): string {
  const steps = byKind(view, {
    series: (series) => seriesSteps(series, words),
    events: (events) => eventSteps(events, words),
    table: (transactions) => tableSteps(transactions, words),
  });
  const settings = Object.entries(view.sections.policy)
    .filter(([key, value]) => value !== undefined && key !== 'about') // it stands on the first sheet
    .map(([key, value]) => [key, settingText(value)]);
  return section(
    'method',
    words.headings.method,
    `<p>${escapeHtml(words.method.called)} <code>${escapeHtml(view.summary.method)}</code></p>${list(steps)}
<details><summary>${escapeHtml(words.method.settings)}</summary>${table([words.method.setting, words.value], settings, { caption: words.method.settings })}</details>`,
  );
}

function seriesSteps(
  { summary: { method, k, p, l }, manifest: { pattern }, print }: SeriesView,
  { method: own }: Words,
): readonly string[] {
  const at = [print.whole(k), print.whole(p)] as const;
  const form = { word: [], interval: [own.interval], representative: [own.representative] };
  return [
    own[method](...at),
    own.word(print.whole(pattern.segments), print.whole(pattern.maxLevel)),
    ...form[pattern.form],
    ...(l === undefined ? [] : [own.diverse(print.whole(l))]),
    own.outward,
    own.order,
  ];
}

function eventSteps({ manifest, summary, print }: EventsView, { method: own }: Words): readonly string[] {
  const quasi = manifest.columns.filter(({ role }) => role === 'quasi').map(({ name }) => name);
  return [own.events(quasi.join(', ')), own.flattened(print.whole(summary.k)), own.ids[manifest.pseudonym], own.order];
}

function tableSteps({ manifest, summary, print }: TableView, { method: own }: Words): readonly string[] {
  const shape = manifest.shape === 'groups' ? own.aggregated : own.recordwise;
  const { k, noise } = summary;
  return [
    own[manifest.clustering](print.whole(k + (noise?.most ?? 0))),
    own.labelled,
    shape,
    ...(noise === undefined ? [] : [own.noise(print.whole(noise.most), print.decimal(noise.variance))]),
    own.order,
  ];
}

const settingText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
