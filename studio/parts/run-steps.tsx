import type { Planned } from '../api/releases.ts';
import { type Phase, type PhaseName, speedOf } from '../state/job.ts';
import { count, percent, timeOf, wordsOf } from '../state/language.ts';
import { runWords } from '../words/run.ts';
import { Icon } from './icon.tsx';

interface StepsShown {
  readonly planned: Pick<Planned, 'steps' | 'input'>;
  /** What was heard of it so far; of one that has not begun, nothing. */
  readonly phases?: readonly Phase[];
  /** Whether all of it is done. */
  readonly isDone?: boolean;
}

type PlannedStep = Planned['steps'][number];

/** The phase that a step of the plan is told under while it runs. */
const phaseOf: Readonly<Partial<Record<PlannedStep['step'], PhaseName>>> = {
  read: 'read',
  scan: 'read',
  load: 'read',
  group: 'group',
  combine: 'group',
  cluster: 'group',
  pattern: 'pattern',
  write: 'write',
  'write-events': 'write',
  'write-table': 'write',
  measure: 'measure',
  verify: 'verify',
  publish: 'publish',
};

/** In this order phases come, whatever their plan. */
const order: readonly PhaseName[] = ['fetch', 'read', 'group', 'pattern', 'write', 'measure', 'verify', 'table', 'publish'];

/** The steps of a run, each with its bar, how fast it is and what is left: in words as well. */
export function RunSteps({ planned, phases: heard, isDone = false }: StepsShown) {
  const words = wordsOf(runWords);
  const phases = heard ?? [];
  const steps = new Map(planned.steps.flatMap((one) => (phaseOf[one.step] === undefined ? [] : [[phaseOf[one.step], one]])));
  const names = order.filter((name) => steps.has(name) || phases.some((phase) => phase.name === name));
  const hasBegun = heard !== undefined;
  const last = Math.max(-1, ...phases.map(({ name }) => names.indexOf(name)));
  const now = phases[phases.length - 1]?.isDone === false ? last : last + 1; // the next may be silent for a while
  return (
    <ol class={hasBegun ? 'run-steps' : 'run-steps planned'}>
      {names.map((name, place) => {
        const phase = phases.find((one) => one.name === name);
        const isPast = isDone || phase?.isDone === true || place < last;
        const state = isPast ? 'done' : place === now ? 'now' : 'next';
        const share = state === 'done' ? 1 : (phase?.share ?? (state === 'now' ? undefined : 0));
        return (
          <li key={name} class={state}>
            <b class="mark" aria-hidden="true">
              {state === 'done' ? <Icon name="check" /> : place + 1}
            </b>
            <span class="what">
              <strong>{words.phases[name]}</strong>
              <Detail step={steps.get(name)} />
            </span>
            {hasBegun ? (
              <>
                <progress aria-label={words.phases[name]} max={1} {...(share === undefined ? {} : { value: share })} />
                <span class="told small">
                  {words.state[state]}
                  {phase === undefined || state !== 'now' ? null : <Speed phase={phase} rows={planned.input?.rows} />}
                </span>
              </>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}

function Detail({ step }: { readonly step: PlannedStep | undefined }) {
  const { details } = wordsOf(runWords);
  const told = step === undefined ? undefined : detailOf(step, details);
  return told === undefined ? null : <small>{told}</small>;
}

/** What a plan says of a step; a reduced one has names alone. */
function detailOf(step: PlannedStep, details: (typeof runWords)['en']['details']): string | undefined {
  const told = step as Readonly<Record<string, unknown>>; // by its keys, as some may be missing
  if (typeof told.rows === 'number') return details.rows(count(told.rows));
  if (typeof told.k === 'number') return details.k(count(told.k));
  if (typeof told.p === 'number') return details.p(count(told.p));
  if (typeof told.file === 'string') return told.file;
  return Array.isArray(told.promises) ? details.promises : undefined;
}

function Speed({ phase, rows }: { readonly phase: Phase; readonly rows: number | undefined }) {
  const words = wordsOf(runWords);
  const speed = speedOf(phase);
  const { share = 0 } = phase;
  const told = [
    ...(share > 0 ? [percent(share)] : []),
    ...(speed === undefined || rows === undefined ? [] : [words.rate(count(Number((rows * speed).toPrecision(2))))]),
    ...(speed === undefined ? [] : [words.left(timeOf((1 - share) / speed))]),
  ];
  return told.length === 0 ? null : <> · {told.join(' · ')}</>;
}
