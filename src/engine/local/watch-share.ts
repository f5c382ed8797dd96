import type { DuckDBConnection } from '@duckdb/node-api';

/** Settings of a connection that is asked how far it is, and prints nothing itself. */
export const tellsShares = 'SET enable_progress_bar = true; SET enable_progress_bar_print = false; SET progress_bar_time = 0';

/** Does some work in DuckDB and asks it now and then how far it is, 0 to 1; by a connection that tells shares. */
export async function watchShare<Answer>(
  connection: DuckDBConnection,
  onShare: (share: number) => void,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const watch = setInterval(() => {
    const { percentage } = connection.progress;
    if (percentage > 0) onShare(percentage / 100);
  }, 100);
  try {
    return await work();
  } finally {
    clearInterval(watch);
  }
}
