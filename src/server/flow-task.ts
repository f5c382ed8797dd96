import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { run } from '../api/run.ts';
import type { CoarserRelease } from '../api/run-options.ts';
import { ok, type Result, refused } from '../base/result.ts';
import { openWorkspace } from '../base/workspace.ts';
import { openLocalEngine } from '../engine/local/local-engine.ts';
import { missingColumn } from '../policy/problems.ts';
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
  const { k, coarser, release, threads, memory, secret } = task;
  const input = 'records.csv';
  const subjects = await extracted(task, input);
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

/** The four columns of the period's records under our names, and how many subjects they have. */
async function extracted({ data, map, start, end, threads, memory }: FlowTask, path: string): Promise<Result<number>> {
  const workspace = openWorkspace();
  const engine = await openLocalEngine({ workspace, threads, memory });
  try {
    const needed = (columns: readonly string[]) => neededOf(columns, map);
    const source = await engine.open({ input: data, needed, days: { column: map.exit_time, from: start, to: end } });
    if (!source.ok) return source;
    const present = needed(source.value.columns.map(({ name }) => name));
    if (!present.ok) return present;
    const days = { column: 'exit_time', from: start, to: end };
    return ok(await engine.extract(source.value, { columns: map, days, subject: 'vehicle_id', path }));
  } finally {
    engine.close();
    workspace.dispose();
  }
}

function neededOf(columns: readonly string[], map: FlowTask['map']): Result<readonly string[]> {
  const [missing] = Object.entries(map).filter(([, name]) => !columns.includes(name));
  return missing === undefined ? ok(Object.values(map)) : refused(missingColumn(missing[1], `--map ${missing[0]}`, columns));
}
