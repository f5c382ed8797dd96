import type { SweepResult } from './sweep-result.ts';
export function sweepHtml(result: SweepResult): string {
  return result.shoal;
}
