import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type StoredJob, storedJobSchema } from './job.ts';

/** Jobs on disk, one folder each: job.json, the input while it is needed, and the release when there is one. */
export interface JobStore {
  folderOf(id: string): string;
  /** Jobs that were there before; folders without a whole job.json are uploads cut off, and go. */
  load(): StoredJob[];
  make(id: string): string;
  /** Writes beside and renames, one save after another: job.json is always whole. */
  save(job: StoredJob): Promise<void>;
  /** What a run leaves beside its release, and with `release` that too. */
  clean(id: string, release: boolean): Promise<void>;
  remove(id: string): Promise<void>;
  /** Bytes of all files of a job. */
  sizeOf(id: string): number;
}

export function openJobStore(folder: string): JobStore {
  const saving = new Map<string, Promise<void>>();
  const folderOf = (id: string) => join(folder, id);
  const after = (id: string, work: () => Promise<void>): Promise<void> => {
    const next = (saving.get(id) ?? Promise.resolve()).then(work);
    const settled = next.catch(() => {}); // whoever asked hears of it; the next save is tried all the same
    saving.set(id, settled);
    settled.then(() => saving.get(id) === settled && saving.delete(id));
    return next;
  };
  const remove = (id: string) => after(id, () => rm(folderOf(id), { recursive: true, force: true, maxRetries: 5 }));
  return {
    folderOf,
    load() {
      const jobs: StoredJob[] = [];
      for (const id of readdirSync(folder)) {
        const job = jobIn(folderOf(id));
        if (job?.id === id) jobs.push(job);
        else rmSync(folderOf(id), { recursive: true, force: true, maxRetries: 5 }); // now: a server that is stopped at once must not leave raw data
      }
      return jobs.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    },
    make(id) {
      mkdirSync(folderOf(id), { mode: 0o700 });
      return folderOf(id);
    },
    save: (job) =>
      after(job.id, async () => {
        const path = join(folderOf(job.id), 'job.json');
        await writeFile(`${path}.new`, JSON.stringify(job), { mode: 0o600, flush: true });
        await rename(`${path}.new`, path);
      }),
    clean: (id, release) =>
      after(id, async () => {
        const kept = new Set(['job.json', ...(release ? [] : ['release'])]);
        for (const name of readdirSync(folderOf(id)).filter((name) => !kept.has(name)))
          await rm(join(folderOf(id), name), { recursive: true, force: true, maxRetries: 5 });
      }),
    remove,
    sizeOf: (id) => sizeIn(folderOf(id)),
  };
}

function jobIn(folder: string): StoredJob | undefined {
  try {
    return storedJobSchema.parse(JSON.parse(readFileSync(join(folder, 'job.json'), 'utf8')));
  } catch {
    return undefined;
  }
}

/** A job that runs may remove files meanwhile; a source of the operator's is a link, which weighs nothing, and an upload weighs where it is kept. */
function sizeIn(folder: string): number {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, { parentPath, name }) => {
        const found = lstatSync(join(parentPath, name), { throwIfNoEntry: false });
        return sum + (found?.nlink === 1 ? found.size : 0);
      }, 0);
  } catch {
    return 0;
  }
}
