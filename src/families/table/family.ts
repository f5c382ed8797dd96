import { rowsFormat } from '../../policy/asked-format.ts';
import { settleEffort } from '../../policy/effort.ts';
import { methodsOf } from '../../policy/family.ts';
import type { TablePolicy } from '../../policy/policy.ts';
import { isPromised, type PopulationSettings } from '../../policy/population-keys.ts';
import { dominanceOf } from '../../policy/table-policy.ts';
import type { TableManifest } from '../../release/manifest.ts';
import { type Family, leftBy, withALaterStep } from '../family.ts';
import { shapeOf } from './columns.ts';
import { draftTable, mostAtOnce } from './draft.ts';
import { makeTable } from './make-table.ts';
import type { Population } from './population.ts';
import { type PreparedTable, prepareTable } from './prepare.ts';
import type { MadeTable, TableWork, WrittenTable } from './work.ts';
import { writeTable } from './write-table.ts';

/** A table of records: clustered, then each cluster named by what its members span; k subjects in every combination of names. */
export const table: Family<TablePolicy, PreparedTable, MadeTable, WrittenTable> = {
  name: 'table',
  methods: methodsOf.table,
  prepare: prepareTable,
  settle: (policy, { rows }) => ({ ...policy, effort: settleEffort(policy.effort, rows) }),
  draft: draftTable,
  rowsWorthThreads: () => mostAtOnce,
  perform: {
    load: withALaterStep, // the plan hangs on these two, so they were done before
    encode: withALaterStep,
    blocks: withALaterStep,
    cluster: withALaterStep,
    generalise: async (work) => {
      work.made = await makeTable(work);
    },
    'write-table': async (work) => {
      work.written = await writeTable(work);
    },
  },
  phases: { load: 'read', generalise: 'make', 'write-table': 'write' },
  manifest: tableManifest,
};

/** What the data file claims, for the verifier to test. */
function tableManifest({ plan: { policy }, input, written }: TableWork, version: string): TableManifest {
  const { subject, dropped } = input.roles;
  const { columns, file, rows } = leftBy('write-table', written);
  const dominance = dominanceOf(policy);
  return {
    shoal: version,
    format: 1,
    method: 'kaca',
    promises: {
      k: policy.k,
      ...(input.models === undefined ? {} : { models: [...input.models.told] }),
      ...(input.population === undefined || !isPromised(policy)
        ? {}
        : { population: populationPromise(policy, input.population) }),
    },
    ...(policy.subjectSpelling === 'exact' ? { subjectSpelling: 'exact' } : {}),
    unit: subject ?? 'row',
    clustering: policy.method,
    ...(policy.method === 'disjoint' ? { disjoint: true } : {}),
    labels: policy.labels,
    shape: shapeOf(policy),
    ...(policy.suppression === undefined ? {} : { suppression: policy.suppression }),
    ...(dominance === undefined ? {} : { dominance }),
    ...(policy.noise === undefined ? {} : { noise: policy.noise }),
    data: { file: file.name, format: rowsFormat(policy), rows },
    columns: [...columns],
    dropped: [...dropped],
    files: [file],
  };
}

const populationPromise = ({ kMap, presence }: PopulationSettings, { rows, subjects, sha256 }: Population) => ({
  ...(kMap === undefined ? {} : { kMap }),
  ...(presence === undefined ? {} : { presence }),
  ...{ rows, subjects, sha256 },
});
