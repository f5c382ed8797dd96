import type { Fact } from './problem.ts';

/** A sentence by its code, with what stands in its gaps. Whoever shows it has words for it in a language of theirs. */
export interface Told<Code extends string = string> {
  readonly code: Code;
  readonly facts?: Facts;
}

export type Facts = Readonly<Record<string, Fact>>;

export const inEnglish = (number: number): string =>
  Number.isSafeInteger(number) ? String(number).replace(/\B(?=(?:\d{3})+$)/g, ',') : number.toLocaleString('en-GB'); // the first use of Intl takes 20 ms

/** A sentence with its gaps filled: `{rows} rows<, first in row {row}>`. A part in pointed brackets goes where a fact of it is not known. */
export function fillIn(sentence: string, facts: Facts = {}, print: (number: number) => string = inEnglish): string {
  const tell = (fact: Fact): string =>
    Array.isArray(fact) ? fact.map(tell).join(', ') : typeof fact === 'number' ? print(fact) : String(fact);
  const fill = (part: string) => part.replace(/\{(\w+)\}/g, (_, name: string) => (name in facts ? tell(facts[name]) : '…'));
  const isKnown = (part: string) => namesIn(part).every((name) => name in facts);
  return fill(sentence.replace(optional, (_, part: string) => (isKnown(part) ? part : '')));
}

const optional = /<([^>]*)>/g;
const namesIn = (part: string): readonly string[] => [...part.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

/** The facts that a sentence cannot do without. */
export const gapsIn = (sentence: string): readonly string[] => namesIn(sentence.replace(optional, ''));
