import { rmdirSync, rmSync } from 'node:fs';
import { makeScratch, noteLeftover } from './scratch.ts';

/** Every path a run may leave half done. Disposing of it leaves no trace, whenever it happens. */
export interface Workspace {
  /** Aborted when the work is to end before it is done. */
  readonly signal: AbortSignal;
  /** A private folder for spilled and spooled data, made when first asked for. */
  folder(): string;
  /** Takes charge of a path that must not outlive a failed run. */
  adopt(path: string): void;
  /** Takes charge of a folder elsewhere, also for the case that this process is killed. */
  adoptElsewhere(path: string): void;
  /** Takes charge of a folder that goes with a failed run, unless by then something else lies in it. */
  adoptFolder(path: string): void;
  release(path: string): void;
  /** Takes charge of work elsewhere, on other threads or machines, that has to be stopped when the signal is aborted; answers how to say that it is done. */
  attend(stop: () => Promise<void>): () => void;
  dispose(): void;
}

export function openWorkspace(signal: AbortSignal = new AbortController().signal): Workspace {
  const paths = new Set<string>();
  const folders = new Set<string>();
  const stops = new Set<() => Promise<void>>();
  const stopAll = () => {
    for (const stop of stops) void stop();
  };
  signal.addEventListener('abort', stopAll);
  let folder: string | undefined;
  const workspace: Workspace = {
    signal,
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
      if (signal.aborted) void stop();
      stops.add(stop);
      return () => void stops.delete(stop);
    },
    dispose() {
      signal.removeEventListener('abort', stopAll);
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
