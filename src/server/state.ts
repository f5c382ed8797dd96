import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ok, type Result, refused } from '../base/result.ts';
import { isDead, makeScratch, ownerPattern, ownName } from '../base/scratch.ts';
import { asWriteProblem } from '../release/stage.ts';
import { stateInUse } from './start-problems.ts';

/** The private folder that outlives the server, if it was given or has a fixed place. */
export interface State {
  readonly folder: string;
  readonly jobs: string;
  /** What clients sent to be looked at, until its time is over. */
  readonly uploads: string;
  /** Choices that people are at in the studio. */
  readonly works: string;
  /** Files of answers in the making; emptied on every start. */
  readonly answers: string;
  /** First answers of mode public, which are never made again. */
  readonly kept: string;
  /** From it and the data the seeds of answers come, so that they are the same after a restart and nobody can guess them. */
  readonly secret: Buffer;
  release(): void;
}

export function openState(place: string | undefined): Result<State> {
  try {
    const folder = place ?? makeScratch('serve');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    const lock = join(folder, 'server.pid');
    const owner = existsSync(lock) ? readFileSync(lock, 'utf8') : '';
    if (isOwner.test(owner) && (owner === ownName() ? held.has(folder) : isDead(owner) === false))
      return refused(stateInUse(folder, Number(owner.split('-')[0])));
    writeFileSync(lock, ownName(), { mode: 0o600 });
    held.add(folder);
    const jobs = join(folder, 'jobs');
    const uploads = join(folder, 'uploads');
    const works = join(folder, 'works');
    const answers = join(folder, 'answers');
    const kept = join(folder, 'kept');
    rmSync(answers, { recursive: true, force: true });
    for (const inner of [jobs, uploads, answers]) mkdirSync(inner, { recursive: true, mode: 0o700 });
    const release = () => {
      rmSync(place === undefined ? folder : lock, { recursive: true, force: true, maxRetries: 5 });
      held.delete(folder);
    };
    return ok({ folder, jobs, uploads, works, answers, kept, secret: secretIn(join(folder, 'secret')), release });
  } catch (error) {
    return refused(asWriteProblem(error, place ?? tmpdir()));
  }
}

/** Folders of servers in this process, which the number of the process cannot tell apart. */
const held = new Set<string>();

/** As ours is written; of a server in another container or on another machine nobody can be asked, and its folder is taken over. */
const isOwner = new RegExp(`^${ownerPattern}$`);

function secretIn(path: string): Buffer {
  if (!existsSync(path)) writeFileSync(path, randomBytes(32), { mode: 0o600 });
  return readFileSync(path);
}
