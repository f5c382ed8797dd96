import type { SeriesManifest } from '../release/manifest.ts';
import { checkCells } from './cells.ts';
import { checkClasses, readClasses } from './classes.ts';
import type { Counter } from './counter.ts';
import { checkCurves } from './curves.ts';
import type { DataFindings } from './findings.ts';
import { layoutOf } from './layout.ts';
import { checkRowCount } from './row-count.ts';
import type { Source } from './source.ts';

/** Rows of series: cells of the declared form, k subjects in an envelope, P in a pattern, curves that tell nothing more. */
export async function checkSeriesRows(counter: Counter, source: Source, manifest: SeriesManifest): Promise<DataFindings> {
  const layout = layoutOf(source);
  await readClasses(counter, layout);
  const cells = await checkCells(counter, layout, manifest);
  const { breaches, ...classes } = await checkClasses(counter, layout, manifest.promises, manifest.data.file);
  const curves = cells.length + breaches.length === 0 ? await checkCurves(counter, layout, manifest) : []; // made from sound cells only
  return { breaches: [...checkRowCount(classes.rows, manifest.data), ...cells, ...breaches, ...curves], classes };
}
