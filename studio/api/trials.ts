import type { Preview } from '../../src/api/preview.ts';
import type { Job, NamedData } from './calls.ts';
import { ask } from './client.ts';

export type { Preview };

type Settings = Readonly<Record<string, unknown>>;

/** Enough people that groups look as they would, and few enough that it is there in a moment. */
export const triedSubjects = 500;

export const previewRelease = (policy: Settings, data: NamedData, signal: AbortSignal): Promise<Preview> =>
  ask('/api/v1/preview', { body: { policy, ...data, subjects: triedSubjects, rows: 6 }, signal });

export const startSweep = (policy: Settings, grid: Settings, data: NamedData, key: string): Promise<Job> =>
  ask('/api/v1/sweeps', { body: { policy, grid, ...data }, headers: { 'idempotency-key': key } });

/** Every setting of a policy, those that it leaves out as well; as it is where it is not sound, as others tell why. */
export const wholePolicy = async (policy: Settings, data: NamedData, signal: AbortSignal): Promise<Settings> =>
  (await ask<{ policy?: Settings }>('/api/v1/check', { body: { policy, ...data }, signal })).policy ?? policy;
