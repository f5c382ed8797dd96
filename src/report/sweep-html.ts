import { type Loss, lossLines, lossScatter, lossWords, type Swept, sweptWords } from './charts.ts';
import { decimal, figure, percent } from './figures.ts';
import { type Cell, escaped, internalMark, page, table } from './page.ts';
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
    `<section><h2>Value loss against pattern loss</h2><figure>${lossScatter(verified, methods)}<figcaption>${legend(methods)}</figcaption></figure>
    <details><summary>The figures of all settings</summary>${pointsTable(points)}</details>
    <details><summary>The command of each setting</summary>${commandsTable(verified)}</details></section>`,
    ...(['k', 'p', 'maxLevel'] as const).map((over) => overHtml(verified, methods, over, recommendation.setting)),
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
  const asked = Object.entries(limits).map(([name, value]) => `${limitWords[name as keyof typeof limits]} ${value}`);
  const figures = chosen === undefined ? '' : table(['Measure', 'Value'], figuresOf(chosen));
  return `<section><h2>Which setting</h2><p>${mark}: <strong>${escaped(settingWords(setting))}</strong></p><p>${escaped(reason)}</p>
    ${asked.length === 0 ? '' : `<p>Limits: ${escaped(asked.join(', '))}.</p>`}<pre><code>${escaped(command)}</code></pre>
    <p>${figure(points.filter(isVerified).length)} settings were tried on ${figure(input.subjects)} subjects, and each release was written and verified before its
    losses counted. ${figure(points.filter((point) => !isVerified(point)).length)} settings are impossible.</p>${figures}</section>`;
}

const limitWords = {
  maxValueLoss: 'value loss at most',
  maxPatternLoss: 'pattern loss at most',
  minRetention: 'retention at least',
};

const figuresOf = (point: VerifiedPoint): readonly Cell[][] => [
  ['Value loss (mean width of the bands)', decimal(point.valueLoss)],
  ['Pattern loss (0 same shape, 1 no shape, 2 opposite)', decimal(point.patternLoss)],
  ['Pattern floor (what the segments alone cost)', decimal(point.patternFloor)],
  ['Records at level 1 (no shape published)', figure(point.flatPatterns)],
  ...(point.rangeQueryError === undefined ? [] : [['Error of range counts', percent(point.rangeQueryError)]]),
  ['Retention', percent(point.retention)],
  ['Groups', figure(point.groups)],
  ['Leaves', figure(point.leaves)],
];

const shapes = ['○', '△', '□'];
const hueNames = ['--first', '--second', '--third'];

const legend = (methods: readonly string[]): string =>
  `${methods
    .map((method, m) => `<span style="color: var(${hueNames[m % 3]})">${shapes[m % 3]}</span> ${escaped(method)}`)
    .join(
      ', ',
    )}. Filled and joined by the dashed line: the Pareto set, which no other setting beats in both losses. Ring and name: recommended.
    Better is down and to the left.`;

function pointsTable(points: readonly SweepPoint[]): string {
  const head = ['Method', 'k', 'P', 'Level', 'Value loss', 'Pattern loss', 'Range counts', 'Retention', 'Groups', 'Leaves', ''];
  return table(head, points.map(pointRow));
}

function pointRow(point: SweepPoint): readonly Cell[] {
  const setting = [point.method, `${point.k}`, `${point.p}`, `${point.maxLevel}`];
  if (!isVerified(point)) return [...setting, '', '', '', '', '', '', `impossible: ${point.reason}`];
  return [
    ...setting,
    decimal(point.valueLoss),
    decimal(point.patternLoss),
    point.rangeQueryError === undefined ? '' : percent(point.rangeQueryError),
    percent(point.retention),
    figure(point.groups),
    figure(point.leaves),
    point.recommended ? 'recommended' : point.pareto ? 'Pareto set' : '',
  ];
}

const commandsTable = (points: readonly VerifiedPoint[]): string =>
  table(
    ['Setting', 'Command'],
    points.map((point) => [settingWords(point), { html: `<code>${escaped(point.command)}</code>` }]),
  );

/** Both losses over one setting, and the numbers behind the lines. */
function overHtml(points: readonly VerifiedPoint[], methods: readonly string[], over: Swept, through: Setting): string {
  const others = (['k', 'p', 'maxLevel'] as const).filter((name) => name !== over);
  const fixed = others.map((name) => `${sweptWords[name]} = ${through[name]}`).join(', ');
  const free = others.map((name) => sweptWords[name]).join(' and ');
  const chart = (loss: Loss) => `<figure>${lossLines(points, methods, loss, over, through)}</figure>`;
  const numbers = (loss: Loss) => `<h3>${lossWords[loss]}</h3>${linesTable(points, methods, loss, over, others)}`;
  return `<section><h2>Over ${sweptWords[over]}</h2><div class="pair">${chart('valueLoss')}${chart('patternLoss')}</div>
    <p>Thick: ${fixed}, as in the setting named above. Thin: every other choice of ${free}.</p></section>
    <details><summary>The numbers behind the lines over ${sweptWords[over]}</summary>${numbers('valueLoss')}${numbers('patternLoss')}</details>`;
}

function linesTable(
  points: readonly VerifiedPoint[],
  methods: readonly string[],
  loss: Loss,
  over: Swept,
  others: readonly Swept[],
): string {
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

const decimalOrNothing = (value: number | undefined): string => (value === undefined ? '' : decimal(value));

function notes({ queries }: SweepResult): string {
  const items = [
    'Losses are means over released records; suppressed ones are not in them. Compare losses together with retention.',
    'The Pareto set and the knee weigh losses alone. How many subjects must share a band (k) and a pattern (P) is for those who answer for the data to decide.',
    queries === 0
      ? 'No range queries were asked.'
      : `The error of range counts comes from ${figure(queries)} random queries a setting, drawn from one stream.`,
    'An impossible setting asks for more subjects to share something than there are to share it.',
  ];
  return `<section><h2>How to read this</h2><ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul></section>`;
}
