import type { ManifestColumn } from './manifest.ts';

export interface PublishedQuasi {
  readonly name: string;
  readonly kind: 'prefix' | 'time' | 'number' | 'category';
  /** Of a number, and the step its bounds are multiples of, where there is one. */
  readonly decimals: number;
  readonly snap?: number | undefined;
}

export interface PublishedTable {
  readonly quasi: readonly PublishedQuasi[];
  readonly kept: readonly string[];
  /** Columns whose means are told, and their decimal places. */
  readonly averaged: readonly { readonly name: string; readonly decimals: number }[];
  readonly shape: 'records' | 'groups';
}

/** The columns of a release of transactions in order: quasi-identifiers, then what is kept of each record, or the count and means of each group. */
export function tableColumns({ quasi, kept, averaged, shape }: PublishedTable): readonly ManifestColumn[] {
  const renamed =
    shape === 'groups' && seedColumns.every((name) => quasi.some((column) => column.name === name)) ? seedNames : {};
  const nameOr = (name: string, otherwise: string) => (Object.hasOwn(renamed, name) ? renamed[name] : otherwise);
  return [
    ...quasi.map(
      ({ name, kind, decimals, snap }): ManifestColumn => ({
        name: nameOr(name, name),
        role: 'quasi',
        kind: kinds[kind],
        of: name,
        ...(kind === 'number' ? { decimals, ...(snap === undefined ? {} : { snap }) } : {}),
      }),
    ),
    ...kept.map((name): ManifestColumn => ({ name, role: 'kept', kind: 'text', of: name })),
    ...(shape === 'groups' ? [{ name: nameOr('count', 'count'), role: 'count', kind: 'integer' } as const] : []),
    ...averaged.map(
      ({ name, decimals }): ManifestColumn => ({
        name: nameOr(`avg:${name}`, `avg_${name}`),
        role: 'mean',
        kind: 'number',
        of: name,
        decimals,
      }),
    ),
  ];
}

const kinds = { prefix: 'prefix', time: 'period', number: 'interval', category: 'label' } as const;

/** A road operator's table of exits is published under the names its readers know. */
const seedColumns = ['section_id', 'exit_time'];
const seedNames: Readonly<Record<string, string>> = {
  section_id: 'section_region',
  exit_time: 'time_period',
  count: 'truck_count',
  'avg:toll_money': 'avg_toll',
};
