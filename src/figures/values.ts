import type { Family } from '../policy/family.ts';
import type { Beside, Figure } from './figure.ts';
import { figures, type MeasureOf } from './figures.ts';
import type { JudgedEvents, JudgedSeries, JudgedTable } from './judged.ts';

interface Judged {
  readonly series: JudgedSeries;
  readonly events: JudgedEvents;
  readonly table: JudgedTable;
}

/** The figures of a release that apply to it, as `measure` of its summary has them. */
export function measureIn<Of extends Family>(family: Of, judged: Judged[Of]): MeasureOf<Of> {
  const found = figures.flatMap(({ id, part, families }) => {
    const find = part === 'measure' ? (families[family] as InFamily<Of> | undefined)?.find : undefined; // its own key
    const value = find?.(judged);
    return value === undefined ? [] : [[id, value]];
  });
  return Object.fromEntries(found) as MeasureOf<Of>; // the type is made of the same list
}

interface InFamily<Of extends Family> {
  readonly find?: (judged: Judged[Of]) => unknown;
}

/** As much of a summary as figures are looked up in. */
export interface Figured {
  readonly method?: string | undefined;
  readonly l?: number | undefined;
  readonly measure: object;
  readonly release: object;
  readonly verdict: object;
}

/** What stands beside the figures of a summary. */
export function besideIn(family: Family, summary: Figured): Beside {
  const all: Readonly<Record<string, unknown>> = { ...summary.measure, ...summary.release, ...summary.verdict };
  const numbers = Object.fromEntries(
    Object.entries(all).flatMap(([id, value]) => (typeof value === 'number' ? [[id, value] as const] : [])),
  );
  return { family, method: summary.method, l: summary.l, numbers };
}

/** A figure where a summary has it; undefined where it has none. */
export const valueIn = ({ id, part }: Figure, summary: Figured): unknown =>
  part === 'risk' ? undefined : (summary[part] as Readonly<Record<string, unknown>>)[id]; // an object by its keys

/** The numbers in a figure's value, each with the column it is of; '' where it is of none. */
export function partsOf(figure: Figure, value: unknown): readonly (readonly [column: string, value: number])[] {
  if (value === undefined) return [];
  if (figure.parts !== undefined) return figure.parts(value);
  return typeof value === 'number' ? [['', value]] : Object.entries(value as Readonly<Record<string, number>>); // a figure is one or the other
}
