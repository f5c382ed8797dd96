import { ok, type Result, refused } from '../base/result.ts';
import type { TablePolicy } from '../policy/policy.ts';
import type { TableKind, TableRoles } from '../policy/table-roles.ts';
import { kTooLarge } from './problems.ts';

/** What a run over transactions will do, settled before it does anything; plain enough to print. */
export interface TablePlan {
  readonly method: 'kaca';
  readonly input: { readonly rows: number; readonly subjects: number; readonly joinedIds?: number };
  readonly threads: number;
  /** Rows of the largest block that is clustered at once. */
  readonly blockRows: number;
  readonly memoryBytes: number;
  readonly steps: readonly TableStep[];
}

export type TableStep =
  | { readonly step: 'load'; readonly rows: number; readonly unit: string }
  | { readonly step: 'encode'; readonly columns: readonly string[] }
  | { readonly step: 'blocks'; readonly rowsPerBlock: number }
  | { readonly step: 'cluster'; readonly by: TablePolicy['method']; readonly k: number; readonly mostClusters: number }
  | { readonly step: 'generalise'; readonly labels: TablePolicy['labels'] }
  | { readonly step: 'write-table'; readonly file: string; readonly shape: 'records' | 'groups' }
  | { readonly step: 'verify'; readonly promises: readonly string[] }
  | { readonly step: 'publish'; readonly folder: string };

export interface TableCounts {
  readonly rows: number;
  readonly subjects: number;
  /** Ids that are another spelling of a subject's. */
  readonly joined?: number;
  readonly threads: number;
}

/** A table of more rows is cut into blocks before it is clustered: clustering compares all records of a block with each other. */
const mostAtOnce = 4096;
const rowsOfABlock = 1024;

/** Policy, roles and counts become steps; what cannot be met is refused here, with the largest k that can. */
export function planTable(
  policy: TablePolicy,
  roles: TableRoles,
  quasi: readonly { readonly name: string; readonly kind: TableKind }[],
  { rows, subjects, joined = 0, threads }: TableCounts,
): Result<TablePlan> {
  const { k, method, aggregate, exact } = policy;
  if (k > subjects) return refused(kTooLarge(k, subjects));
  const inBlocks = !exact && rows > mostAtOnce;
  const blockRows = inBlocks ? Math.max(rowsOfABlock, 4 * k) : Math.max(rows, 1);
  const columns = quasi.length + roles.kept.length + roles.averaged.length + 2;
  return ok({
    method: 'kaca',
    input: { rows, subjects, ...(joined > 0 ? { joinedIds: joined } : {}) },
    threads,
    blockRows,
    memoryBytes: Math.round(2.2e8 + rows * (columns * 32 + 120) + subjects * 120), // runtime and engine, cells, their passing copy, clusters and groups, names
    steps: [
      { step: 'load', rows, unit: roles.subject ?? 'row' },
      { step: 'encode', columns: quasi.map(({ name, kind }) => `${name}:${kind}`) },
      ...(inBlocks ? [{ step: 'blocks', rowsPerBlock: blockRows } as const] : []),
      { step: 'cluster', by: method, k, mostClusters: Math.max(1, Math.floor(rows / k)) },
      { step: 'generalise', labels: policy.labels },
      { step: 'write-table', file: `kaca_anonymized.${policy.format}`, shape: aggregate.length > 0 ? 'groups' : 'records' },
      { step: 'verify', promises: [`k = ${k} distinct subjects in every published combination`] },
      { step: 'publish', folder: policy.out ?? 'release' },
    ],
  });
}
