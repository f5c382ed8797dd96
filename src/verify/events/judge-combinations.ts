import type { Counter } from '../../base/counting.ts';
import type { DataFindings } from '../findings.ts';
import { firstRow } from '../first-row.ts';
import { list } from '../layout.ts';
import type { Source, SourceColumn } from '../source.ts';
import type { CombinationBreach, Counted } from './combination-breaches.ts';
import type { Combinations } from './combinations.ts';

/** Rows that are published alike where they agree in the quasi-identifiers. */
export interface Combined {
  readonly source: Source;
  readonly quasi: readonly SourceColumn[];
  readonly file: string;
  readonly k: number;
}

/** The classes that the table `combinations` holds, against k. */
export async function judgeCombinations(
  counter: Counter,
  { source, quasi, file, k }: Combined,
  { rows, combinations, smallest, subjects }: Combinations,
  counted: Counted,
): Promise<DataFindings> {
  const breaches: CombinationBreach[] = [];
  if (combinations > 0 && smallest < k) {
    const [small] = await counter.numbers(`SELECT count_if(size < ${k}) FROM combinations`);
    const row = await firstRow(counter, source, quasi, `SELECT ${list(quasi)} FROM combinations WHERE size < ${k}`);
    const at = { file, ...(row === undefined ? {} : { row }) };
    breaches.push({ kind: 'small-combination', combinations: small, smallest, k, counted, ...at });
  }
  const classes = {
    rows,
    groups: combinations,
    leaves: combinations,
    smallestGroup: smallest,
    smallestLeaf: smallest,
    ...(counted === 'subjects' && subjects !== undefined ? { subjects } : {}),
  };
  return { breaches, classes, counted };
}
