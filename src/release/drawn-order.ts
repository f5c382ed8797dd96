import { type Random, shuffle } from '../base/random.ts';
import { sharedIndices } from '../frame/columns.ts';

/**
 * The order in which a method meets rows. Of records that are equally good it takes those it meets first: in the order of the input, groups of
 * alike records would be runs of neighbours in it, which a reader who knows how the table was sorted can tell apart. So what leaves is made from
 * a drawn order; what stays is made as the input stands.
 */
export function drawnOrder(rows: Uint32Array, release: 'internal' | 'partner' | 'public', random: Random): Uint32Array {
  if (release === 'internal') return rows;
  const drawn = sharedIndices(rows.length);
  drawn.set(rows);
  return shuffle(drawn, random.fork('equally good'));
}
