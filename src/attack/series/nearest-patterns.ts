import type { Counter } from '../../base/counting.ts';
import type { Fact } from '../fact.ts';
import { gapTo, patternBands, type Shapes } from './own-shape.ts';
import type { Curves } from './read-curves.ts';

/** The shape of a person as a fact: of the open cells those stay whose pattern lies nearest to it. A missing value tells no shape. */
export async function nearestPatterns(
  counter: Counter,
  { pattern, level }: Pick<Curves, 'pattern' | 'level'>,
  shapes: Shapes,
): Promise<Fact> {
  const distinct = `SELECT DISTINCT ${pattern.sql} AS pattern, ${level.sql} AS level FROM cells`;
  const codes = `(SELECT *, CAST(row_number() OVER (ORDER BY pattern, level) - 1 AS UINTEGER) AS code FROM (${distinct}))`;
  const rows = await counter.ask(`SELECT pattern, level FROM ${codes} ORDER BY code`);
  const bands = rows.map(([text, fineness]) => patternBands(String(text), Number(fineness)));
  const [ofCell] = await counter.columns(
    `SELECT code FROM cells JOIN ${codes} AS codes ON codes.pattern = cells.${pattern.sql} AND codes.level = cells.${level.sql} ORDER BY cell`,
    1,
  );
  const gaps = new Float64Array(bands.length);
  return {
    keep(person, open, count) {
      if (Number.isNaN(shapes.distances[person * shapes.segments])) return count;
      gaps.fill(Number.NaN);
      let least = Number.POSITIVE_INFINITY;
      for (let i = 0; i < count; i++) {
        const code = ofCell[open[i]];
        if (Number.isNaN(gaps[code])) gaps[code] = gapTo(bands[code], shapes, person);
        least = Math.min(least, gaps[code]);
      }
      let kept = 0;
      for (let i = 0; i < count; i++) if (gaps[ofCell[open[i]]] === least) open[kept++] = open[i];
      return kept;
    },
  };
}
