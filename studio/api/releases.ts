import type { KeptPlan } from '../../src/plan/plan.ts';
import type { Manifest } from '../../src/release/manifest.ts';
import type { Report, SignOff } from '../../src/report/view.ts';
import type { Job, NamedData } from './calls.ts';
import { ask, Refusal } from './client.ts';

type Settings = Readonly<Record<string, unknown>>;

/** What a run will do; of a source that one may not look into, its steps without a count. */
export type Planned = Pick<KeptPlan, 'family' | 'method' | 'memoryBytes' | 'steps'> &
  Partial<Pick<KeptPlan, 'input' | 'notes' | 'toldNotes'>>;

export const planRelease = (policy: Settings, data: NamedData, signal: AbortSignal): Promise<Planned> =>
  ask('/api/v1/plan', { body: { policy, ...data }, signal });

/** The key makes it one job however often it is asked: two clicks, two windows, or a server that came back. */
export const startRelease = (policy: Settings, data: NamedData, key: string): Promise<Job> =>
  ask('/api/v1/releases', { body: { policy, ...data }, headers: { 'idempotency-key': key } });

/** Ends a job that still goes on. One that has ended meanwhile stays as it is. */
export const cancelJob = (kind: Job['kind'], id: string): Promise<Job> =>
  ask(`/api/v1/${kind}s/${id}/cancel`, { method: 'POST' });

export const askManifest = (id: string, signal: AbortSignal): Promise<Manifest> =>
  ask(`/api/v1/releases/${id}/files/manifest.json`, { signal });

/** What a release keeps inside: the policy that it was made of, and who agreed to it. */
export interface Inside {
  readonly policy: Settings;
  readonly signOffs: readonly SignOff[];
}

export async function askInside(id: string, signal: AbortSignal): Promise<Inside> {
  const [{ internal }, { signOffs = [] }] = await Promise.all([
    ask<{ internal: { policy: Settings } }>(`/api/v1/releases/${id}/internal/manifest.json`, { signal }),
    ask<Pick<Report, 'signOffs'>>(`/api/v1/releases/${id}/internal/report.json`, { signal }),
  ]);
  return { policy: internal.policy, signOffs };
}

export interface Signing {
  readonly name: string;
  readonly role: string;
  readonly remark?: string;
}

export const signRelease = async (id: string, by: Signing): Promise<readonly SignOff[]> =>
  (await ask<{ signOffs: readonly SignOff[] }>(`/api/v1/releases/${id}/sign-off`, { body: by })).signOffs;

export const openInside = (token: string): Promise<void> => ask('/studio/inside', { body: { token } });
export const closeInside = (): Promise<void> => ask('/studio/inside', { method: 'DELETE' });

/** Why a job failed, told like any other refusal. */
export function refusalOf(problems: NonNullable<Job['problems']>): Refusal {
  const errors = problems.map(({ code, what, where, why, fix, facts = {} }) => ({
    code,
    detail: [what, ...(where === undefined ? [] : [`(${where})`]), why].join(' '),
    suggestion: fix,
    facts,
  }));
  const [{ code, detail, suggestion }] = errors;
  return new Refusal({ code, detail, suggestion, status: 422, errors });
}
