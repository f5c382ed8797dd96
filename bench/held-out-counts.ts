import { cellsOf, kapras, naives, releaseOf, type Settings } from './held-out.ts';
import type { HeldOutSet } from './held-out-sets.ts';

/** Questions as many at once as a comparison asks; each of so many seeds asks others. */
const questions = 400;
const seeds = 40;

/**
 * How far off counts are by the same releases, asked again and again: by the 400 questions of `held-out`, by forty times as many, and what chance
 * makes of the difference to the best other method. One line a cell.
 */
export async function heldOutCounts(pattern: RegExp, every: number, folder: string | undefined): Promise<void> {
  console.log(
    `| cell | by ${questions}: Naive / KAPRA / PRISM | | by ${seeds * questions} | PRISM against the best other | a draw of ${questions} |`,
  );
  console.log('|---|---|---|---|---|---|');
  for (const { set, name, common } of cellsOf(pattern, every, folder)) {
    const asked = async (ways: readonly Settings[]) => {
      const found: Float64Array[] = [];
      for (const way of ways) found.push(await errorsOf(set, { ...common, ...way }));
      return { once: Math.min(...found.map(([one]) => one)), best: found.sort((one, other) => mean(one) - mean(other))[0] };
    };
    const [prism, naive, kapra] = [await asked([{ method: 'prism' }]), await asked(naives), await asked(kapras)];
    const other = mean(naive.best) < mean(kapra.best) ? naive.best : kapra.best;
    const shares = prism.best.map((own, seed) => own / mean(other) - other[seed] / mean(other)); // by the same seeds, so by about the same questions
    const methods = [naive, kapra, prism];
    const percent = (share: number) => (100 * share).toFixed(1);
    const cells = [
      methods.map(({ once }) => once.toPrecision(3)).join(' / '),
      `${percent(prism.once / Math.min(naive.once, kapra.once) - 1)} %`,
      methods
        .map(({ best }) => best)
        .map((own) => `${mean(own).toPrecision(3)} ± ${standardError(own).toPrecision(1)}`)
        .join(' / '),
      `${percent(mean(shares))} ± ${percent(standardError(shares))} %`,
      `± ${percent(standardError(shares) * Math.sqrt(seeds))} %`,
    ];
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
}

async function errorsOf(set: HeldOutSet, settings: Settings): Promise<Float64Array> {
  const { release, judgedBy } = await releaseOf(set, settings);
  const errors = new Float64Array(seeds).fill(1);
  if (release.groups.rows.length > 0)
    for (let seed = 0; seed < seeds; seed++) errors[seed] = (await judgedBy(questions, seed + 1)).rangeQueryError;
  return errors;
}

const mean = (of: Float64Array): number => of.reduce((sum, one) => sum + one, 0) / of.length;

function standardError(of: Float64Array): number {
  const middle = mean(of);
  return Math.sqrt(of.reduce((sum, one) => sum + (one - middle) ** 2, 0) / (of.length - 1) / of.length);
}
