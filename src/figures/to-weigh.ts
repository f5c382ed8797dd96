import type { Language } from '../base/languages.ts';
import type { Family } from '../policy/family.ts';
import type { Figure } from './figure.ts';
import { figures } from './figures.ts';
import type { Print } from './print.ts';
import { besideIn, type Figured, partsOf, valueIn } from './values.ts';

/** A figure beyond what is usable: what a person weighs before they sign, though every promise holds. */
export interface Weighed {
  /** The id of the figure. */
  readonly code: string;
  /** Of a figure that each column has: the worst. */
  readonly column?: string;
  readonly value: number;
  /** Up to where it would be usable; from where on, where more is better. */
  readonly usable: number;
  /** The flag that changes it. */
  readonly flag: string;
}

/**
 * What to weigh of a summary: first what gives somebody away, then what was lost, the furthest beyond its limit first. It reads no more than the
 * summary: of a public one it says what the public may know.
 */
export function toWeigh(family: Family, summary: Figured): readonly Weighed[] {
  const beside = besideIn(family, summary);
  const found = figures.flatMap((figure) => {
    const { weighing, families } = figure;
    const value = weighing === undefined || families[family] === undefined ? undefined : valueIn(figure, summary);
    if (weighing === undefined || value === undefined) return [];
    const numbers = weighing.numbers?.(value) ?? partsOf(figure, value);
    const [worst] = numbers.toSorted((a, b) => excessOf(figure, weighing.usable, b[1]) - excessOf(figure, weighing.usable, a[1]));
    if (worst === undefined) return [];
    const [column, number] = worst;
    const excess = excessOf(figure, weighing.usable, number);
    if (!(excess > 0)) return [];
    const weighed: Weighed = {
      code: figure.id,
      ...(column === '' ? {} : { column }),
      value: number,
      usable: weighing.usable,
      flag: weighing.flag({ ...beside, column }),
    };
    return [{ weighed, excess, about: weighing.about }];
  });
  return found
    .toSorted((a, b) => Number(a.about === 'loss') - Number(b.about === 'loss') || b.excess - a.excess)
    .map(({ weighed }) => weighed);
}

/** How far a number lies beyond its limit, as a share of how far it could; 0 or less is usable. */
function excessOf({ better, range: [least, most] }: Figure, usable: number, value: number): number {
  if (better === 'more') return (usable - value) / (usable - least);
  return most === Number.POSITIVE_INFINITY ? 1 - usable / value : (value - usable) / (most - usable);
}

/** It as a sentence; what lies between nothing and all is a share. */
export function weighInWords(
  family: Family,
  { code, column = '', value }: Weighed,
  lang: Language,
  print: Omit<Print, 'date'>,
): string {
  const figure = figures.find(
    ({ id, families, weighing }) => id === code && families[family] !== undefined && weighing !== undefined,
  );
  const number = print[figure?.range[1] === 1 ? 'percent' : (figure?.unit ?? 'decimal')](value);
  return figure?.words[lang].weigh?.(number, column) ?? `${code} ${number}`;
}
