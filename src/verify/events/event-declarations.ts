import { tellWindow } from '../../policy/event-columns.ts';
import type { EventsManifest, ManifestColumn } from '../../release/manifest.ts';
import { checkNames } from '../column-names.ts';
import { droppedAmong, misplacedColumns, orElse, repeatedNames, steps, unfit } from '../declarations.ts';
import { subjectName } from '../evidence.ts';
import type { ManifestBreach } from '../manifest-breaches.ts';
import { checkEventSettings } from './event-settings.ts';
import { linksEvents, windowOf } from './link-window.ts';

/** The declared columns of an event log: an id exactly where the pseudonym leaves one, quasi-identifiers, and nothing else. */
export function checkEventDeclarations(manifest: EventsManifest): ManifestBreach[] {
  const { columns, dropped, pseudonym } = manifest;
  const namesOf = (role: ManifestColumn['role']) => columns.filter((column) => column.role === role).map(({ name }) => name);
  const subjects = namesOf('subject');
  const breaches: ManifestBreach[] = [];
  if (pseudonym === 'drop' && subjects.length > 0) breaches.push({ kind: 'kept-subject', columns: subjects });
  if (pseudonym !== 'drop' && subjects.length === 0) breaches.push({ kind: 'missing-role', role: 'subject' });
  if (linksEvents(manifest) && manifest.promises.traces === undefined && !tellWindow(namesOf('quasi'), windowOf(pseudonym)))
    breaches.push({ kind: 'missing-window', window: windowOf(pseudonym) });
  if (subjects.length > 1) breaches.push({ kind: 'repeated-role', role: 'subject', columns: subjects });
  const positions = namesOf('position');
  if (positions.length > 1) breaches.push({ kind: 'repeated-role', role: 'position', columns: positions });
  const durations = namesOf('duration');
  if (durations.length > 1) breaches.push({ kind: 'repeated-role', role: 'duration', columns: durations });
  if (durations.length === 0 && manifest.promises.durations !== undefined)
    breaches.push({ kind: 'missing-role', role: 'duration' });
  if (positions.length === 0 && manifest.promises.traces !== undefined) breaches.push({ kind: 'missing-role', role: 'position' });
  if (namesOf('quasi').length === 0) breaches.push({ kind: 'missing-role', role: 'quasi' });
  return orElse(
    [
      ...repeatedNames(columns),
      ...breaches,
      ...steps(columns),
      ...columns.filter(({ role, kind }) => !kindsOf(role, pseudonym).includes(kind)).map(unfit),
      ...droppedAmong(neverPublished(dropped), [
        ...columns.map(({ name }) => name),
        ...columns.flatMap(({ of }) => (of === undefined ? [] : [of])),
      ]),
    ],
    () => [
      ...checkNames(columns),
      ...misplacedColumns(columns, ['subject', 'quasi', 'position', 'duration']),
      ...checkEventSettings(manifest),
    ],
  );
}

/** What must not be in the data: the dropped columns, and the true subject and second party that only the evidence may name. */
export const neverPublished = (dropped: readonly string[]): readonly string[] => [...dropped, subjectName, '_other'];

/** Only an id that was kept as it is may be text: what replaces an id must not look like one. */
function kindsOf(role: ManifestColumn['role'], pseudonym: EventsManifest['pseudonym']): readonly ManifestColumn['kind'][] {
  if (role === 'quasi' || role === 'position' || role === 'duration') return ['label'];
  if (role === 'subject') return pseudonym === 'keep' ? ['text'] : ['id'];
  return [];
}
