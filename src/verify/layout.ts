import { invariant } from '../base/problem.ts';
import type { Source, SourceColumn } from './source.ts';

/** The columns of a source by what they mean; the declarations were checked before. */
export interface Layout {
  readonly source: Source;
  readonly group: SourceColumn;
  /** What a group publishes alike: the series and all other quasi-identifiers. */
  readonly envelope: readonly SourceColumn[];
  readonly pattern: SourceColumn;
  readonly level: SourceColumn;
  /** Representative curves, one column for each of the series; functions of the rest. */
  readonly curves: readonly SourceColumn[];
}

export function layoutOf(source: Source): Layout {
  const withRole = (role: SourceColumn['declared']['role']) => source.columns.filter(({ declared }) => declared.role === role);
  const one = (role: 'group' | 'pattern' | 'level'): SourceColumn => {
    const [column] = withRole(role);
    invariant(column !== undefined, `a release with sound declarations has a column of role ${role}`);
    return column;
  };
  return {
    source,
    group: one('group'),
    envelope: source.columns.filter(({ declared: { role } }) => role === 'series' || role === 'quasi'),
    pattern: one('pattern'),
    level: one('level'),
    curves: withRole('curve'),
  };
}

export const list = (columns: readonly SourceColumn[]): string => columns.map(({ sql }) => sql).join(', ');
