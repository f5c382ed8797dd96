import type { ByColumn } from '../figures/judged.ts';
import { shownFigures } from '../figures/sweep-figures.ts';
import { isVerified, type SweepPoint, type SweepResult } from './sweep-result.ts';

/** One row a setting; what an impossible one does not have is empty. A figure by column has one column for each, such as `columns.age`. */
export function sweepCsv({ family, grid, points }: Pick<SweepResult, 'family' | 'grid' | 'points'>): string {
  const columns = [
    ...[...new Set(['method', ...Object.keys(grid)]), 'status', 'reason'].map(field),
    ...shownFigures(family, points.filter(isVerified)).flatMap((figure) =>
      figure.kind === 'columns' ? byColumn(figure.id, points) : [field(figure.id)],
    ),
    ...['suppressed', 'seconds', 'pareto', 'recommended', 'command'].map(field),
  ];
  const rows = points.map((point) => columns.map(({ cellOf }) => quoteCell(String(cellOf(point) ?? ''))).join(','));
  return `${[columns.map(({ name }) => quoteCell(name)).join(','), ...rows].join('\n')}\n`;
}

interface Column {
  readonly name: string;
  readonly cellOf: (point: SweepPoint) => unknown;
}

const field = (name: string): Column => ({ name, cellOf: (point) => ({ ...point })[name as keyof SweepPoint] }); // by its keys

function byColumn(id: string, points: readonly SweepPoint[]): readonly Column[] {
  const of = (point: SweepPoint) => (field(id).cellOf(point) ?? {}) as ByColumn;
  const names = new Set(points.flatMap((point) => Object.keys(of(point))));
  return [...names].map((name) => ({ name: `${id}.${name}`, cellOf: (point) => of(point)[name] }));
}

const quoteCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
