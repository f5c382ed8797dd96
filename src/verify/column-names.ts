import type { ManifestColumn } from '../release/manifest.ts';
import type { ManifestBreach } from './manifest-breaches.ts';

/** Columns that say more of themselves than their role has to say: another name, a source they do not have, decimals of no number. */
export function checkNames(columns: readonly ManifestColumn[]): ManifestBreach[] {
  const odd = columns.filter((column) => !isNamed(column) || (column.decimals !== undefined && !numbers.includes(column.kind)));
  return odd.length > 0 ? [{ kind: 'odd-declaration', columns: odd.map(({ name }) => name) }] : [];
}

const numbers: readonly ManifestColumn['kind'][] = ['interval', 'lower', 'upper', 'number'];

function isNamed({ name, role, kind, of }: ManifestColumn): boolean {
  const own = ownNames[role];
  if (own !== undefined) return of === undefined && own.includes(name);
  if (of === undefined) return true; // whoever needs to know where it comes from asks for it elsewhere
  if (kind === 'lower') return name === `${of}_min`;
  if (kind === 'upper') return name === `${of}_max`;
  if (role === 'curve') return name === `${of}_curve`;
  if (role === 'mean') return name === `avg_${of}` || (of === 'toll_money' && name === 'avg_toll');
  return name === of || (role === 'quasi' && knownAs[of] === name);
}

/** What a release calls columns that no input has. */
const ownNames: Readonly<Partial<Record<ManifestColumn['role'], readonly string[]>>> = {
  group: ['GroupID'],
  record: ['Record'],
  instant: ['Time'],
  pattern: ['Pattern'],
  level: ['Level'],
  count: ['count', 'truck_count'],
};

/** Exits of a road are published under the names its readers know. */
const knownAs: Readonly<Record<string, string>> = { section_id: 'section_region', exit_time: 'time_period' };
