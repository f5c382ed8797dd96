import { standInEvents } from './events/read-log.ts';
import type { OpenedRelease } from './open-release.ts';
import type { Standing } from './read-cells.ts';
import { standInCurves } from './series/read-curves.ts';
import { standInRecords } from './table/attack-table.ts';

/** Fills `cells`, `published` and `standing` of a release of any family. */
export function standIn(release: OpenedRelease): Promise<Standing> {
  const { manifest } = release;
  switch (manifest.method) {
    case 'events':
      return standInEvents({ ...release, manifest });
    case 'kaca':
      return standInRecords({ ...release, manifest });
    default:
      return standInCurves({ ...release, manifest });
  }
}
