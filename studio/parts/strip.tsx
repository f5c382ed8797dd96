import type { ComponentChildren } from 'preact';
import type { Choices } from '../state/choices.ts';
import { lastPolicy } from '../state/drafted.ts';
import { lastFound, useInspection } from '../state/found.ts';
import { count, percent, wordsOf } from '../state/language.ts';
import { markOf } from '../state/mark.ts';
import { place } from '../state/place.ts';
import { choices } from '../state/work.ts';
import { protectionWords } from '../words/protection.ts';
import { stripWords } from '../words/strip.ts';
import { Icon } from './icon.tsx';

/** One line on every screen of a work: who is protected, who is alone as it is, what is promised to whom. It moves with the choices. */
export function Strip() {
  const words = wordsOf(stripWords);
  const { screen } = place.value;
  const isLate = screen === 'run' || screen === 'release';
  const isKnown = lastFound.value !== undefined || lastPolicy.value !== undefined || choices.value?.k !== undefined;
  if (isLate && !isKnown) return <Asking />; // a policy that the operator fixed promises something, and does not say here what
  return (
    <section class="strip" aria-label={words.name}>
      {isLate ? <Asking /> : null}
      <dl>
        <Who />
        <Alone />
        <Promised />
        <Audience />
      </dl>
      <Made />
    </section>
  );
}

/** Where no screen looks at the data, the line does: once, and from memory after that. */
function Asking() {
  useInspection({ isMoving: true });
  return null;
}

const Pair = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

function Who() {
  const words = wordsOf(stripWords);
  const subject = choices.value?.subject ?? lastFound.value?.found.shape.subject;
  const isSettled = choices.value?.subject !== undefined || lastFound.value !== undefined;
  return <Pair name={words.who}>{subject === 'row' ? words.eachRow : (subject ?? (isSettled ? words.nobody : '…'))}</Pair>;
}

function Alone() {
  const words = wordsOf(stripWords);
  const standing = lastFound.value?.found.standing;
  const share = standing?.steps.at(-1)?.unique;
  return (
    <Pair name={words.alone}>
      <span class={lastFound.value?.isNow === false ? 'stale number' : 'number'}>
        {share === undefined || standing === undefined ? '–' : words.of(percent(share), count(standing.subjects))}
      </span>
    </Pair>
  );
}

function Promised() {
  const words = wordsOf(stripWords);
  const { k, settings } = choices.value as Choices; // a work is open, or this is not drawn
  const drafted = lastPolicy.value ?? {};
  const numbers = [
    ['k', k ?? drafted.k],
    ['P', settings.p ?? drafted.p],
    ['l', settings.l ?? drafted.l],
  ].flatMap(([name, value]) => (typeof value === 'number' ? [`${name} ${count(value)}`] : []));
  return (
    <Pair name={words.promised}>
      {numbers.length === 0 ? <span class="soft">{words.nothing}</span> : <span class="number">{numbers.join(' · ')}</span>}
    </Pair>
  );
}

function Audience() {
  const words = wordsOf(stripWords);
  const audience = choices.value?.audience ?? (lastPolicy.value === undefined ? undefined : 'internal');
  return audience === undefined ? null : <Pair name={words.to}>{wordsOf(protectionWords).audiences[audience].name}</Pair>;
}

/** Whether the last release is of these choices. */
function Made() {
  const words = wordsOf(stripWords);
  const { release, releaseOf, data } = choices.value as Choices; // as above
  if (release === undefined || lastPolicy.value === undefined) return null;
  const isSame = releaseOf === markOf([data, lastPolicy.value]);
  return (
    <p class={isSame ? 'good' : 'soft'}>
      <Icon name={isSame ? 'check' : 'warn'} /> {isSame ? words.made : words.changed}
    </p>
  );
}
