import { isObject } from '../release/rules.ts';

/** Where a report departs from what it should be, by the names of the latter: names that stand in the former alone may be anybody's. */
export function differenceIn(found: unknown, expected: unknown): string {
  if (Array.isArray(found) && Array.isArray(expected)) {
    const at = expected.findIndex((item, i) => JSON.stringify(item) !== JSON.stringify(found[i]));
    return at < 0 ? '' : placeOf(String(at), differenceIn(found[at], expected[at]));
  }
  if (!isObject(found) || !isObject(expected)) return '';
  for (const [name, value] of Object.entries(expected)) {
    const own = Object.hasOwn(found, name) ? found[name] : undefined;
    if (JSON.stringify(own) !== JSON.stringify(value)) return placeOf(name, differenceIn(own, value));
  }
  return '';
}

const placeOf = (name: string, rest: string): string => (rest === '' ? name : `${name}.${rest}`);
