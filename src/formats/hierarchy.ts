import { readFileSync } from 'node:fs';
import { ok, type Result, refused } from '../base/result.ts';
import { badHierarchy } from './input-problems.ts';

/** Ancestors of each label from near to far; all of one length. */
export type Hierarchy = ReadonlyMap<string, readonly string[]>;

/** Reads the `;` format ARX uses: one line a value, the value itself first, then its ancestors. */
export function readHierarchy(file: string, column: string, labels: readonly string[]): Result<Hierarchy> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return refused(badHierarchy(file, column, 'The file cannot be read.'));
  }
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const ancestors = new Map<string, readonly string[]>();
  for (const [place, line] of lines.entries()) {
    if (line === '') continue;
    const [label, ...above] = line.split(';').map((cell) => cell.trim());
    const height = ancestors.values().next().value?.length ?? above.length;
    if (above.length !== height)
      return refused(badHierarchy(file, column, `Line ${place + 1} has another number of ancestors than line 1.`));
    if (above.includes('')) return refused(badHierarchy(file, column, `Line ${place + 1} has an ancestor without a name.`)); // no label to publish
    if (ancestors.has(label))
      return refused(badHierarchy(file, column, `Line ${place + 1} names a value that an earlier line names too.`));
    ancestors.set(label, above);
  }
  const fault = notATree(ancestors);
  if (fault !== undefined) return refused(badHierarchy(file, column, fault));
  const missing = labels.filter((label) => !ancestors.has(label)).length;
  if (missing > 0)
    return refused(badHierarchy(file, column, `${missing} of the ${labels.length} values in the data are not in it.`));
  return ok(ancestors);
}

/** A node with two parents would make a label true for one path and false for the other; without a single root some sets have no label. */
export function notATree(ancestors: Hierarchy): string | undefined {
  const height = ancestors.values().next().value?.length ?? 0;
  if (height === 0) return 'It has no ancestors.';
  for (let level = 0; level + 1 < height; level++) {
    const parentOf = new Map<string, string>();
    for (const above of ancestors.values()) {
      const parent = parentOf.get(above[level]) ?? above[level + 1];
      if (parent !== above[level + 1]) return `A value at level ${level + 2} has two different parents.`;
      parentOf.set(above[level], parent);
    }
  }
  if (new Set([...ancestors.values()].map((above) => above[height - 1])).size > 1)
    return 'Its last level has more than one root.';
  return isReadOneWay(ancestors) ? undefined : 'An ancestor has the name of a value, or of an ancestor, that is not below it.';
}

/** Whether whatever has a name lies below the highest node of that name: else a label would be read as something that no record behind it is. */
function isReadOneWay(ancestors: Hierarchy): boolean {
  const highest = new Map<string, number>();
  const paths = Array.from(ancestors, ([label, above]) => [label, ...above]);
  for (const path of paths)
    for (const [level, name] of path.entries()) highest.set(name, Math.max(level, highest.get(name) ?? 0));
  return paths.every((path) => path.every((name) => path[highest.get(name) ?? 0] === name));
}

/** The same format, written; undefined where a value holds a sign that it has no way to write. */
export function hierarchyText(hierarchy: Hierarchy): string | undefined {
  let text = '';
  for (const [value, above] of hierarchy) {
    if ([value, ...above].some((label) => /[;\r\n]/.test(label) || label !== label.trim())) return undefined;
    text += `${[value, ...above].join(';')}\n`;
  }
  return text;
}
