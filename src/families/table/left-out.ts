import type { RecordsTable } from '../../engine/tables.ts';
import type { TableRelease } from '../../release/table-release.ts';

/**
 * Of how many subjects a record was left out. Who lost one in reading is not known by name, unless nothing is left of them: `least` counts none of the
 * others, `most` one for each such record.
 */
export function leftOutSubjects(
  { crowd, inputSubjects, leftOut }: Pick<RecordsTable, 'crowd' | 'inputSubjects' | 'leftOut'>,
  { groups }: Pick<TableRelease, 'groups'>,
): { readonly least: number; readonly most: number } {
  const released = new Uint8Array(crowd.subjects.length);
  for (const row of groups.rows) released[row] = 1;
  const lost = new Uint8Array(crowd.size);
  for (let row = 0; row < released.length; row++) if (released[row] === 0) lost[crowd.subjects[row]] = 1;
  const known = lost.reduce((sum, one) => sum + one, 0);
  return { least: known + inputSubjects - crowd.size, most: known + leftOut };
}
