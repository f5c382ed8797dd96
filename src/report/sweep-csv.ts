import { isVerified, type SweepPoint } from './sweep-result.ts';

const columns = [
  'method',
  'k',
  'p',
  'maxLevel',
  'status',
  'reason',
  'valueLoss',
  'patternLoss',
  'patternFloor',
  'flatPatterns',
  'rangeQueryError',
  'homogeneity',
  'retention',
  'groups',
  'leaves',
  'suppressed',
  'seconds',
  'pareto',
  'recommended',
  'command',
] as const;

/** One row a setting; what an impossible one does not have is empty. */
export function sweepCsv(points: readonly SweepPoint[]): string {
  const rows = points.map((point) => {
    const cells: Partial<Record<(typeof columns)[number], string | number | boolean>> = isVerified(point) ? point : { ...point };
    return columns.map((name) => quoted(String(cells[name] ?? ''))).join(',');
  });
  return `${[columns.join(','), ...rows].join('\n')}\n`;
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
