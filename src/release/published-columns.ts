import type { ManifestColumn } from './manifest.ts';

export interface PublishedFrom {
  readonly series: readonly string[];
  readonly quasi: readonly { readonly name: string; readonly kind: 'number' | 'category' }[];
  readonly sensitive: readonly string[];
  readonly intervals: 'text' | 'columns';
  /** Decimal places of the series, then of each numeric quasi-identifier. */
  readonly decimals: readonly number[];
  /** The step that the bounds of each of them are multiples of, where there is one. */
  readonly snap?: readonly (number | undefined)[] | undefined;
  /** Whether representative curves are published too. */
  readonly curves: boolean;
}

/** The columns of a series release in the order they are published. */
export function seriesColumns({
  series,
  quasi,
  sensitive,
  intervals,
  decimals,
  snap = [],
  curves,
}: PublishedFrom): readonly ManifestColumn[] {
  let numeric = series.length;
  const bounds = (name: string, role: 'series' | 'quasi', c: number): ManifestColumn[] => {
    const step = snap[c];
    const grid = { of: name, decimals: decimals[c], ...(step === undefined ? {} : { snap: step }) };
    return intervals === 'text'
      ? [{ name, role, kind: 'interval', ...grid }]
      : [
          { name: `${name}_min`, role, kind: 'lower', ...grid },
          { name: `${name}_max`, role, kind: 'upper', ...grid },
        ];
  };
  return [
    { name: 'GroupID', role: 'group', kind: 'id' },
    ...series.flatMap((name, c) => bounds(name, 'series', c)),
    ...quasi.flatMap(({ name, kind }): ManifestColumn[] =>
      kind === 'number' ? bounds(name, 'quasi', numeric++) : [{ name, role: 'quasi', kind: 'label', of: name }],
    ),
    ...sensitive.map((name): ManifestColumn => ({ name, role: 'sensitive', kind: 'text', of: name })),
    { name: 'Pattern', role: 'pattern', kind: 'word' },
    { name: 'Level', role: 'level', kind: 'integer' },
    ...(curves
      ? series.map(
          (name, c): ManifestColumn => ({
            name: `${name}_curve`,
            role: 'curve',
            kind: 'number',
            of: name,
            decimals: curveDecimals(decimals[c]),
          }),
        )
      : []),
  ];
}

/** The columns of a long release: one interval, and beside it the record and the instant it belongs to. All instants share one grid. */
export function longColumns({ decimals, snap = [], series, ...from }: PublishedFrom): readonly ManifestColumn[] {
  const [group, ...others] = seriesColumns({
    ...from,
    series: ['Value'],
    decimals: [decimals[0], ...decimals.slice(series.length)],
    snap: [snap[0], ...snap.slice(series.length)],
  });
  return [group, { name: 'Record', role: 'record', kind: 'id' }, { name: 'Time', role: 'instant', kind: 'text' }, ...others];
}

/** A curve lies between two bounds of the grid; two more places are all it can use. */
export const curveDecimals = (decimals: number): number => Math.min(decimals + 2, 15);
