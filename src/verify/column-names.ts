import type { ManifestColumn } from '../release/manifest.ts';
import { isKnownAs } from './known-names.ts';
import type { ManifestBreach } from './manifest-breaches.ts';

/** Columns that say more of themselves than their role has to say: another name, a source they do not have, decimals of no number. */
export function checkNames(columns: readonly ManifestColumn[]): ManifestBreach[] {
  const odd = columns.filter((column) => !isNamed(column) || (column.decimals !== undefined && !numbers.includes(column.kind)));
  return odd.length > 0 ? [{ kind: 'odd-declaration', columns: odd.map(({ name }) => name) }] : [];
}

const numbers: readonly ManifestColumn['kind'][] = ['interval', 'lower', 'upper', 'number'];

function isNamed({ name, role, kind, of }: ManifestColumn): boolean {
  const own = ownNames[role];
  if (own !== undefined) return of === undefined && (own.includes(name) || (role === 'count' && isKnownAs(name, 'count')));
  if (of === undefined) return true; // whoever needs to know where it comes from asks for it elsewhere
  if (kind === 'lower') return name === `${of}_min`;
  if (kind === 'upper') return name === `${of}_max`;
  if (role === 'curve') return name === `${of}_curve`;
  if (role === 'mean') return name === `avg_${of}` || isKnownAs(name, `avg:${of}`);
  if (role === 'quasi' && parts.includes(kind)) return name === `${of}_${kind}`;
  return name === of || (role === 'quasi' && isKnownAs(name, of));
}

/** Kinds that are told beside the name of the timestamp they are a part of. */
const parts: readonly ManifestColumn['kind'][] = ['hour', 'weekday', 'date', 'week', 'month'];

/** What a release calls columns that no input has. */
const ownNames: Readonly<Partial<Record<ManifestColumn['role'], readonly string[]>>> = {
  group: ['GroupID'],
  record: ['Record'],
  instant: ['Time'],
  pattern: ['Pattern'],
  level: ['Level'],
  count: ['count'],
  position: ['position'],
  duration: ['since_previous'],
};
