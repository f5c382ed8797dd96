import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { ownFile } from '../base/own-files.ts';

/** A file of the page, as it is sent. */
export interface PageFile {
  readonly bytes: Buffer;
  readonly type: string;
  readonly etag: string;
  /** Names of all but the page itself hold a hash of what is in them: they never change. */
  readonly lasting: boolean;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The studio as it was built, by name; a few files, held in memory. */
export function studioFiles(folder = ownFile('dist/studio')): ReadonlyMap<string, PageFile> {
  return new Map(
    readdirSync(folder).map((name) => {
      const bytes = readFileSync(join(folder, name));
      const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`;
      return [name, { bytes, type: types[extname(name)] ?? 'application/octet-stream', etag, lasting: name !== 'index.html' }];
    }),
  );
}
