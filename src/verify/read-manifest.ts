import type { Stats } from 'node:fs';
import { lstat, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../base/problem.ts';
import { type Manifest, manifestSchema } from '../release/manifest.ts';
import { canonicalJson } from './canonical-json.ts';
import type { ManifestBreach } from './manifest-breaches.ts';
import { noSuchFolder, notARelease } from './problems.ts';

/** The manifest of a release, or why it cannot be understood. */
export async function readManifest(folder: string): Promise<Manifest | readonly ManifestBreach[]> {
  const path = join(folder, 'manifest.json');
  const place = await orNothing(stat(folder)); // not lstat: a link to a release is a release
  if (!place?.isDirectory()) throw new Refusal(noSuchFolder(folder));
  const entry = await orNothing(lstat(path));
  if (entry === undefined) throw new Refusal(notARelease(folder));
  if (!entry.isFile()) return [{ kind: 'unreadable-manifest', reason: 'not a plain file' }];
  if (entry.size > largestManifest) return [{ kind: 'unreadable-manifest', reason: 'too large' }];
  return parseManifest(await readFile(path));
}

const largestManifest = 32 << 20; // a hundred thousand columns take 10 MB

async function orNothing(entry: Promise<Stats>): Promise<Stats | undefined> {
  try {
    return await entry;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

function parseManifest(bytes: Buffer): Manifest | readonly ManifestBreach[] {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return [{ kind: 'unreadable-manifest', reason: 'not UTF-8' }];
  }
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return [{ kind: 'unreadable-manifest', reason: 'not JSON' }];
  }
  if (keysWritten(text) !== keysOf(raw)) return [{ kind: 'unreadable-manifest', reason: 'one key given twice' }];
  const manifest = manifestSchema.safeParse(raw, { jitless: true });
  if (manifest.success) return canonicalJson(manifest.data) === text ? manifest.data : [{ kind: 'reworded-manifest' }]; // the schema gives the order of keys
  return manifest.error.issues.map(({ path, message }) => ({ kind: 'unknown-manifest', key: path.join('.'), fault: message }));
}

/** Of two equal keys JSON.parse keeps the last and other readers the first: a manifest could promise k = 50 to one and k = 2 to another. */
const keysWritten = (json: string): number =>
  [...json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"\s*(:?)/g)].filter(([, colon]) => colon !== '').length;

function keysOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value).reduce<number>((sum, item) => sum + keysOf(item), 0);
  return Array.isArray(value) ? inside : inside + Object.keys(value).length;
}
