import type { TablePolicy } from '../../policy/policy.ts';
import type { Work } from '../family.ts';
import type { MadeTable } from './make-table.ts';
import type { PreparedTable } from './prepare.ts';
import type { WrittenTable } from './write-table.ts';

/** A run over records on its way. */
export type TableWork = Work<TablePolicy, PreparedTable, MadeTable, WrittenTable>;
