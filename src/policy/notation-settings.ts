import type * as z from 'zod';
import type { Decimal, NumberNotation, Thousands } from '../formats/notation.ts';
import type { notationKeys } from './notation-keys.ts';
import { badValue } from './problems.ts';

/** The settings of how cells are written, as the door leaves them. */
export type NotationSettings = {
  readonly [Key in keyof typeof notationKeys]?: z.infer<(typeof notationKeys)[Key]> | undefined;
};

export const notationNames = [
  'encoding',
  'decimal',
  'thousands',
  'unit',
  'timeFormat',
  'join',
] as const satisfies readonly (keyof NotationSettings)[];

/** How a column writes its numbers; undefined where nothing is said of it. */
export function numberOf({ decimal, thousands, unit }: NotationSettings, column: string): NumberNotation | undefined {
  const set = {
    decimal: settingOf<Decimal>(decimal, column),
    thousands: settingOf<Thousands>(thousands, column),
    unit: settingOf<string | readonly string[]>(unit, column),
  };
  if (set.decimal === undefined && set.thousands === undefined && set.unit === undefined) return undefined;
  return {
    kind: 'number',
    decimal: set.decimal ?? '.',
    thousands: set.thousands,
    units: typeof set.unit === 'string' ? [set.unit] : (set.unit ?? []),
  };
}

type Setting<Value> = Value | Readonly<Record<string, Value>> | undefined;

const isPerColumn = (setting: unknown): setting is Readonly<Record<string, unknown>> =>
  typeof setting === 'object' && setting !== null && !Array.isArray(setting);

export const namesIn = (setting: unknown): readonly string[] => (isPerColumn(setting) ? Object.keys(setting) : []);

export const settingOf = <Value>(setting: Setting<Value>, column: string): Value | undefined =>
  isPerColumn(setting)
    ? Object.hasOwn(setting, column)
      ? (setting[column] as Value)
      : undefined
    : (setting as Value | undefined);

/** What of these settings one alone cannot judge. */
export function notationProblem(policy: NotationSettings) {
  const columns = ['decimal', 'thousands', 'unit', 'timeFormat'].flatMap((key) => namesIn(policy[key as keyof NotationSettings]));
  for (const column of ['', ...columns]) {
    const { decimal, thousands } = numberOf(policy, column) ?? {};
    if (decimal !== undefined && decimal === thousands)
      return badValue('thousands', `"${decimal}" stands before decimals; set decimal to the other sign`);
  }
  const both = namesIn(policy.timeFormat).find((column) =>
    [policy.decimal, policy.thousands, policy.unit].some((setting) => namesIn(setting).includes(column)),
  );
  return both === undefined ? undefined : badValue('timeFormat', `"${both}" is written as a number by another setting`);
}
