import type { ManifestColumn } from '../../release/manifest.ts';
import { boundsOf, type CellCheck, envelopeChecks, numberOf, offStep } from '../cell-checks.ts';
import { text } from '../counter.ts';
import type { SourceColumn } from '../source.ts';

/** Whether numbers of a column are not told apart beyond some value. */
export const isCoded = ({ top, bottom }: Pick<ManifestColumn, 'top' | 'bottom'>): boolean =>
  top !== undefined || bottom !== undefined;

/** The number in `>= 90` or `<= 18`. */
export const openBound = (sql: string): string => `TRY_CAST(substr(${sql}, 4) AS DOUBLE)`;

/**
 * Cells of a column with a top or a bottom: an interval that stays within them, `>=` a number up to the top, `<=` one down from the bottom, or a star. What
 * says more than that tells values beyond apart.
 */
export function codedCheck(column: SourceColumn): CellCheck {
  const { sql, declared } = column;
  const { top, bottom, decimals } = declared;
  const [interval] = envelopeChecks([column]);
  const open = (sign: '>' | '<', allowed: boolean) =>
    allowed ? `regexp_full_match(${sql}, ${text(`${sign}= ${numberOf(decimals)}`)})` : 'false';
  const bound = openBound(sql);
  const { lower, upper } = boundsOf(column, column);
  const says = (sign: '[' | '>' | '<', more: string) => `(starts_with(${sql}, '${sign}') AND coalesce(${more}, false))`; // the minus of an open label parts no interval
  const beyond = [
    ...(top === undefined ? [] : [says('[', `${upper} > ${top}`), says('>', `${bound} > ${top}`)]),
    ...(bottom === undefined ? [] : [says('[', `${lower} < ${bottom}`), says('<', `${bound} < ${bottom}`)]),
  ].join(' OR ');
  const isOpen = `(${open('>', top !== undefined)} OR ${open('<', bottom !== undefined)})`;
  const offGrid = offStep(declared, `substr(${sql}, 4)`);
  const step = offGrid.length === 0 ? 'NULL' : `CASE ${offGrid.map(([bad, kind]) => `WHEN ${bad} THEN '${kind}'`).join(' ')} END`;
  const fault = `CASE WHEN ${sql} = '*' AND ${top !== undefined && bottom !== undefined} THEN NULL
    WHEN ${beyond} THEN 'beyond-coding' WHEN ${isOpen} THEN ${step} ELSE ${interval.fault} END`;
  return { column, with: [], derived: interval.derived, fault };
}
