import type { Problem } from './problem.ts';

/** What a door or a kernel answers when people may be at fault: the value, or every problem found. */
export type Result<Value, P extends Problem = Problem> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly P[] };

export const ok = <Value>(value: Value): Result<Value, never> => ({ ok: true, value });

/** Problems told at once: whoever mends so many asks again, and a list that anybody sent cannot fill a page or a stack. */
export const mostTold = 20;

export const refused = <P extends Problem>(...problems: readonly P[]): Result<never, P> => ({ ok: false, problems });

/** Of a list that may be long, the first. */
export const refusedFirst = <P extends Problem>(problems: readonly P[]): Result<never, P> => ({
  ok: false,
  problems: problems.slice(0, mostTold),
});
