import type { TableKind } from '../policy/table-kinds.ts';
import type { ManifestColumn } from './manifest.ts';

/** From `top` on, and up to `bottom`, numbers are not told apart. */
export interface Coding {
  readonly top?: number | undefined;
  readonly bottom?: number | undefined;
}

export interface PublishedQuasi {
  readonly name: string;
  readonly kind: TableKind;
  /** Of a number, and the step its bounds are multiples of, where there is one. */
  readonly decimals: number;
  readonly snap?: number | undefined;
  /** Of a number: where it is not told apart any more. */
  readonly coding?: Coding | undefined;
  /** How much it counted when records were put together; 1 where left out. */
  readonly weight?: number;
}

export interface PublishedTable {
  readonly quasi: readonly PublishedQuasi[];
  readonly kept: readonly string[];
  /** Columns whose means are told, and their decimal places. */
  readonly averaged: readonly { readonly name: string; readonly decimals: number }[];
  readonly shape: 'records' | 'groups';
  /** Other names by which readers know the columns, the count and the means; they hold for groups that have all of those columns. */
  readonly names: Readonly<Record<string, string>>;
  /** Whether regions and periods of the day are told in words. */
  readonly inWords: boolean;
}

/** The columns of a release of transactions in order: quasi-identifiers, then what is kept of each record, or the count and means of each group. */
export function tableColumns({ quasi, kept, averaged, shape, names, inWords }: PublishedTable): readonly ManifestColumn[] {
  const of = Object.keys(names).filter((name) => name !== 'count' && !name.startsWith('avg:'));
  const renamed = shape === 'groups' && of.every((name) => quasi.some((column) => column.name === name)) ? names : {};
  const nameOr = (name: string, otherwise: string) => (Object.hasOwn(renamed, name) ? renamed[name] : otherwise);
  return [
    ...quasi.map(
      ({ name, kind, decimals, snap, coding, weight = 1 }): ManifestColumn => ({
        name: isPart(kind) ? partName(name, kind) : nameOr(name, name),
        role: 'quasi',
        kind: (inWords ? kindsInWords[kind] : undefined) ?? kinds[kind],
        of: name,
        ...(kind === 'number' ? { decimals, ...(snap === undefined ? {} : { snap }) } : {}),
        ...(coding?.top === undefined ? {} : { top: coding.top }),
        ...(coding?.bottom === undefined ? {} : { bottom: coding.bottom }),
        ...(weight === 1 ? {} : { weight: Number(weight.toPrecision(3)) }),
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

/** What a quasi-identifier is called where no preset names it: a part of a timestamp, of which there may be several, by both. */
export const partName = (name: string, kind: TableKind): string => (isPart(kind) ? `${name}_${kind}` : name);

const isPart = (kind: TableKind): boolean => ['hour', 'weekday', 'date', 'week', 'month'].includes(kind);

const kinds = {
  ...{ prefix: 'code', number: 'interval', category: 'label' },
  ...{ time: 'time', hour: 'hour', weekday: 'weekday', date: 'date', week: 'week', month: 'month' },
} as const satisfies Readonly<Record<TableKind, ManifestColumn['kind']>>;

const kindsInWords: Readonly<Partial<Record<TableKind, ManifestColumn['kind']>>> = { prefix: 'prefix', time: 'period' };
