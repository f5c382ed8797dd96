import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extractRecords } from '../api/extract-records.ts';
import { run } from '../api/run.ts';
import type { CoarserRelease } from '../api/run-options.ts';
import { invariant } from '../base/problem.ts';
import { ok, type Result } from '../base/result.ts';
import type { Noise } from '../policy/noise.ts';
import type { NotationSettings } from '../policy/notation-settings.ts';
import { type Policy, parsePolicy } from '../policy/policy.ts';
import { coarserBodyOf, flowBodyOf } from './flow-body.ts';

/** One answer to be made: which data, which days, for which k. */
export interface FlowTask {
  readonly kind: 'flow';
  readonly data: string;
  /** The names of our columns in the data. */
  readonly map: Readonly<Record<'section_id' | 'exit_time' | 'vehicle_id' | 'toll_money', string>>;
  /** How its cells are written. */
  readonly notations: NotationSettings;
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly k: number;
  /** Larger ones, each answered by groups of the one before it. */
  readonly coarser: readonly number[];
  readonly release: 'internal' | 'public';
  readonly threads: number;
  readonly memory: string;
  readonly secret: string;
  /** The memory of what was released. */
  readonly ledger: string | undefined;
  /** Noise on the counts, and the file of its key; means are then not told. */
  readonly noise: Noise | undefined;
  readonly noiseKey: string | undefined;
}

export type FlowAnswer =
  /** By k; a k that is not there cannot be met. */
  | { readonly kind: 'bodies'; readonly bodies: Readonly<Record<number, string>> }
  /** Fewer subjects than k. */
  | { readonly kind: 'crowd'; readonly subjects: number };

/** Takes the records of the period out of the data and makes a release of them, in the folder it runs in. */
export async function flowOf(task: FlowTask): Promise<Result<FlowAnswer>> {
  const { data, map, notations, start, end, k, coarser, release, threads, memory, secret, ledger, noise, noiseKey } = task;
  const input = 'records.csv';
  const days = { column: 'exit_time', from: start, to: end };
  const wanted = { columns: map, days, subject: 'vehicle_id', path: input, written: writtenAs(notations, map) };
  const subjects = await extractRecords(data, wanted, { threads, memory });
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
    ...(noise === undefined ? {} : { noise, noiseKey, aggregate: ['count'] }),
  } as const;
  const nesting =
    coarser.length === 0 ? {} : { coarser: { ks: coarser, onRelease: (one: CoarserRelease) => void nested.push(one) } };
  const made = await run(policy, { secretSeed, ...nesting, ...(ledger === undefined ? {} : { ledger: { file: ledger } }) });
  if (!made.ok) return made;
  const finest = await flowBodyOf('release', made.value, release);
  const bodies: Record<number, string> = { [k]: JSON.stringify(finest) };
  for (const one of nested) bodies[one.k] = JSON.stringify(await coarserBodyOf(one, finest, release));
  return ok({ kind: 'bodies', bodies });
}

/** Cells of times and amounts are read by what is said of the file. */
function writtenAs(notations: NotationSettings, map: FlowTask['map']): Policy | undefined {
  if (Object.keys(notations).length === 0) return undefined;
  const policy = parsePolicy({
    ...{ family: 'table', method: 'kmeans', subject: map.vehicle_id },
    quasi: [`${map.section_id}:prefix`, `${map.exit_time}:time`],
    aggregate: ['count', `avg:${map.toll_money}`],
    ...notations,
  });
  invariant(policy.ok, 'notations have passed their door');
  return policy.value;
}
