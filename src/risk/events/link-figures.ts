import type { Random } from '../../base/random.ts';
import { type LinkFigures, linkFiguresCounted } from './kept-links.ts';
import type { LinkedLog } from './linked-log.ts';
import { readLinkedRows } from './linked-rows.ts';
import { linksInRows } from './links-in-rows.ts';
import { type UnicityOptions, unicityAmong } from './unicity.ts';

/** What numbers that k subjects share keep of the links between events, what they tell, and whom they single out, of one reading. docs/metrics.md defines each. */
export async function linkFigures(log: LinkedLog, random: Random, options: UnicityOptions): Promise<LinkFigures> {
  const rows = await readLinkedRows(log);
  const found = rows && linksInRows(rows, log.columns);
  if (found === undefined) return linkFiguresCounted(log, random, options);
  return { unicity: await unicityAmong(found.links, random, options.sample), links: found.kept() };
}
