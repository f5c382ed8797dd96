import { plain } from '../figures/print.ts';
import {
  limitOf,
  lossesInWords,
  numberIn,
  type SweptFigure,
  shownFigures,
  sweptFigures,
  weighedLosses,
} from '../figures/sweep-figures.ts';
import { type LinesOver, type Loss, lossLines, lossScatter, lossWords, type Swept, sweptWords } from './charts.ts';
import { type Cell, escapeHtml, internalMark, page, table } from './page.ts';
import {
  isVerified,
  type Setting,
  type SweepPoint,
  type SweepResult,
  sameSetting,
  settingWords,
  type VerifiedPoint,
} from './sweep-result.ts';

/** The whole sweep on one page: the setting to take and why, the losses of all, how they move with each setting, every number and command. */
export function sweepHtml(result: SweepResult): string {
  const { points, grid, recommendation } = result;
  const verified = points.filter(isVerified);
  const methods = grid.method.filter((name) => verified.some(({ method }) => method === name));
  const title = 'Shoal sweep · INTERNAL';
  const body = [
    internalMark('this page describes the original data and must not leave with a release.'),
    `<h1>${title}</h1>`,
    recommendationHtml(result),
    `<section><h2>Value loss against pattern loss</h2><figure>${lossScatter(verified, methods)}<figcaption>${legend(verified, methods)}</figcaption></figure>
    <details><summary>The figures of all settings</summary>${pointsTable(points)}</details>
    <details><summary>The command of each setting</summary>${commandsTable(verified)}</details></section>`,
    ...(['k', 'p', 'maxLevel'] as const).map((over) => overHtml({ points: verified, methods, over }, recommendation.setting)),
    notes(result),
  ];
  return page(title, body.join('\n'), { internal: true });
}

function recommendationHtml({ recommendation, points, input, limits }: SweepResult): string {
  const { met, setting, reason, command } = recommendation;
  const chosen = points.filter(isVerified).find((point) => sameSetting(point, setting));
  const mark = met
    ? '<strong class="holds">✓ recommended</strong>'
    : '<strong class="broken">✗ no setting keeps within the limits</strong>; nearest';
  const asked = sweptFigures.flatMap((one) => {
    const limit = limitOf(one, limits);
    return limit === undefined ? [] : [`${limit.words} ${limit.value}`];
  });
  const figures = chosen === undefined ? '' : table(['Measure', 'Value'], figuresOf(chosen));
  return `<section><h2>Which setting</h2><p>${mark}: <strong>${escapeHtml(settingWords(setting))}</strong></p><p>${escapeHtml(reason)}</p>
    ${asked.length === 0 ? '' : `<p>Limits: ${escapeHtml(asked.join(', '))}.</p>`}<pre><code>${escapeHtml(command)}</code></pre>
    <p>${plain.whole(points.filter(isVerified).length)} settings were tried on ${plain.whole(input.subjects)} subjects, and each release was written and verified before its
    losses counted. ${plain.whole(points.filter((point) => !isVerified(point)).length)} settings are impossible.</p>${figures}</section>`;
}

const figuresOf = (point: VerifiedPoint): readonly Cell[][] =>
  sweptFigures.flatMap((one) => {
    const value = numberIn(one, point);
    return value === undefined || one.sweep.beside === undefined ? [] : [[one.sweep.beside, plain[one.unit](value)]];
  });

const shapes = ['○', '△', '□'];
const hueNames = ['--first', '--second', '--third'];

function legend(points: readonly VerifiedPoint[], methods: readonly string[]): string {
  const marks = methods.map(
    (method, m) => `<span style="color: var(${hueNames[m % 3]})">${shapes[m % 3]}</span> ${escapeHtml(method)}`,
  );
  const joined = weighedLosses(points).length > 2 ? '' : ' and joined by the dashed line'; // beyond two losses the set is no line
  return `${marks.join(', ')}. Filled${joined}: the Pareto set, which no other setting beats in ${lossesInWords(points)}. Ring and name: recommended.
    Better is down and to the left.`;
}

