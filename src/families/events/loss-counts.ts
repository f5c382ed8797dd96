import {
  call,
  column,
  create,
  type Expression,
  group,
  join,
  type Named,
  number,
  type Relation,
  type Relational,
  same,
  select,
  table,
  tell,
  when,
} from '../../engine/relation.ts';
import type { MadeEvents } from './make.ts';
import { codeIn } from './packing.ts';
import { stayingPairs } from './published-pairs.ts';

/** What became of the counted events, in numbers alone: whoever judges a release needs no table of it. */
export interface LossCounts {
  readonly columns: readonly {
    readonly name: string;
    /** Label of every code; the first `base` are values, the others stand for several of them. */
    readonly labels: readonly string[];
    readonly base: number;
    /** levels[l][v]: the code that stands for value v at level l. */
    readonly levels: readonly Uint32Array[];
    /** Events of each value that were published at each level, and those that were left out. */
    readonly values: readonly {
      readonly value: number;
      readonly level: number;
      readonly events: number;
      readonly kept: number;
    }[];
  }[];
  /** Events by the values of the columns named, where all of them are published; `flattened` are kept, but coarser. */
  readonly cells?: {
    readonly names: readonly string[];
    readonly counts: readonly {
      readonly values: readonly number[];
      readonly events: number;
      readonly flattened: number;
      readonly kept: number;
    }[];
  };
}

/** Columns that people look at together to see who lost most. */
const told = ['generalized_event', 'time_period'];

export async function countLosses(made: MadeEvents, engine: Relational): Promise<LossCounts> {
  const { packing, nodes } = made;
  await engine.run([create('losses', keptOf(made))]);
  const levels = [packing.columns.map(() => 0), ...nodes];
  const columns: LossCounts['columns'][number][] = [];
  for (const [c, { name, labels, base, levels: codes }] of packing.columns.entries()) {
    const rows = await engine.ask({
      rows: group(
        table('losses'),
        [['value', codeIn(packing, column('q'), c)], same('node')],
        ['events', tell('sum', column('events'))],
        ['kept', tell('sum', column('kept'))],
      ),
      order: [column('value'), column('node')],
    });
    const values = rows.map((row) => {
      const [value, node, events, kept] = row.map(Number);
      return { value, level: levels[node][c], events, kept };
    });
    columns.push({ name, labels, base, levels: codes, values });
  }
  const cells = await countCells(made, engine);
  return { columns, ...(cells === undefined ? {} : { cells }) };
}

/** Every combination with its events and those of them that are published. */
function keptOf(made: MadeEvents): Relation {
  const left = call('isMissing', column('f'));
  const keptAs = (of: Expression): Named<Expression> => ['kept', when([[left, number(0)]], of)];
  if (made.users === undefined) return select(table('combos'), same('q'), same('node'), same('events'), keptAs(column('events')));
  const staying = group(stayingPairs(made), [same('q')], ['staying', tell('sum', column('n'))]);
  const all = join(table('combos'), staying, ['q'], 'left');
  return select(all, same('q'), same('node'), same('events'), keptAs(call('firstKnown', column('staying'), number(0))));
}

async function countCells({ packing }: MadeEvents, engine: Relational): Promise<LossCounts['cells']> {
  const places = told.map((name) => packing.columns.findIndex((one) => one.name === name));
  if (places.some((place) => place < 0)) return undefined;
  const values = places.map((c, v): Named<Expression> => [`value${v}`, codeIn(packing, column('q'), c)]);
  const coarser = call('less', number(0), column('node'));
  const rows = await engine.ask({
    rows: group(
      table('losses'),
      values,
      ['events', tell('sum', column('events'))],
      ['flattened', tell('sum', column('kept'), coarser)],
      ['kept', tell('sum', column('kept'))],
    ),
    order: values.map(([name]) => column(name)),
  });
  return {
    names: told,
    counts: rows.map((row) => {
      const [events, flattened, kept] = row.slice(told.length).map(Number);
      return { values: row.slice(0, told.length).map(Number), events, flattened, kept };
    }),
  };
}
