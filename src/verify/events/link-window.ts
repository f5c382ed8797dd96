import { type LinkWindow, windowColumns } from '../../policy/event-columns.ts';
import type { EventsManifest } from '../../release/manifest.ts';

export const linksEvents = ({ pseudonym }: Pick<EventsManifest, 'pseudonym'>): boolean => pseudonym.startsWith('shared:');

/** The window that linked events have in common. */
export const windowOf = (pseudonym: EventsManifest['pseudonym']): LinkWindow => (pseudonym === 'shared:day' ? 'day' : 'week');

/** The published columns in which linked events read the same. */
export const columnsOfWindow = ({ columns, pseudonym }: Pick<EventsManifest, 'columns' | 'pseudonym'>): readonly string[] =>
  columns.map(({ name }) => name).filter((name) => windowColumns[windowOf(pseudonym)].includes(name));
