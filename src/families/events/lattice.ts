import type { QuasiColumn } from './quasi-column.ts';

/** One level for each column; all zero is the data as it is. */
export type Node = readonly number[];

/** One column after the other, each on top of those before: a combination that still fails loses one cell more. */
export function flattenNodes(columns: readonly QuasiColumn[], order: readonly string[]): readonly Node[] {
  const node = columns.map(() => 0);
  return order.map((name) => {
    const place = columns.findIndex((column) => column.name === name);
    node[place] = columns[place].levels.length - 1;
    return [...node];
  });
}

/**
 * Every node of the lattice but the data as it is, least loss first; ties go to the node that keeps the earlier columns finer.
 * Covering sparse combinations at least loss is set-cover-hard; taking nodes in this order is the greedy way (linear in nodes).
 */
export function sweepNodes(columns: readonly QuasiColumn[], losses: readonly (readonly Float64Array[])[]): readonly Node[] {
  let nodes: number[][] = [[]];
  for (const { levels } of columns) nodes = nodes.flatMap((node) => levels.map((_, level) => [...node, level]));
  const mean = losses.map((levels) => levels.map((values) => values.reduce((sum, loss) => sum + loss, 0) / values.length));
  const lossOf = (node: Node) => node.reduce((sum, level, c) => sum + mean[c][level], 0);
  return nodes
    .slice(1)
    .map((node) => ({ node, loss: lossOf(node) }))
    .sort((a, b) => a.loss - b.loss || compareNodes(a.node, b.node))
    .map(({ node }) => node);
}

function compareNodes(a: Node, b: Node): number {
  const place = a.findIndex((level, c) => level !== b[c]);
  return place < 0 ? 0 : a[place] - b[place];
}
