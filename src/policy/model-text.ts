import type { ModelPromise } from './model-keys.ts';

/** A promise about sensitive values in a few words, as a plan says it. */
export function modelText(promise: ModelPromise): string {
  const { column } = promise;
  switch (promise.model) {
    case 'distinct':
      return `at least ${promise.l} different values of ${column} in each`;
    case 'entropy':
      return `entropy of ${column} in each at least that of ${promise.l} equal shares`;
    case 'recursive':
      return `in each the most frequent ${column} below ${promise.c} times all but the ${promise.l - 1} most frequent`;
    case 'closeness':
      return `${column} in each within t = ${promise.t} of all records (${promise.distance} distance)`;
    case 'alpha':
      return `no ${column} in more than a share of ${promise.share} of each`;
    default:
      return promise satisfies never;
  }
}
