import type { Suggestion } from './roles.ts';
import type { Shape } from './shape.ts';

/** A column that others may know; `part` is what they would remember of a time. */
export interface KnownPart {
  readonly field: string;
  readonly part?: 'week' | 'weekday' | 'part of day' | 'day' | 'hour';
}

/** More columns than these add little: by then nearly everybody stands alone. */
const most = 6;

/** What an outsider could know, in the order in which it is added: what is suggested as quasi-identifier, and what the shape itself shows. */
export function knownColumns(shape: Shape, roles: readonly Suggestion[]): readonly KnownPart[] {
  const quasi = roles.filter(({ role, as }) => role === 'quasi' && as !== 'time').map(({ name }): KnownPart => ({ field: name }));
  switch (shape.kind) {
    case 'series':
      return [...quasi.slice(0, most - 2), { field: shape.series }];
    case 'long':
      return [...quasi.slice(0, most - 2), { field: shape.time }, { field: shape.value }];
    case 'events':
      return [
        { field: shape.event },
        { field: shape.time, part: 'weekday' },
        { field: shape.time, part: 'part of day' },
        { field: shape.time, part: 'week' },
      ];
    case 'transactions':
      return [...quasi.slice(0, most - 2), { field: shape.time, part: 'day' }, { field: shape.time, part: 'hour' }];
    case 'table':
      return quasi.slice(0, most);
    default:
      return shape satisfies never;
  }
}
