import type { Problem } from './problem.ts';

/** What a door or a kernel answers when people may be at fault: the value, or every problem found. */
export type Result<Value, P extends Problem = Problem> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly P[] };

export const ok = <Value>(value: Value): Result<Value, never> => ({ ok: true, value });

export const refused = <P extends Problem>(...problems: readonly P[]): Result<never, P> => ({ ok: false, problems });
