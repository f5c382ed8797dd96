import type { Relation } from '../relation.ts';
import { columnsIn, expressionsOf } from './wanted-columns.ts';

/** The same rows with texts in place of their keys, in columns that nothing but the last table asks for; and which columns those are. */
export function keysLater(rows: Relation): { readonly rows: Relation; readonly keyed: ReadonlySet<string> } {
  const keyed = new Set<string>();
  if (rows.kind !== 'select') return { rows, keyed };
  let texts: Relation = rows;
  for (const [name] of rows.columns) {
    const without: Relation | undefined = textInstead(texts, name);
    if (without === undefined) continue;
    texts = without;
    keyed.add(name);
  }
  return { rows: texts, keyed };
}

/** Follows a column down to where its key is made; undefined where none is, or where something on the way reads it. */
function textInstead(rows: Relation, name: string): Relation | undefined {
  if (rows.kind === 'filter') {
    const below = expressionsOf(rows).flatMap(columnsIn).includes(name) ? undefined : textInstead(rows.rows, name);
    return below && { ...rows, rows: below };
  }
  if (rows.kind !== 'select') return undefined;
  const [, value] = rows.columns.find(([of]) => of === name) ?? [];
  if (value?.kind === 'call' && value.name === 'key') {
    const [text] = value.of;
    return { ...rows, columns: rows.columns.map(([of, one]) => [of, of === name ? text : one]) };
  }
  if (value?.kind !== 'column') return undefined;
  const readers = rows.columns.filter(([, one]) => columnsIn(one).includes(value.name));
  const below = readers.length === 1 ? textInstead(rows.rows, value.name) : undefined;
  return below && { ...rows, rows: below };
}
