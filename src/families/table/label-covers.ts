import type { LabelWords } from '../../release/label-words.ts';

/** Whether a label, as a reader understands it, is true of a text or of a second of the day. */
export type Covers<Value> = (label: string, value: Value) => boolean;

/** A code, or what codes begin with and a star. */
export const codeCovers: Covers<string> = (label, code) =>
  label === code || (label.endsWith('*') && code.startsWith(label.slice(0, -1)));

export const regionCovers =
  ({ region: [before, after], allRegions }: LabelWords): Covers<string> =>
  (label, code) =>
    label === allRegions || code.startsWith(label.slice(before.length, label.length - after.length));

/** A category, several in braces, what they are all below, or a star. */
export const categoryCovers =
  (pathOf: (value: string) => readonly string[]): Covers<string> =>
  (label, value) =>
    label === '*' || label === value || membersOf(label).includes(value) || pathOf(value).includes(label);

const membersOf = (label: string): readonly string[] =>
  label.startsWith('{') && label.includes('|') ? label.slice(1, -1).split('|') : [];

/** Hours at the end of a label, such as (22-06); they begin and end with an hour. */
export const periodCovers: Covers<number> = (label, second) => {
  const [from, to] = [label.slice(-6, -4), label.slice(-3, -1)].map(Number);
  const hour = Math.floor(second / 3600);
  return from < to ? hour >= from && hour < to : hour >= from || hour < to;
};
