import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';

/** Size and SHA-256 of a file, read once from end to end; `look` sees each piece while it is in memory and must not keep it: the next comes when it is done. */
export async function fingerprint(
  path: string,
  look?: (piece: Buffer) => Promise<void> | undefined,
): Promise<{ sha256: string; bytes: number }> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(Math.min(4 << 20, (await file.stat()).size + 1)); // large ones make V8 collect everything
    const hash = createHash('sha256');
    let bytes = 0;
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, null);
      if (bytesRead === 0) return { sha256: hash.digest('hex'), bytes };
      const piece = buffer.subarray(0, bytesRead);
      hash.update(piece);
      await look?.(piece);
      bytes += bytesRead;
    }
  } finally {
    await file.close();
  }
}

/**
 * Watches files while they are judged, for they are read several times: what was hashed must be what was counted. A write, a rename and
 * a change of dates all show in the time of the last change, which the system sets and nobody else can. Answers how to tell which file changed.
 */
export async function watchFiles(paths: readonly string[]): Promise<() => Promise<string | undefined>> {
  const marks = await Promise.all(paths.map(markOf));
  return async () => {
    for (const [i, path] of paths.entries()) if ((await markOf(path)) !== marks[i]) return path;
    return undefined;
  };
}

async function markOf(path: string): Promise<string> {
  const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true }).catch(() => nothing);
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}

const nothing = { dev: 0n, ino: 0n, size: -1n, mtimeNs: 0n, ctimeNs: 0n };

/** The first bytes of a file, `length` of them or fewer where it is shorter. */
export async function beginning(path: string, length: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(Math.min(length, (await file.stat()).size));
    let filled = 0;
    while (filled < buffer.length) {
      const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, null);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  } finally {
    await file.close();
  }
}
