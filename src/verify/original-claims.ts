import type { Counter } from '../base/counting.ts';
import type { TableManifest } from '../release/manifest.ts';
import { readAncestors } from './ancestors.ts';
import type { Evidence } from './evidence.ts';
import { isSet } from './label-checks.ts';
import { truthOf } from './label-truth.ts';
import type { ClaimBreach } from './original-breaches.ts';
import type { SourceColumn } from './source.ts';

/** What a column of the evidence says of a column of the original. */
export interface Claim {
  readonly kind: ClaimBreach['kind'];
  readonly column: SourceColumn;
  /** The column of the original, and how SQL names its text beside the evidence. */
  readonly input: string;
  readonly value: string;
  readonly holds: string;
  /** Of a category without its hierarchy: SQL of what could be the name of a node that nobody can look up. */
  readonly unexplained?: string;
}

/** What labels are read with, where they need more than words. */
export interface LabelAids {
  /** Hierarchy file of each category that has one. */
  readonly hierarchy: Readonly<Record<string, string>>;
  /** SQL of the subject of a row of the original, as subjects are told apart; `original_subject` is its text. */
  readonly subjectForm?: string | undefined;
  /** Where timestamps with an offset are told the time; as written where left out. */
  readonly timeZone?: string | undefined;
}

/** Labels are true, values are those of the original, and so is the subject, where a row is not one by itself. */
export async function claimsOf(
  counter: Counter,
  { source, subject }: Evidence,
  { unit, labels }: TableManifest,
  { hierarchy, timeZone, subjectForm = 'original_subject' }: LabelAids,
): Promise<readonly Claim[]> {
  const claims: Claim[] = [];
  for (const column of source.columns.slice(0, source.columns.indexOf(subject))) {
    const { role, kind, of, name } = column.declared;
    const input = of ?? name;
    const about = { column, input, value: `original_${column.sql}` };
    if (role !== 'quasi') {
      claims.push({ kind: 'changed-value', ...about, holds: sameIn(column, about.value) });
      continue;
    }
    const known = kind === 'label' && Object.hasOwn(hierarchy, input);
    const ancestors = known ? await readAncestors(counter, `ancestors_${column.sql}`, hierarchy[input], input) : undefined;
    const holds = truthOf(column, about.value, { language: labels, ancestors, timeZone });
    const open = kind === 'label' && !known ? { unexplained: `NOT ${isSet(column.sql)}` } : {};
    claims.push({ kind: 'false-label', ...about, holds, ...open });
  }
  if (unit !== 'row')
    claims.push({
      kind: 'changed-subject',
      ...{ column: subject, input: unit, value: 'original_subject' },
      holds: `${subject.sql} = ${subjectForm}`,
    });
  return claims;
}

/** Text is the same text; a value to be averaged is the same number, or missing in both. */
function sameIn({ sql, declared }: SourceColumn, value: string): string {
  if (declared.role !== 'mean') return `${sql} = ${value}`;
  return `TRY_CAST(${sql} AS DOUBLE) IS NOT DISTINCT FROM TRY_CAST(${value} AS DOUBLE)`;
}
