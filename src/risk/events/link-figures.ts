import type { Random } from '../../base/random.ts';
import { type LinkFigures, linkFiguresCounted } from './kept-links.ts';
import type { LinkedLog } from './linked-log.ts';
import { linkedRowsOf, readLinkedRows } from './linked-rows.ts';
import { linksInRows } from './links-in-rows.ts';
import { type UnicityOptions, unicityAmong } from './unicity.ts';

/** Events that somebody has read already, whose cells are text. */
interface ReadEvents {
  readonly numbers: Uint32Array | undefined;
  readonly owners?: Uint32Array;
  readonly held: Uint32Array;
  readonly combinations: readonly (readonly string[])[];
}

/** What numbers that k subjects share keep of the links between events, what they tell, and whom they single out, of one reading. docs/metrics.md defines each. */
export async function linkFigures(
  log: LinkedLog,
  random: Random,
  { read, ...options }: Omit<UnicityOptions, 'read'> & { readonly read?: ReadEvents | undefined },
): Promise<LinkFigures> {
  const rows = read?.numbers && read.owners ? linkedRowsOf(read.numbers, read.owners, read) : await readLinkedRows(log);
  const found = rows && linksInRows(rows, log.columns);
  if (found === undefined) return linkFiguresCounted(log, random, options);
  return { unicity: await unicityAmong(found.links, random, options.sample), links: found.kept() };
}
