import { randomFrom } from '../../src/base/random.ts';

/** Curves of many subjects at the same instants; undefined where nothing was measured. */
export interface Curves {
  readonly instants: readonly string[];
  readonly subjects: readonly {
    readonly id: string;
    readonly values: readonly (number | undefined)[];
    readonly more: readonly string[];
  }[];
  /** Names of further columns. */
  readonly more: readonly string[];
}

/** Walks of whole steps, subjects in the order of their names; some of them are twins. */
export function curves(subjects: number, instants: readonly string[], seed = 1): Curves {
  const random = randomFrom(seed);
  const ids = Array.from({ length: subjects }, (_, s) => `s${s * 7}`).sort();
  return {
    instants,
    more: [],
    subjects: ids.map((id) => {
      let at = random.below(40);
      return { id, values: instants.map(() => (at += random.below(7) - 3) / 4), more: [] };
    }),
  };
}

export const numbers = (count: number): string[] => Array.from({ length: count }, (_, t) => String(t + 1));

/** One row per subject, columns named T1, T2, … */
export function wideCsv({ subjects, instants, more }: Curves): string {
  const header = ['ID', ...instants.map((_, t) => `T${t + 1}`), ...more].join(',');
  const rows = subjects.map(({ id, values, more: cells }) => [id, ...values.map((value) => value ?? ''), ...cells].join(','));
  return `${[header, ...rows].join('\n')}\n`;
}

/** One row per subject and instant, in an order that means nothing; instants without a value have no row. */
export function longRows({ subjects, instants }: Curves): string[] {
  const rows = subjects.flatMap(({ id, values, more }) =>
    values.flatMap((value, t) => (value === undefined ? [] : [[id, instants[t], value, ...more].join(',')])),
  );
  const random = randomFrom(7);
  for (let i = rows.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [rows[i], rows[j]] = [rows[j], rows[i]];
  }
  return rows;
}

export const longCsv = (table: Curves): string => `${['ID,Hour,kWh', ...table.more].join(',')}\n${longRows(table).join('\n')}\n`;
