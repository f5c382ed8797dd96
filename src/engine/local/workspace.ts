import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Every path a run may leave half done. Disposing of it leaves no trace, whenever it happens. */
export interface Workspace {
  /** A private folder for spilled and spooled data, made when first asked for. */
  folder(): string;
  /** Takes charge of a path that must not outlive a failed run. */
  adopt(path: string): void;
  release(path: string): void;
  dispose(): void;
}

export function openWorkspace(): Workspace {
  const paths = new Set<string>();
  let folder: string | undefined;
  return {
    folder() {
      if (folder === undefined) {
        folder = mkdtempSync(join(tmpdir(), 'shoal-'));
        paths.add(folder);
      }
      return folder;
    },
    adopt: (path) => void paths.add(path),
    release: (path) => void paths.delete(path),
    dispose() {
      for (const path of paths) rmSync(path, { recursive: true, force: true });
      paths.clear();
      folder = undefined;
    },
  };
}
