import type { TablePolicy } from '../../policy/policy.ts';
import { publishedNames } from '../../policy/presets.ts';
import type { TableRoles } from '../../policy/table-roles.ts';
import type { ManifestColumn } from '../../release/manifest.ts';
import { tableColumns } from '../../release/table-columns.ts';

/** Whether a row is a combination of labels or a record. */
export const shapeOf = ({ aggregate }: TablePolicy): 'groups' | 'records' => (aggregate.length > 0 ? 'groups' : 'records');

/** The columns that are published, by their names; what is known of their grid comes with the labels. */
export const namedColumns = (policy: TablePolicy, { quasi, kept, averaged }: TableRoles): readonly ManifestColumn[] =>
  tableColumns({
    quasi: quasi.map(({ name, kind = 'category' }) => ({ name, kind, decimals: 0 })),
    kept,
    averaged: averaged.map((name) => ({ name, decimals: 0 })),
    shape: shapeOf(policy),
    names: publishedNames(policy),
    inWords: isInWords(policy),
  });

/** Readers of tolls know regions and four periods of the day by their words. */
export const isInWords = ({ names }: Pick<TablePolicy, 'names'>): boolean => names === 'tolls';
