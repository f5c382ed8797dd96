import { areEdges } from '../../policy/durations.ts';
import type { EventsManifest } from '../../release/manifest.ts';
import type { ManifestBreach } from '../manifest-breaches.ts';
import { linksEvents } from './link-window.ts';

/**
 * Settings of an event log that say what no run says there: words too long or unseen, columns that are not published, or a reading of cells
 * that the release does not have.
 */
export function checkEventSettings(manifest: EventsManifest): ManifestBreach[] {
  const { calendar, flat, columns, promises } = manifest;
  const { periods, hourBlock } = calendar;
  const quasi = columns.filter(({ role }) => role === 'quasi').map(({ name }) => name);
  const parts = Object.entries(periods);
  const flattened = quasi.filter((name) => flat.columns.includes(name));
  const hours = new Set(parts.map(([, hour]) => hour));
  const sound = {
    'calendar.periods': quasi.includes('time_period')
      ? parts.length > 0 && hours.size === parts.length && parts.every(([name]) => isShortWord(name))
      : JSON.stringify(periods) === JSON.stringify({ night: 22, morning: 6, daytime: 8, afternoon: 17 }),
    'calendar.hourBlock': hourBlock === 3 || quasi.includes('quantized_hour'),
    'promises.confidence': promises.confidence === undefined || linksEvents(manifest),
    'promises.traces': promises.traces === undefined || (linksEvents(manifest) && promises.traces >= promises.k),
    position: linksEvents(manifest) || !columns.some(({ role }) => role === 'position'),
    'promises.durations': tellsDurations(manifest),
    'flat.columns': JSON.stringify(flattened) === JSON.stringify(flat.columns),
    'flat.value': flat.columns.length > 0 ? isShortWord(flat.value) : ['*', '100'].includes(flat.value),
  };
  const keys = Object.entries(sound).flatMap(([key, holds]) => (holds ? [] : [key]));
  return keys.length > 0 ? [{ kind: 'foreign-words', keys }] : [];
}

/** Durations have edges, a column, and an order to stand in; or there is nothing of them. */
function tellsDurations({ columns, promises: { durations } }: EventsManifest): boolean {
  const has = (role: string) => columns.some((column) => column.role === role);
  return durations === undefined ? !has('duration') : areEdges(durations) && has('duration') && has('position');
}

const isShortWord = (text: string): boolean => text.length <= 40 && !/\p{Cc}/u.test(text);
