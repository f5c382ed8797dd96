import { percent, wordsOf } from '../state/language.ts';
import { lookWords } from '../words/look.ts';

const wide = 88;
const high = 26;

/** The shape of a column in up to eight bars. They have no edges and no values, as those could be of one person. */
export function Spread({ name, shares }: { readonly name: string; readonly shares: readonly number[] }) {
  const words = wordsOf(lookWords);
  if (shares.length === 0) return null;
  const most = Math.max(...shares, 1e-9);
  const step = wide / shares.length;
  return (
    <svg
      class="spread"
      viewBox={`0 0 ${wide} ${high}`}
      role="img"
      aria-label={words.spreadOf(name, shares.map((share) => percent(share)).join(', '))}
    >
      {shares.map((share, place) => {
        const tall = Math.max(1, (high * share) / most);
        return <rect key={place} x={place * step} y={high - tall} width={step - 1.5} height={tall} rx="1" />;
      })}
    </svg>
  );
}
