import type { Manifest } from '../release/manifest.ts';
import type { DataBreach } from './data-breaches.ts';

export function checkRowCount(found: number, { file, rows: declared }: Manifest['data']): DataBreach[] {
  const breaches: DataBreach[] = [];
  if (found === 0) breaches.push({ kind: 'no-rows', file });
  if (found !== declared) breaches.push({ kind: 'wrong-row-count', file, declared, found });
  return breaches;
}
