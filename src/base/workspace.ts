import { rmdirSync, rmSync } from 'node:fs';
import { makeScratch, noteLeftover } from './scratch.ts';

/** Every path a run may leave half done. Disposing of it leaves no trace, whenever it happens. */
export interface Workspace {
  /** A private folder for spilled and spooled data, made when first asked for. */
  folder(): string;
  /** Takes charge of a path that must not outlive a failed run. */
  adopt(path: string): void;
  /** Takes charge of a folder elsewhere, also for the case that this process is killed. */
  adoptElsewhere(path: string): void;
  /** Takes charge of a folder that goes with a failed run, unless by then something else lies in it. */
  adoptFolder(path: string): void;
  release(path: string): void;
  /** Takes charge of work on another machine that an interrupt must stop; answers how to say that it is done. */
  attend(stop: () => Promise<void>): () => void;
  /** What an interrupt asks for: stops the work attended to, and leaves no trace. */
  interrupt(): Promise<void>;
  dispose(): void;
}

export function openWorkspace(): Workspace {
  const paths = new Set<string>();
  const folders = new Set<string>();
  const stops = new Set<() => Promise<void>>();
  let folder: string | undefined;
  const workspace: Workspace = {
    folder() {
      if (folder === undefined) {
        folder = makeScratch('work');
        paths.add(folder);
      }
      return folder;
    },
    adopt: (path) => void paths.add(path),
    adoptElsewhere(path) {
      noteLeftover(workspace.folder(), path);
      paths.add(path);
    },
    adoptFolder: (path) => void folders.add(path),
    release(path) {
      paths.delete(path);
      folders.delete(path);
    },
    attend(stop) {
      stops.add(stop);
      return () => void stops.delete(stop);
    },
    async interrupt() {
      await Promise.all([...stops].map((stop) => stop()));
      workspace.dispose();
    },
    dispose() {
      for (const path of paths) attempt(() => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 10 })); // DuckDB's threads may still write there
      for (const path of [...folders].reverse()) attempt(() => rmdirSync(path));
      paths.clear();
      folders.clear();
      folder = undefined;
    },
  };
  return workspace;
}

/** What cannot be removed must not keep the rest. */
function attempt(remove: () => void): void {
  try {
    remove();
  } catch {}
}
