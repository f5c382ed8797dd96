import type { Relation } from '../relation.ts';
import { columnsIn, expressionsOf, needsDriver } from './wanted-columns.ts';

/** Where rows lie: beside the driver, in the cluster, or in both. */
export type Place = 'here' | 'there' | 'either';

export interface Placed {
  readonly at: Place;
  readonly rows: Relation;
}

/** What moves rows between the two. */
export interface Mover {
  placeOf(table: string): Place;
  /** Rows of the cluster as a table beside the driver, with those of their columns that are wanted. */
  bring(rows: Relation, wanted: Wanted): Promise<Relation>;
  /** The same rows as a table that the cluster has as well; undefined where they are too many to be sent. */
  send(rows: Relation): Promise<Relation | undefined>;
}

/** The columns that are asked for; all where it is not known. */
export type Wanted = ReadonlySet<string> | undefined;

/**
 * Rewrites a relation so that all it is made of lies in one place. Counting goes to where the rows are. What needs a key, or one order of all rows,
 * is done beside the driver: a key never travels, and in the cluster all rows of such an order would go through one task.
 */
export async function settlePlace(rows: Relation, mover: Mover, wanted?: Wanted): Promise<Placed> {
  const home = async ({ at, rows: of }: Placed, keep: Wanted): Promise<Placed> =>
    at === 'there' ? { at: 'here', rows: await mover.bring(of, keep) } : { at: 'here', rows: of };
  const together = async (parts: readonly Placed[], wants: readonly Wanted[]): Promise<readonly Placed[]> => {
    if (!parts.some(({ at }) => at === 'there')) return parts;
    const sent: Placed[] = [];
    for (const part of parts) {
      const away = part.at === 'here' ? await mover.send(part.rows) : part.rows;
      if (away === undefined) {
        const brought: Placed[] = [];
        for (const [i, one] of parts.entries()) brought.push(await home(one, wants[i]));
        return brought;
      }
      sent.push({ at: 'there', rows: away });
    }
    return sent;
  };
  switch (rows.kind) {
    case 'source':
      return { at: 'there', rows };
    case 'range':
      return { at: 'either', rows };
    case 'table':
      return { at: mover.placeOf(rows.name), rows };
    case 'select':
    case 'filter':
    case 'group': {
      const expressions = expressionsOf(rows);
      const read = expressions.flatMap(columnsIn);
      const below = rows.kind === 'filter' ? (wanted === undefined ? undefined : new Set([...wanted, ...read])) : new Set(read);
      const of = await settlePlace(rows.rows, mover, below);
      const { at, rows: inner } = of.at === 'there' && expressions.some(needsDriver) ? await home(of, below) : of;
      return { at, rows: { ...rows, rows: inner } };
    }
    case 'distinct':
    case 'repeat': {
      const of = await settlePlace(rows.rows, mover);
      return { at: of.at, rows: { ...rows, rows: of.rows } };
    }
    case 'join': {
      const below = wanted === undefined ? undefined : new Set([...wanted, ...rows.on]);
      const asked = [below, rows.how === 'semi' || rows.how === 'without' ? new Set(rows.on) : below];
      const parts = [await settlePlace(rows.left, mover, asked[0]), await settlePlace(rows.right, mover, asked[1])];
      const [left, right] = await together(parts, asked);
      return { at: commonPlace([left, right]), rows: { ...rows, left: left.rows, right: right.rows } };
    }
    case 'union': {
      const parts: Placed[] = [];
      for (const one of rows.rows) parts.push(await settlePlace(one, mover));
      const placed = await together(
        parts,
        parts.map(() => undefined),
      );
      return { at: commonPlace(placed), rows: { ...rows, rows: placed.map((one) => one.rows) } };
    }
    default:
      return rows satisfies never;
  }
}

const commonPlace = (parts: readonly Placed[]): Place => parts.find(({ at }) => at !== 'either')?.at ?? 'either';
