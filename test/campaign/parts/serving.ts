import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Outcome, Place, Started } from '../../cli/shoal-process.ts';

export interface ServedJob {
  readonly id: string;
  readonly state: string;
  readonly problems?: readonly { readonly code: string }[];
}

/** `shoal serve` as a process on a port of the loopback. */
export interface Serving {
  readonly child: Started['child'];
  /** The end of the process. */
  readonly over: Promise<Outcome>;
  readonly url: string;
  jobs(): Promise<readonly ServedJob[]>;
  /** A job that was taken in; fails where it was refused, or nobody answered. */
  post(policy: unknown, csv: string): Promise<ServedJob>;
  /** A job once it is over. */
  ended(id: string): Promise<ServedJob>;
}

export async function startServer(place: Place, words: readonly string[]): Promise<Serving> {
  const { child, ended } = place.start(words);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (text: Buffer) => resolve(text.toString('utf8').trim()));
    void ended.then(({ stderr }) => reject(new Error(stderr)), reject);
  });
  const at = `${url}/api/v1/releases`;
  const job = async (id: string): Promise<ServedJob> => (await (await fetch(`${at}/${id}`)).json()) as ServedJob;
  return {
    child,
    over: ended,
    url,
    jobs: async () => ((await (await fetch(at)).json()) as { jobs: readonly ServedJob[] }).jobs,
    async post(policy, csv) {
      const form = new FormData();
      form.append('policy', JSON.stringify(policy));
      form.append('file', new Blob([csv]), 'days.csv');
      const answer = await fetch(at, { method: 'POST', body: form });
      assert.equal(answer.status, 202, `a job was answered by ${answer.status}`);
      return (await answer.json()) as ServedJob;
    },
    async ended(id) {
      for (let tries = 0; tries < 6000; tries++) {
        const now = await job(id);
        if (now.state !== 'queued' && now.state !== 'running') return now;
        await wait(100);
      }
      throw new Error('a job does not end');
    },
  };
}
