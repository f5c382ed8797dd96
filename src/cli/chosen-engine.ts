import { writeFileSync } from 'node:fs';
import type { SparkChoice } from '../api/spark-choice.ts';
import { ok, type Result, refused } from '../base/result.ts';
import type { Parsed } from './command.ts';
import { flagValue } from './problems.ts';
import type { World } from './world.ts';

type Flags = Parsed['flags'];

/** Whether the input is looked for by a cluster. */
export const isOnCluster = ({ engine, spark }: Flags): boolean =>
  (engine ?? (spark === undefined ? 'local' : 'spark')) === 'spark';

/** The cluster that a person named, and what keeps the statements it is sent; nothing of it for this machine. */
export interface Chosen {
  readonly spark?: SparkChoice;
  /** Writes the statements down, where that was asked for. */
  writeSql(): void;
  /** Of a plan without a cluster: what one would be sent. */
  readonly statements?: readonly string[];
}

/** The cluster of a plan; where none is named, its statements are kept to be shown. */
export function chooseForPlan(flags: Flags, world: Pick<World, 'env'>): Result<Chosen> {
  const chosen = chooseEngine(flags, world);
  if (!chosen.ok || chosen.value.spark === undefined || chosen.value.spark.address !== '') return chosen;
  const { spark, writeSql } = chosen.value;
  const statements: string[] = [];
  const onStatement = (sql: string) => {
    statements.push(`${sql};\n`);
    spark.onStatement?.(sql);
  };
  return ok({ spark: { ...spark, onStatement }, writeSql, statements });
}

export function chooseEngine(flags: Flags, { env }: Pick<World, 'env'>): Result<Chosen> {
  const { engine = 'spark', spark, kernels, 'out-spark': out, 'write-sql': file } = flags;
  if (engine !== 'local' && engine !== 'spark') return refused(flagValue('engine', 'local|spark'));
  if (kernels !== undefined && kernels !== 'cluster' && kernels !== 'driver')
    return refused(flagValue('kernels', 'cluster|driver'));
  if (!isOnCluster(flags)) return ok({ writeSql: () => {} });
  const statements: string[] = [];
  return ok({
    spark: {
      address: typeof spark === 'string' ? spark : (env.SHOAL_SPARK ?? ''),
      kernels,
      ...(typeof out === 'string' ? { out } : {}),
      ...(file === undefined ? {} : { onStatement: (sql: string) => void statements.push(`${sql};\n`) }),
    },
    writeSql: () => {
      if (typeof file === 'string') writeFileSync(file, statements.join(''), { mode: 0o600 });
    },
  });
}
