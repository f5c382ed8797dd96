import type { Told } from '../../src/base/told.ts';
import type { Inspection } from '../../src/inspect/inspection.ts';
import type { Family } from '../../src/policy/family.ts';
import type { Job } from '../../src/server/job.ts';
import type { ShownUpload } from '../../src/server/uploads.ts';
import type { Choices } from '../state/choices.ts';
import { ask } from './client.ts';

export type { Inspection, Job, ShownUpload };

/** What an upload or a source is called in a request. */
export type NamedData = { readonly upload: string } | { readonly source: string };

/** What may be told of a source to somebody who does not see its original: no reason, no bar, no small count. */
export interface Drafted {
  readonly policy: Readonly<Record<string, unknown>>;
  readonly yaml: string;
  readonly notes: readonly string[];
  readonly toldNotes: readonly Told[];
}

export interface SourceShown {
  readonly name: string;
  readonly kind: 'file' | 'database';
  readonly fixed: boolean;
  readonly jobs: boolean;
}

export interface Session {
  readonly version: string;
  readonly signedIn: boolean;
  readonly door: 'address' | 'token';
  /** Whether this browser may see what describes the original data. */
  readonly inside?: boolean;
  readonly mode?: 'internal' | 'public';
  readonly minK?: number;
  readonly maxUploadBytes?: number;
}

export const askSession = (): Promise<Session> => ask('/studio/session');
export const openSession = (token: string): Promise<void> => ask('/studio/session', { body: { token } });

export const listUploads = async (): Promise<readonly ShownUpload[]> =>
  (await ask<{ uploads: readonly ShownUpload[] }>('/api/v1/uploads')).uploads;
export const removeUpload = (id: string): Promise<void> => ask(`/api/v1/uploads/${id}`, { method: 'DELETE' });
export const listSources = async (): Promise<readonly SourceShown[]> =>
  (await ask<{ sources: readonly SourceShown[] }>('/api/v1/sources')).sources;
export const listReleases = async (): Promise<readonly Job[]> =>
  (await ask<{ jobs: readonly Job[] }>('/api/v1/releases?limit=50')).jobs;
export const removeJob = (id: string): Promise<unknown> => ask(`/api/v1/releases/${id}`, { method: 'DELETE' });

/** Looks at the data, read as the choices say. */
export const inspectData = (
  { data, reading, subject, roles }: Choices,
  quick: boolean,
  signal?: AbortSignal,
): Promise<Inspection & { readonly head?: true }> =>
  ask('/api/v1/inspect', {
    body: {
      ...data,
      ...reading,
      ...(quick ? { quick } : {}),
      ...(subject === undefined ? {} : { subject }),
      ...(isEmpty(roles) ? {} : { roles }),
    },
    ...(signal === undefined ? {} : { signal }),
  });

const isEmpty = (record: object): boolean => Object.keys(record).length === 0;

/** The policy that the choices come to: the draft for the data, with what was set beside it. */
export async function draftPolicy(choices: Choices, signal?: AbortSignal): Promise<Drafted> {
  const { data, reading, subject, roles, audience, k, method, pseudonym, timeZone, settings } = choices;
  const chosen = { subject, roles, release: audience, k, method, pseudonym, timeZone };
  const body = { ...data, ...reading, choices: JSON.parse(JSON.stringify(chosen)), quick: true };
  const drafted = await ask<Drafted>('/api/v1/draft', { body, ...(signal === undefined ? {} : { signal }) });
  return { ...drafted, policy: { ...drafted.policy, ...(method === undefined ? {} : { method }), ...settings } };
}

/** What a release would do; refused where it cannot be made. */
export const planRelease = (choices: Choices, policy: Drafted['policy'], signal?: AbortSignal): Promise<PlanShown> =>
  ask('/api/v1/plan', { body: { ...choices.data, policy }, ...(signal === undefined ? {} : { signal }) });

export interface PlanShown {
  readonly family: Family;
  readonly method: string;
  readonly memoryBytes: number;
  readonly notes?: readonly string[];
  readonly toldNotes?: readonly Told[];
  readonly steps: readonly { readonly step: string }[];
}
