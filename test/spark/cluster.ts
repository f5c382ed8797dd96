import { readFileSync } from 'node:fs';
import type { Result } from '../../src/base/result.ts';
import { sparkAddress } from '../../src/engine/spark/connect/address.ts';
import { connectSpark, type SparkSession } from '../../src/engine/spark/connect/session.ts';

/** The value of what must be well; else the codes of what is not. */
export function unwrap<Value>(result: Result<Value>): Value {
  if (result.ok) return result.value;
  throw new Error(result.problems.map(({ code, why }) => `${code}: ${why}`).join('\n'));
}

export const codesOf = (result: Result<unknown>): readonly string[] => (result.ok ? [] : result.problems.map(({ code }) => code));

/** A session on the cluster that `npm run test:spark` started. */
export const openSession = async (): Promise<SparkSession> =>
  unwrap(await connectSpark(unwrap(sparkAddress(process.env.SHOAL_SPARK ?? ''))));

export interface ClusterFacts {
  readonly folder: string;
  readonly pids: Readonly<Record<'master' | 'w1' | 'w2' | 'connect', number>>;
}

/** Where the cluster lies and which processes it has; undefined of one that was not started here. */
export function clusterFacts(): ClusterFacts | undefined {
  const file = process.env.SHOAL_SPARK_CLUSTER;
  return file ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
