import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extractRecords } from '../api/extract-records.ts';
import { run } from '../api/run.ts';
import type { CoarserRelease } from '../api/run-options.ts';
import { ok, type Result } from '../base/result.ts';
import { coarserBodyOf, flowBodyOf } from './flow-body.ts';

/** One answer to be made: which data, which days, for which k. */
export interface FlowTask {
  readonly kind: 'flow';
  readonly data: string;
  /** The names of our columns in the data. */
  readonly map: Readonly<Record<'section_id' | 'exit_time' | 'vehicle_id' | 'toll_money', string>>;
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly k: number;
  /** Larger ones, each answered by groups of the one before it. */
  readonly coarser: readonly number[];
  readonly release: 'internal' | 'public';
  readonly threads: number;
  readonly memory: string;
  readonly secret: string;
}

export type FlowAnswer =
  /** By k; a k that is not there cannot be met. */
  | { readonly kind: 'bodies'; readonly bodies: Readonly<Record<number, string>> }
  /** Fewer subjects than k. */
  | { readonly kind: 'crowd'; readonly subjects: number };

/** Takes the records of the period out of the data and makes a release of them, in the folder it runs in. */
export async function flowOf(task: FlowTask): Promise<Result<FlowAnswer>> {
  const { data, map, start, end, k, coarser, release, threads, memory, secret } = task;
  const input = 'records.csv';
  const days = { column: 'exit_time', from: start, to: end };
  const subjects = await extractRecords(data, { columns: map, days, subject: 'vehicle_id', path: input }, { threads, memory });
  if (!subjects.ok) return subjects;
  if (subjects.value < k) return ok({ kind: 'crowd', subjects: subjects.value });
  const hash = createHash('sha256').update(readFileSync(input)).digest();
  const secretSeed = createHmac('sha256', Buffer.from(secret, 'hex')).update(hash).update(`k ${k}`).digest('hex'); // equal records, equal answer, after a restart too
  const nested: CoarserRelease[] = [];
  const policy = {
    preset: 'tolls',
    family: 'table',
    method: 'kmeans',
    input,
    out: 'release',
    ...{ k, release, threads, memory },
  } as const;
  const nesting =
    coarser.length === 0 ? {} : { coarser: { ks: coarser, onRelease: (one: CoarserRelease) => void nested.push(one) } };
  const made = await run(policy, { secretSeed, ...nesting });
  if (!made.ok) return made;
  const finest = await flowBodyOf('release', made.value, release);
  const bodies: Record<number, string> = { [k]: JSON.stringify(finest) };
  for (const one of nested) bodies[one.k] = JSON.stringify(await coarserBodyOf(one, finest, release));
  return ok({ kind: 'bodies', bodies });
}
