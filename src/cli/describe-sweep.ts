import { lossesInWords, numberIn, type SweptFigure, shownFigures } from '../figures/sweep-figures.ts';
import { isVerified, type SweepResult, settingWords, type VerifiedPoint } from '../report/sweep-result.ts';
import { alignColumns } from './align-columns.ts';
import { figure, paint } from './talk.ts';
import type { World } from './world.ts';

/** The result of a sweep for a person: the settings that no other beats, the one to take and why, what to open next. */
export function describeSweep({ points, input, recommendation, seconds }: SweepResult, out: string, world: World): string {
  const verified = points.filter(isVerified);
  const best = verified.filter(({ pareto }) => pareto).toSorted((a, b) => a.valueLoss - b.valueLoss || b.k - a.k);
  const shown = best.some(({ recommended }) => recommended) ? best : [...best, ...verified.filter((point) => point.recommended)];
  const printed = printedFor(verified);
  const { met, setting, reason, command } = recommendation;
  const lines = [
    `${paint(world, 32, '✓ verified')}  ${figure(verified.length)} settings of ${figure(input.subjects)} subjects, each on the bytes it wrote; ${figure(points.length - verified.length)} impossible; ${seconds.total} s`,
    `            the Pareto set, which no other setting beats in ${lossesInWords(verified)}${met ? ', → the recommended one' : ''}:`,
    ...alignColumns([headOf(printed), ...shown.map((point) => rowOf(point, printed))]).map((line) => `  ${line}`),
    `${met ? paint(world, 32, 'take') : paint(world, 33, 'near')}     ${settingWords(setting)}`,
    `why      ${reason}`,
    `run      ${command}`,
    `open     ${out}/sweep.html  ${out}/sweep.csv  ${out}/sweep.json (all must stay: they describe the original data)`,
  ];
  return `${lines.join('\n')}\n`;
}

/** The figures that a terminal has room for. */
const printedFor = (points: readonly VerifiedPoint[]): readonly SweptFigure[] =>
  shownFigures(points).filter(({ sweep }) => sweep.terminal !== undefined);

const headOf = (printed: readonly SweptFigure[]): readonly string[] => [
  ...['', 'method', 'k', 'P', 'level'],
  ...printed.map(({ sweep }) => sweep.head?.toLowerCase() ?? ''),
];

const rowOf = (point: VerifiedPoint, printed: readonly SweptFigure[]): readonly string[] => [
  point.recommended ? '→' : '',
  point.method,
  `${point.k}`,
  `${point.p}`,
  `${point.maxLevel}`,
  ...printed.map((one) => {
    const value = numberIn(one, point);
    return value === undefined ? '' : (one.sweep.terminal?.(value) ?? '');
  }),
];
