import { numberIn, type SweptFigure, shownFigures } from '../figures/sweep-figures.ts';
import { type Setting, settingWords } from '../figures/sweep-setting.ts';
import { isVerified, type SweepResult, type VerifiedPoint } from '../report/sweep-result.ts';
import { alignColumns } from './align-columns.ts';
import { figure, paint } from './talk.ts';
import type { World } from './world.ts';

/** More settings than fit beside what is recommended are in the files. */
const most = 15;

/** The result of a sweep for a person: the settings that no other beats, the one to take and why, what to open next. */
export function describeSweep(
  { family, grid, points, input, recommendation, seconds }: SweepResult,
  out: string,
  world: World,
): string {
  const verified = points.filter(isVerified);
  const best = verified.filter(({ pareto, recommended }) => pareto || recommended).toSorted(byProtection);
  const chosen = Math.max(
    0,
    best.findIndex(({ recommended }) => recommended),
  );
  const from = Math.max(0, Math.min(chosen - 3, best.length - most));
  const shown = best.slice(from, from + most);
  const printed = shownFigures(family, verified).filter(({ sweep }) => sweep.terminal !== undefined);
  const varied = (['method', ...Object.keys(grid)] as (keyof Setting)[]).filter(
    (key, i, all) => all.indexOf(key) === i && (key !== 'method' || family !== 'events'),
  ); // a grid has keys of settings
  const { met, setting, reason, command } = recommendation;
  const lines = [
    `${paint(world, 32, '✓ verified')}  ${figure(verified.length)} settings of ${figure(input.subjects)} subjects, each on the bytes it wrote; ${figure(points.length - verified.length)} impossible; ${seconds.total} s`,
    `            the Pareto set: no other setting protects as much and loses less${met ? '; → the recommended one' : ''}:`,
    ...alignColumns([headOf(varied, printed), ...shown.map((point) => rowOf(point, varied, printed))]).map((line) => `  ${line}`),
    ...(best.length > shown.length ? [`  and ${figure(best.length - shown.length)} more in ${out}/sweep.html`] : []),
    `${met ? paint(world, 32, 'take') : paint(world, 33, 'near')}     ${settingWords(setting)}`,
    `why      ${reason}`,
    ...(recommendation.rule === 'usable'
      ? [`${paint(world, 33, 'limits')}   none were given: say what may be lost, such as ${limitExample[family]}`]
      : []),
    `run      ${command}`,
    `open     ${out}/sweep.html  ${out}/sweep.csv  ${out}/sweep.json (all must stay: they describe the original data)`,
  ];
  return `${lines.join('\n')}\n`;
}

const limitExample: Readonly<Record<SweepResult['family'], string>> = {
  series: '--max-value-loss 10 --max-pattern-loss 0.2',
  events: '--max-quasi-loss 0.1 --max-records-lost 0.02',
  table: '--max-quasi-loss 0.3 --max-records-lost 0.02',
};

/** What protects most first. */
const byProtection = (a: VerifiedPoint, b: VerifiedPoint): number => b.k - a.k || (b.p ?? 0) - (a.p ?? 0);

const heads: Readonly<Record<string, string>> = { p: 'P', maxLevel: 'level', pseudonym: 'ids', timeKind: 'times' };

const headOf = (varied: readonly string[], printed: readonly SweptFigure[]): readonly string[] => [
  '',
  ...varied.map((key) => heads[key] ?? key),
  ...printed.map(({ sweep }) => sweep.head?.toLowerCase() ?? ''),
];

const rowOf = (point: VerifiedPoint, varied: readonly (keyof Setting)[], printed: readonly SweptFigure[]): readonly string[] => [
  point.recommended ? '→' : '',
  ...varied.map((key) => `${point[key] ?? ''}`),
  ...printed.map((one) => {
    const value = numberIn(one, point);
    return value === undefined ? '' : (one.sweep.terminal?.(value) ?? '');
  }),
];
