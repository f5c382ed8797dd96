/** The column that says how long it was since the event before, under the same number. */
export const durationColumn = 'since_previous';

const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** Seconds of an edge such as `8h`; nothing where it is none. */
export function secondsOf(edge: string): number | undefined {
  const [, digits, unit] = /^([1-9][0-9]{0,3})([smhdw])$/.exec(edge) ?? [];
  return digits === undefined ? undefined : Number(digits) * units[unit];
}

const mostEdges = 20;

/** Whether edges cut time into bins: each is longer than the one before. */
export function areEdges(edges: readonly string[]): boolean {
  const seconds = edges.map((edge) => secondsOf(edge) ?? 0);
  return edges.length > 0 && edges.length <= mostEdges && seconds.every((one, i) => one > (i === 0 ? 0 : seconds[i - 1]));
}

/** The bins between edges, as they are published: from the first, which begins at 0, to the last, which has no end. */
export const binsOf = (edges: readonly string[]): readonly string[] => [
  ...edges.map((edge, i) => `${i === 0 ? '0' : edges[i - 1]}-${edge}`),
  `${edges.at(-1)}+`,
];
