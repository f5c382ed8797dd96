import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { Denial } from './http-problem.ts';
import { notFound, stateFull } from './problems.ts';
import { workChanged } from './upload-problems.ts';

const storedSchema = z.strictObject({
  id: z.string(),
  owner: z.string(),
  revision: z.int(),
  changed: z.iso.datetime(),
  /** What the page makes of it: choices, ids, no cell of the data. */
  content: z.record(z.string(), z.unknown()),
});
type Stored = Readonly<z.infer<typeof storedSchema>>;

export const workSchema = storedSchema.omit({ owner: true });
export type Work = Readonly<z.infer<typeof workSchema>>;

/** Choices that somebody is at, kept here so that a browser keeps none of them. */
export interface Works {
  create(owner: string, content: Work['content']): Work;
  find(id: string, owner: string): Work;
  list(owner: string): readonly Work[];
  /** Refused where somebody else has changed it since. */
  change(id: string, owner: string, revision: number, content: Work['content']): Work;
  remove(id: string, owner: string): void;
}

/** Of one owner at once; the oldest goes. */
const most = 100;
const mostDays = 30;
const mostBytes = 256_000;

export function openWorks(folder: string, now: () => Date): Works {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stored = new Map<string, Stored>();
  const pathOf = (id: string) => join(folder, `${id}.json`);
  const discard = (id: string) => {
    stored.delete(id);
    rmSync(pathOf(id), { force: true });
  };
  for (const name of readdirSync(folder)) {
    const one = storedIn(join(folder, name));
    if (one !== undefined && now().getTime() - Date.parse(one.changed) < mostDays * 86_400_000) stored.set(one.id, one);
    else rmSync(join(folder, name), { force: true });
  }
  const show = ({ owner, ...work }: Stored): Work => work;
  const own = (id: string, owner: string): Stored => {
    const one = stored.get(id);
    if (one === undefined || one.owner !== owner) throw new Denial(notFound('There is no such work.'));
    return one;
  };
  const keep = (one: Stored): Work => {
    const text = JSON.stringify(one);
    if (text.length > mostBytes) throw new Denial(stateFull());
    writeFileSync(`${pathOf(one.id)}.new`, text, { mode: 0o600 });
    renameSync(`${pathOf(one.id)}.new`, pathOf(one.id));
    stored.set(one.id, one);
    return show(one);
  };
  const ofOwner = (owner: string) =>
    [...stored.values()].filter((one) => one.owner === owner).toSorted((a, b) => (a.changed < b.changed ? 1 : -1));
  return {
    create(owner, content) {
      for (const { id } of ofOwner(owner).slice(most - 1)) discard(id);
      return keep({ id: randomBytes(8).toString('hex'), owner, revision: 1, changed: now().toISOString(), content });
    },
    find: (id, owner) => show(own(id, owner)),
    list: (owner) => ofOwner(owner).map(show),
    change(id, owner, revision, content) {
      const before = own(id, owner);
      if (before.revision !== revision) throw new Denial(workChanged());
      return keep({ ...before, revision: revision + 1, changed: now().toISOString(), content });
    },
    remove(id, owner) {
      own(id, owner);
      discard(id);
    },
  };
}

function storedIn(path: string): Stored | undefined {
  try {
    return storedSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}
