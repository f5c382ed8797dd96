import type { Counter } from '../../base/counting.ts';
import type { TableManifest } from '../../release/manifest.ts';
import { type LabelCounts, sizesIn, type TableCensus } from '../census.ts';
import { list } from '../layout.ts';
import type { Source } from '../source.ts';
import { tableFlow } from './table-flow.ts';

/** Of a table of combinations: their labels, `n` records and `size` subjects each. */
export async function tableCensus(
  counter: Counter,
  combinations: string,
  source: Source,
  manifest: TableManifest,
): Promise<TableCensus> {
  const { table, columns } = source;
  const { k } = manifest.promises;
  const labels: LabelCounts[] = [];
  for (const { sql, declared } of columns)
    if (declared.role === 'quasi' && isDrawn(declared.kind)) {
      const rows = await counter.ask(
        `SELECT ${sql}, count(*) FROM ${combinations} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${mostLabels}`,
      );
      labels.push({
        column: declared.name,
        kind: declared.kind,
        labels: rows.map(([label, count]) => [String(label), Number(count)]),
      });
    }
  const crowd = await counter.ask(
    `SELECT ${twoDigits('size', k)}, ${twoDigits('n', k)}, count(*) FROM ${combinations} GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT ${mostDots}`,
  );
  const flow = await tableFlow(counter, combinations, source, manifest);
  const told = columns.filter(({ declared }) => ['quasi', 'count', 'mean'].includes(declared.role));
  const rows = await counter.ask(`SELECT ${list(told)} FROM ${table} LIMIT 3`);
  return {
    kind: 'table',
    combinations: await sizesIn(counter, combinations),
    crowd: crowd.map(([subjects, records, count]) => ({
      subjects: Number(subjects),
      records: Number(records),
      combinations: Number(count),
    })),
    labels,
    ...(flow === undefined ? {} : { flow }),
    rows: rows.map((cells) => Object.fromEntries(told.map(({ declared }, i) => [declared.name, String(cells[i] ?? '')]))),
  };
}

const drawn = ['prefix', 'code'] as const satisfies readonly LabelCounts['kind'][];
const isDrawn = (kind: string): kind is LabelCounts['kind'] => drawn.some((one) => one === kind);

const mostLabels = 50_000;
const mostDots = 400;

/** Exact below a hundred, then two digits; never below k. */
const twoDigits = (count: string, k: number): string =>
  `greatest(least(${count}, ${k}), CAST(round(${count}, 1 - CAST(floor(log10(${count})) AS INTEGER)) AS BIGINT))`;
