import * as z from 'zod';
import { Denial } from './http-problem.ts';
import { internalForbidden } from './problems.ts';
import { tokenCheck } from './tokens.ts';

export const insideHeader = z.object({ 'shoal-internal-token': z.string().optional().describe('The second token') });

/** Who may see what describes the original data. */
export interface InsideDoor {
  /** Whether this is the second token; a wrong one is refused, so that nobody takes less for all. */
  isOpenFor(token: string | undefined): boolean;
  /** Lets nobody past without it. */
  demand(token: string | undefined): void;
}

export function insideDoor(internalToken: string | undefined): InsideDoor {
  const whose = tokenCheck(internalToken === undefined ? [] : [{ name: 'internal', token: internalToken }]);
  const demand = (token: string | undefined) => {
    if (whose(token) === undefined) throw new Denial(internalForbidden(internalToken !== undefined));
  };
  return {
    isOpenFor(token) {
      if (token === undefined) return false;
      demand(token);
      return true;
    },
    demand,
  };
}
