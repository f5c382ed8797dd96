/** A cluster that a run is done on. */
export interface SparkChoice {
  /** `sc://host:15002`, as Spark's own clients write it. */
  readonly address: string;
  /** Told of every statement before it is sent; none holds a key, a seed or a cell. */
  readonly onStatement?: ((sql: string) => void) | undefined;
  /** Where curves and records are grouped: by the executors, or by this process where a cluster forbids scripts. It changes no release. */
  readonly kernels?: 'cluster' | 'driver' | undefined;
  /** A path of the cluster's own file system where the release is put, too, without what is internal; nothing may lie there. Its manifest comes last. */
  readonly out?: string | undefined;
  /** How work is split; it changes no release. */
  readonly tuning?: SparkTuning | undefined;
}

export interface SparkTuning {
  /** A table of at most so many rows is held beside the driver, too. */
  readonly small?: number;
  /** More rows than these are not sent to the cluster. */
  readonly sendable?: number;
  /** Of an event log of at most so many rows the numbers are kept, where Spark tells them. */
  readonly mostNumbered?: number;
  /** Fewer blocks than these are grouped by this process; and bytes of blocks that travel in one statement. */
  readonly leastTasks?: number;
  readonly batchBytes?: number;
  /** Bytes of a table of curves or records that are asked for at a time. */
  readonly sliceBytes?: number;
  /** Settings of the session, such as `spark.sql.shuffle.partitions`. */
  readonly settings?: Readonly<Record<string, string>>;
}
