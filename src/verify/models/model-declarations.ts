import type { ManifestColumn, ManifestModel } from '../../release/manifest.ts';
import type { ManifestBreach } from '../manifest-breaches.ts';

/** Promises about sensitive values: each of a column that is published unchanged, none twice, and a tree exactly where one is needed. */
export function checkModelDeclarations(
  models: readonly ManifestModel[],
  columns: readonly ManifestColumn[],
  role: 'kept' | 'sensitive',
): ManifestBreach[] {
  const published = new Set(columns.filter((column) => column.role === role).map(({ name }) => name));
  const seen = new Set<string>();
  const unfit = models.filter((model) => {
    const again = seen.size === seen.add(JSON.stringify({ ...model, tree: undefined })).size;
    const tree = model.model === 'closeness' ? model.tree : undefined;
    const needsTree = model.model === 'closeness' && model.distance === 'hierarchy';
    return again || !published.has(model.column) || needsTree !== (tree !== undefined) || (tree !== undefined && !isTree(tree));
  });
  return unfit.map(({ model, column }) => ({ kind: 'unfit-model', model, column }));
}

/** Paths of one length, each level numbered as it turns up, every node with one parent, and one root: nothing else can be told by it. */
function isTree(paths: readonly (readonly number[])[]): boolean {
  const height = paths[0]?.length ?? 0;
  for (let level = 0; level < height; level++) {
    const parents = new Map<number, number | undefined>();
    for (const path of paths) {
      if (path.length !== height) return false;
      const node = path[level];
      if (node > parents.size) return false;
      if (!parents.has(node)) parents.set(node, path[level + 1]);
      else if (parents.get(node) !== path[level + 1]) return false;
    }
    if (level === height - 1 && parents.size > 1) return false;
  }
  return true;
}
