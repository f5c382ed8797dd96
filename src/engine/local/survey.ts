import type { DuckDBConnection } from '@duckdb/node-api';
import { invariant } from '../../base/problem.ts';
import type { OnProgress } from '../../base/progress.ts';
import type { Field } from '../../inspect/field.ts';
import type { Survey } from '../survey.ts';
import { associationsIn } from './associations.ts';
import { makeCells } from './cell-table.ts';
import { curvesInColumns, curvesInRows } from './curves.ts';
import { fieldFacts } from './field-facts.ts';
import { codesIn } from './head-looks.ts';
import { joinSpellings } from './join-spellings.ts';
import { knownSql } from './known-sql.ts';
import { offsetsIn } from './offsets.ts';
import type { Source } from './source.ts';
import { standingOf } from './standing.ts';
import { twinsOf, withinOf } from './within.ts';

/** Reads a table into `cells`, which all questions are put to. */
export async function openSurvey(
  source: Source,
  fields: readonly Field[],
  connection: DuckDBConnection,
  onProgress: OnProgress,
): Promise<Survey> {
  const cells = await makeCells(source, fields, connection, onProgress);
  const cellsOf = (name: string | undefined) => cells.find(({ field }) => field.name === name);
  const ownCells = (name: string) => {
    const own = cellsOf(name);
    invariant(own !== undefined, 'a column that is asked about was read');
    return own;
  };
  return {
    facts: () => fieldFacts(cells, connection),
    associations: (facts) => associationsIn(cells, facts, connection),
    within: (column, request) => withinOf(ownCells(column), cells, request, connection),
    twins: (one, other) => twinsOf(ownCells(one), ownCells(other), connection),
    async joinSpellings(subject) {
      const own = cellsOf(subject);
      return own === undefined ? 0 : joinSpellings(source, own, connection);
    },
    async standing({ known, mostInstants, subject, subjects }) {
      const columns = known.flatMap((part) => knownSql(part, cellsOf(part.field), mostInstants));
      return columns.length === 0 ? undefined : standingOf(columns, cellsOf(subject), subjects, connection);
    },
    curves(of) {
      const [first, ...rest] = ('series' in of ? [of.series] : [of.subject, of.time, of.value]).map(ownCells);
      return rest.length === 0 ? curvesInColumns(source, first, connection) : curvesInRows(first, rest[0], rest[1], connection);
    },
    offsets: (column) => offsetsIn(source, column, connection),
    textsOf: (column) => codesIn(source, column, cells, connection),
  };
}
