import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { wordsOf } from '../state/language.ts';
import { addressOf, offered, type Place } from '../state/place.ts';
import { shellWords } from '../words/shell.ts';
import { ButtonLink } from './button.tsx';

interface PageShown {
  readonly title: string;
  readonly lede?: string;
  readonly children: ComponentChildren;
}

/** A screen: its title, which is read out when it opens, one sentence, and what it is about. */
export function Page({ title, lede, children }: PageShown) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Shoal`;
  }, [title]);
  useLayoutEffect(() => {
    // not after the first picture: who is quick has gone on from it by then
    if (isFirst) isFirst = false;
    else heading.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, []);
  return (
    <>
      <div class="title">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lede === undefined ? null : <p class="lede">{lede}</p>}
      </div>
      {children}
    </>
  );
}

/** Opening the page leaves the focus where browsers put it. */
let isFirst = true;

interface CardShown {
  readonly title?: string;
  readonly children: ComponentChildren;
  readonly class?: string;
}

export const Card = ({ title, children, class: kind = '' }: CardShown) => (
  <section class={`card ${kind}`}>
    {title === undefined ? null : <h2>{title}</h2>}
    {children}
  </section>
);

interface WaysShown {
  readonly back?: Place;
  readonly next?: Place;
  /** Something else to do here, beside going on. */
  readonly children?: ComponentChildren;
}

/** The ends of a screen: one step back, and the next one. */
export function Ways({ back, next, children }: WaysShown) {
  const words = wordsOf(shellWords);
  return (
    <div class="ways">
      {back === undefined ? null : (
        <ButtonLink href={addressOf(back)} icon="back">
          {words.back}
        </ButtonLink>
      )}
      <span class="gap" />
      {children}
      {next === undefined || !offered.value.has(next.screen) ? null : (
        <ButtonLink href={addressOf(next)} kind="main" icon="arrow">
          {words.next(words.names[next.screen])}
        </ButtonLink>
      )}
    </div>
  );
}