function pointsTable(points: readonly SweepPoint[]): string {
  const headed = shownFigures(points.filter(isVerified)).filter(({ sweep }) => sweep.head !== undefined);
  const head = ['Method', 'k', 'P', 'Level', ...headed.map(({ sweep }) => sweep.head ?? ''), ''];
  return table(
    head,
    points.map((point) => pointRow(point, headed)),
  );
}

function pointRow(point: SweepPoint, headed: readonly SweptFigure[]): readonly Cell[] {
  const setting = [point.method, `${point.k}`, `${point.p}`, `${point.maxLevel}`];
  if (!isVerified(point)) return [...setting, ...headed.map(() => ''), `impossible: ${point.reason}`];
  const mark = point.recommended ? 'recommended' : point.pareto ? 'Pareto set' : '';
  return [...setting, ...headed.map((one) => cellOf(one, point)), mark];
}

function cellOf(one: SweptFigure, point: VerifiedPoint): string {
  const value = numberIn(one, point);
  return value === undefined ? '' : plain[one.unit](value);
}

const commandsTable = (points: readonly VerifiedPoint[]): string =>
  table(
    ['Setting', 'Command'],
    points.map((point) => [settingWords(point), { html: `<code>${escapeHtml(point.command)}</code>` }]),
  );

/** Both losses over one setting, and the numbers behind the lines. */
function overHtml(lines: LinesOver, through: Setting): string {
  const { over } = lines;
  const others = (['k', 'p', 'maxLevel'] as const).filter((name) => name !== over);
  const fixed = others.map((name) => `${sweptWords[name]} = ${through[name]}`).join(', ');
  const free = others.map((name) => sweptWords[name]).join(' and ');
  const chart = (loss: Loss) => `<figure>${lossLines(lines, loss, through)}</figure>`;
  const numbers = (loss: Loss) => `<h3>${lossWords[loss]}</h3>${linesTable(lines, loss, others)}`;
  return `<section><h2>Over ${sweptWords[over]}</h2><div class="pair">${chart('valueLoss')}${chart('patternLoss')}</div>
    <p>Thick: ${fixed}, as in the setting named above. Thin: every other choice of ${free}.</p></section>
    <details><summary>The numbers behind the lines over ${sweptWords[over]}</summary>${numbers('valueLoss')}${numbers('patternLoss')}</details>`;
}

function linesTable({ points, methods, over }: LinesOver, loss: Loss, others: readonly Swept[]): string {
  const values = [...new Set(points.map((point) => point[over]))].sort((a, b) => a - b);
  const lines = new Map<string, VerifiedPoint[]>();
  for (const point of points) {
    const key = [point.method, ...others.map((name) => point[name])].join(' ');
    lines.set(key, [...(lines.get(key) ?? []), point]);
  }
  const rows = [...lines.values()].map((line) => [
    line[0].method,
    ...others.map((name) => `${line[0][name]}`),
    ...values.map((value) => decimalOrNothing(line.find((point) => point[over] === value)?.[loss])),
  ]);
  const sorted = rows.toSorted((a, b) => methods.indexOf(a[0]) - methods.indexOf(b[0]));
  return table(
    ['Method', ...others.map((name) => sweptWords[name]), ...values.map((value) => `${sweptWords[over]} = ${value}`)],
    sorted,
  );
}

const decimalOrNothing = (value: number | undefined): string => (value === undefined ? '' : plain.decimal(value));

function notes({ queries }: SweepResult): string {
  const items = [
    'Losses are means over released records; suppressed ones are not in them. Compare losses together with retention.',
    'The Pareto set and the knee weigh losses alone. How many subjects must share a band (k) and a pattern (P) is for those who answer for the data to decide.',
    queries === 0
      ? 'No range queries were asked.'
      : `The error of range counts comes from ${plain.whole(queries)} random queries a setting, drawn from one stream.`,
    'An impossible setting asks for more subjects to share something than there are to share it.',
  ];
  return `<section><h2>How to read this</h2><ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul></section>`;
}
