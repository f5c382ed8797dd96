import { ok, type Result, refused } from '../../base/result.ts';
import { atMost, attackGates, type GateStep } from '../../plan/gates.ts';
import { populationOutOfReach } from '../../plan/population-problems.ts';
import { kTooLarge, noiseTooLarge } from '../../plan/problems.ts';
import { rowsFormat } from '../../policy/asked-format.ts';
import { modelText } from '../../policy/model-text.ts';
import type { TablePolicy } from '../../policy/policy.ts';
import { isPromised, populationText } from '../../policy/population-keys.ts';
import { leastCrowd } from '../../policy/table-policy.ts';
import type { TableRoles } from '../../policy/table-roles.ts';
import type { Drafted } from '../family.ts';
import { namedColumns, shapeOf } from './columns.ts';
import { disjointProblem } from './disjoint.ts';
import type { PreparedTable } from './prepare.ts';

/** A table of more rows is cut into blocks before it is clustered: clustering compares all records of a block with each other. */
export const mostAtOnce = 4096;
const rowsOfABlock = 1024;
/** A search within a block gains by company: on Adult blocks of half the size lose 6 % more, and all at once 2 % less for twice the time. */
const rowsOfASearch = 8192;

/** Policy, roles and counts become steps; what cannot be met is refused here, with the largest k that can. */
export function draftTable(policy: TablePolicy, { roles, table, models, population }: PreparedTable): Result<Drafted> {
  const { method, exact, noise } = policy;
  const k = leastCrowd(policy);
  const rows = table.matrix.rows;
  const subjects = table.crowd.size;
  if (policy.k > subjects) return refused(kTooLarge(policy.k, subjects));
  if (noise !== undefined && k > subjects) return refused(noiseTooLarge(policy.k, noise.most, subjects));
  if (population !== undefined && (policy.kMap ?? 0) > population.subjects)
    return refused(populationOutOfReach(1, populationText(policy)));
  const overlapping = disjointProblem(policy, table.quasi);
  if (overlapping !== undefined) return refused(overlapping);
  const inBlocks = !exact && method !== 'disjoint' && rows > (method === 'local' ? rowsOfASearch : mostAtOnce);
  const blockRows = !inBlocks
    ? Math.max(rows, 1)
    : method === 'local'
      ? Math.max(rowsOfASearch, 80 * k)
      : Math.max(rowsOfABlock, 4 * k);
  const columns = table.quasi.length + roles.kept.length + roles.averaged.length + 2;
  return ok({
    blockRows,
    memoryBytes: Math.round(2.2e8 + rows * (columns * 32 + 120) + subjects * 120), // runtime and engine, cells, their passing copy, clusters and groups, names
    steps: [
      { step: 'load', rows: table.inputRows, unit: roles.subject ?? 'row' },
      { step: 'encode', columns: table.quasi.map(({ name, kind }) => `${name}:${kind}`) },
      ...(inBlocks ? [{ step: 'blocks', rowsPerBlock: blockRows } as const] : []),
      { step: 'cluster', by: method, k, mostClusters: Math.max(1, Math.floor(rows / k)) },
      { step: 'generalise', labels: policy.labels },
      ...(shapeOf(policy) === 'groups' ? [atMost('speltTwice', 0)] : []),
      ...(policy.suppression === undefined ? [] : [atMost('leftOut', policy.suppression)]),
      ...(isPromised(policy) ? [atMost('population', 0)] : []),
      { step: 'write-table', file: `kaca_anonymized.${rowsFormat(policy)}`, shape: shapeOf(policy) },
      {
        step: 'verify',
        promises: [
          `k = ${policy.k} distinct subjects in every published combination`,
          ...(models?.told ?? []).map(modelText),
          ...(isPromised(policy) ? [populationText(policy)] : []),
        ],
      },
      ...gatesOf(policy, roles),
      ...attackGates(policy),
      { step: 'publish', folder: policy.out ?? 'release' },
    ],
    columns: namedColumns(policy, roles).map(({ name }) => name),
  });
}

/** A public release must not carry unchanged values by which subjects are found whatever the labels say. */
const gatesOf = ({ release, maxUnicity }: TablePolicy, { kept }: TableRoles): readonly GateStep[] =>
  release === 'public' && kept.length > 0 ? [atMost('singledOut', maxUnicity)] : [];
