import type { Bin } from '../../release/bin-rules.ts';
import type { Words } from '../words/en.ts';

/** A caption, and where bars differ in width how to read them. */
export function captionOf(caption: string, bins: readonly Bin[], { charts }: Words): string {
  const widths = bins.map(({ from, to }) => to - from);
  const differ = Math.max(...widths) > 1.001 * Math.min(...widths);
  return differ ? `${caption} ${charts.joined}` : caption;
}
