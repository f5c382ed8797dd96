import { invariant } from '../../base/problem.ts';
import type { SeriesPolicy } from '../../policy/policy.ts';
import type { SeriesMethod } from './method.ts';
import { seriesMethods } from './methods.ts';

export function methodOf({ method }: Pick<SeriesPolicy, 'method'>): SeriesMethod {
  const found = seriesMethods.find(({ name }) => name === method);
  invariant(found !== undefined, `a policy's method is one of ${seriesMethods.map(({ name }) => name).join(', ')}`);
  return found;
}
