import type { Inspection } from '../api/calls.ts';
import { count, percent, wordsOf } from '../state/language.ts';
import { lookWords } from '../words/look.ts';

interface LadderShown {
  readonly standing: NonNullable<Inspection['standing']>;
  /** Whether each row is one subject. */
  readonly byRow: boolean;
}

/** How many stand alone after each thing that somebody knows: a bar for each rung, with its number beside it. */
export function Ladder({ standing: { subjects, steps, singlingSets = [] }, byRow }: LadderShown) {
  const words = wordsOf(lookWords);
  return (
    <>
      <p class="soft">{(byRow ? words.ladderRows : words.ladderLede)(count(subjects))}</p>
      <ol class="ladder">
        {steps.map(({ column, unique, largestK, orMore = false }, rung) => (
          <li key={column}>
            <span class="what">
              {rung === 0 ? null : <em>{words.and}</em>} {column}
            </span>
            <span class="track" aria-hidden="true">
              <i class={unique > 0.5 ? 'most' : ''} style={{ width: `${Math.max(0.4, 100 * unique)}%` }} />
            </span>
            <span class="share number">
              <strong>{words.alone(percent(unique))}</strong>
              <small>{words.fewest(count(largestK), orMore)}</small>
            </span>
          </li>
        ))}
      </ol>
      {singlingSets.length === 0 ? null : (
        <>
          <p class="soft">{words.singlingSets}</p>
          <ul class="singling">
            {singlingSets.map(({ columns, unique, separation }) => (
              <li key={columns.join('\n')}>
                <strong>{columns.join(' + ')}</strong>: {words.alone(percent(unique))}, {words.pairsApart(percent(separation))}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
