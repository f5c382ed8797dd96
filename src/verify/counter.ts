import { tmpdir } from 'node:os';
import { type Counter, type CounterNeeds, type Counting, CountingLimit } from '../base/counting.ts';
import { Refusal } from '../base/problem.ts';
import { noScratchSpace, outOfMemory } from './problems.ts';

/** A counter for one verdict on files of so many bytes, where their size is known; `onShare` hears how far the question at hand is. */
export async function withCounter<Value>(
  counting: Counting,
  needs: Pick<CounterNeeds, 'bytes' | 'onShare'>,
  use: (counter: Counter) => Promise<Value>,
): Promise<Value> {
  try {
    return await counting.withCounter(use, needs);
  } catch (error) {
    if (error instanceof CountingLimit) throw new Refusal(error.lacks === 'memory' ? outOfMemory() : noScratchSpace(tmpdir()));
    throw error;
  }
}

/** A number in SQL, read as a double at once: a cast of each takes longer to plan than most questions. */
export const double = (value: number): string => (String(value).includes('e') ? String(value) : `${value}e0`);

/** A text in SQL; a statement would end at a NUL. */
export const text = (value: string): string => {
  const quoted = `'${value.replaceAll("'", "''")}'`;
  return value.includes('\0') ? `(${quoted.replaceAll('\0', "' || chr(0) || '")})` : quoted;
};
