import type { ManifestColumn, TableManifest } from '../../release/manifest.ts';
import { checkNames } from '../column-names.ts';
import { decimals, droppedAmong, misplacedColumns, orElse, repeatedNames, steps, unfit } from '../declarations.ts';
import { rowName, subjectName } from '../evidence.ts';
import type { ManifestBreach } from '../manifest-breaches.ts';
import { checkModelDeclarations } from '../models/model-declarations.ts';

/** The declared columns of transactions: labels first, then what is kept of each record, or how many are behind a row and their means. */
export function checkTableDeclarations(manifest: TableManifest): ManifestBreach[] {
  const { columns, shape } = manifest;
  const namesOf = (role: ManifestColumn['role']) => columns.filter((column) => column.role === role).map(({ name }) => name);
  const order = orderOf[shape];
  const breaches: ManifestBreach[] = [];
  for (const role of shape === 'groups' ? (['quasi', 'count'] as const) : (['quasi'] as const))
    if (namesOf(role).length === 0) breaches.push({ kind: 'missing-role', role });
  if (namesOf('count').length > 1) breaches.push({ kind: 'repeated-role', role: 'count', columns: namesOf('count') });
  const foreign = columns.filter(({ role }) => !order.includes(role));
  return orElse(
    [
      ...repeatedNames(columns),
      ...breaches,
      ...foreign.map(({ name, role }): ManifestBreach => ({ kind: 'unfit-role', column: name, role, shape })),
      ...columns.filter(({ role, kind }) => order.includes(role) && !kindsOf[role]?.includes(kind)).map(unfit),
      ...columns.filter(isMiscoded).map(unfit),
      ...decimals(columns),
      ...steps(columns),
      ...checkModelDeclarations(manifest.promises.models ?? [], columns, 'kept'),
      ...droppedAmong(neverOfTable(manifest), [
        ...columns.map(({ name }) => name),
        ...columns.flatMap(({ of }) => (of === undefined ? [] : [of])),
      ]),
    ],
    () => [...checkNames(columns), ...misplacedColumns(columns, order)],
  );
}

/** A top or a bottom belongs to ranges of numbers, and the bottom lies below the top. */
const isMiscoded = ({ kind, top, bottom }: ManifestColumn): boolean =>
  (kind !== 'interval' && (top !== undefined || bottom !== undefined)) ||
  (top !== undefined && bottom !== undefined && bottom >= top);

/** What must not be in the data: the dropped columns, the subject under its own name, and what only the evidence may hold. */
export const neverOfTable = ({ dropped, unit }: TableManifest): readonly string[] => [
  ...new Set([...dropped, ...(unit === 'row' ? [] : [unit]), subjectName, rowName]),
];

const orderOf: Readonly<Record<TableManifest['shape'], readonly ManifestColumn['role'][]>> = {
  records: ['quasi', 'sensitive', 'kept'],
  groups: ['quasi', 'count', 'mean'],
};

const kindsOf: Readonly<Partial<Record<ManifestColumn['role'], readonly ManifestColumn['kind'][]>>> = {
  quasi: ['prefix', 'period', 'interval', 'label', 'code', 'time', 'hour', 'weekday', 'date', 'week', 'month'],
  sensitive: ['text'],
  kept: ['text'],
  count: ['integer'],
  mean: ['number'],
};
