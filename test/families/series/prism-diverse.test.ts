import { expect, it } from 'vitest';
import { randomFrom } from '../../../src/base/random.ts';
import { releaseLosses } from '../../../src/families/series/prism/published-losses.ts';
import { matrixOf } from '../../../src/frame/matrix.ts';
import { made } from './made.ts';

const length = 8;
const rows = 160;

/** Days around a level, and one of three values that is seldom in some parts of them. */
function daysAndValues(): { series: Float64Array[]; values: Uint32Array } {
  const random = randomFrom(3);
  const series = Array.from({ length }, () => new Float64Array(rows));
  const values = new Uint32Array(rows);
  for (let row = 0; row < rows; row++) {
    const level = 40 * random.unit();
    for (let t = 0; t < length; t++) series[t][row] = Math.round(level + 4 * random.normal());
    values[row] = random.unit() < (level > 20 ? 0.5 : 0.1) ? 1 + random.below(2) : 0;
  }
  return { series, values };
}

for (const l of [2, 3])
  it(`forms groups fast that are not much wider than normal ones where ${l} values must differ`, async () => {
    const { series, values } = daysAndValues();
    const lossOf = async (effort: 'fast' | 'normal') => {
      const policy = { method: 'prism', series: ['T'], sensitive: 'grade', k: 5, p: 5, l, segments: 4, effort } as const;
      const release = await made({ series, sensitive: [values] }, policy);
      return releaseLosses(release, matrixOf(series), length).value / rows;
    };
    const [fast, normal] = [await lossOf('fast'), await lossOf('normal')];
    expect(fast).toBeLessThan(1.1 * normal);
  });
