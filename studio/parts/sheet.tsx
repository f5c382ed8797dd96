import { reportWords } from '../words/report.ts';
import { Icon } from './icon.tsx';

export interface SheetShown {
  readonly holds: boolean;
  readonly kept: readonly string[];
  readonly weigh: readonly string[];
  readonly given: readonly string[];
}

/** What is kept and what is to weigh, side by side in the same size, as on the first sheet of the report; then what was given up. */
export function Sheet({ holds, kept, weigh, given }: SheetShown) {
  const { sheet, verdict } = reportWords();
  return (
    <>
      <div class="scales">
        <section class={`card scale ${holds ? 'good' : 'bad'}`}>
          <h2>
            {sheet.kept}{' '}
            <span class="verdict-word">
              <Icon name={holds ? 'check' : 'cross'} /> {holds ? verdict.pass : verdict.fail}
            </span>
          </h2>
          <Sentences all={kept} />
        </section>
        <section class="card scale weigh">
          <h2>{sheet.weigh}</h2>
          <Sentences all={weigh} />
        </section>
      </div>
      <section class="card">
        <h2>{sheet.given}</h2>
        <Sentences all={given} />
      </section>
    </>
  );
}

const Sentences = ({ all }: { readonly all: readonly string[] }) => (
  <ul class="sentences">
    {all.map((one) => (
      <li key={one}>{one}</li>
    ))}
  </ul>
);

/** Each promise by its name, and what the verifier looked at. */
export const Promises = ({ checks }: { readonly checks: readonly (readonly [name: string, text: string])[] }) => (
  <ul class="proofs">
    {checks.map(([name, text]) => (
      <li key={name}>
        <Icon name="check" />
        <span>
          <strong>{name}</strong> {text}
        </span>
      </li>
    ))}
  </ul>
);
