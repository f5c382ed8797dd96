import type { Draft } from './draft.ts';
import type { FieldFacts } from './field.ts';
import type { OpenNotation } from './find-notations.ts';
import type { Inspection } from './inspection.ts';
import type { Role } from './roles.ts';
import type { Shape } from './shape.ts';

/** What may be told of data to somebody who may not see it: what its columns are, and no count that fewer than k could be behind. */
export interface ToldInspection {
  readonly format: string;
  /** To two digits. */
  readonly rows: number;
  readonly shape: Shape;
  /** Who could be protected, the likeliest first. */
  readonly subjects: readonly string[];
  readonly fields: readonly ToldField[];
  /** How many stand alone by what others could know of them. */
  readonly alone?: 'few' | 'some' | 'most';
  /** What the cells alone do not say of how they are written. */
  readonly questions: readonly Pick<OpenNotation, 'column' | 'setting'>[];
}

export interface ToldField {
  readonly name: string;
  readonly columns: number;
  readonly kind: FieldFacts['kind'];
  readonly role: Role;
  /** How a quasi-identifier would be published. */
  readonly as?: string;
  /** Whether cells are empty; not told of fewer than k. */
  readonly missing: 'none or few' | 'some';
  /** Different values, to two digits; not told below k. */
  readonly distinct?: number;
}

/** Reasons and bars go, as they count; of what was counted only sizes stay. */
export function tellInspection(found: Inspection, k: number): ToldInspection {
  const { format, rows, shape, subjects, fields, roles, standing, notations } = found;
  const alone = standing?.steps.at(-1)?.unique;
  return {
    format,
    rows: rows < k ? 0 : twoDigits(rows),
    shape,
    subjects: subjects.map(({ name }) => name),
    fields: fields.map(({ name, columns, kind, missing, distinct }, place) => {
      const { role, as } = roles[place];
      return {
        name,
        columns: columns.length,
        kind,
        role,
        ...(as === undefined ? {} : { as }),
        missing: missing < k ? 'none or few' : 'some',
        ...(distinct < k ? {} : { distinct: twoDigits(distinct) }),
      };
    }),
    ...(alone === undefined ? {} : { alone: alone < 0.1 ? 'few' : alone < 0.5 ? 'some' : 'most' }),
    questions: (notations?.open ?? []).map(({ column, setting }) => ({ column, setting })),
  };
}

/** The draft without its reasons and notes, which count. */
export const tellDraft = ({ policy }: Draft, yamlOf: (policy: object) => string): Draft => ({
  policy,
  yaml: yamlOf(policy),
  notes: [],
  toldNotes: [],
});

function twoDigits(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1);
  return Math.floor(count / unit) * unit;
}
