import { sweptFigures } from '../figures/sweep-figures.ts';
import type { SweepPoint } from './sweep-result.ts';

const columns: readonly string[] = [
  ...['method', 'k', 'p', 'maxLevel', 'status', 'reason'],
  ...sweptFigures.map(({ id }) => id),
  ...['suppressed', 'seconds', 'pareto', 'recommended', 'command'],
];

/** One row a setting; what an impossible one does not have is empty. */
export function sweepCsv(points: readonly SweepPoint[]): string {
  const rows = points.map((point) => {
    const cells: Readonly<Record<string, unknown>> = { ...point };
    return columns.map((name) => quoted(String(cells[name] ?? ''))).join(',');
  });
  return `${[columns.join(','), ...rows].join('\n')}\n`;
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
