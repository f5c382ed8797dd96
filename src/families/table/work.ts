import type { WrittenFile } from '../../formats/byte-sink.ts';
import type { Figures } from '../../plan/gates.ts';
import type { TablePolicy } from '../../policy/policy.ts';
import type { ManifestColumn } from '../../release/manifest.ts';
import type { TableRelease } from '../../release/table-release.ts';
import type { Work } from '../family.ts';
import type { QuasiDomain } from './encoded-quasi.ts';
import type { Naming } from './generalise.ts';
import type { PreparedTable } from './prepare.ts';

/** A run over records on its way. */
export type TableWork = Work<TablePolicy, PreparedTable, MadeTable, WrittenTable>;

export interface MadeTable {
  readonly release: TableRelease;
  /** What there is of each quasi-identifier in the data, for those who measure what its labels say of it. */
  readonly domains: readonly QuasiDomain[];
  readonly naming: Naming;
  readonly figures: Figures;
}

export interface WrittenTable {
  readonly columns: readonly ManifestColumn[];
  readonly file: WrittenFile & { readonly name: string };
  readonly rows: number;
  /** Where the rows are with their subjects, under internal/. */
  readonly evidence: string;
  readonly blankMeans: number;
}
