/**
 * A regular expression over column names, matched without going back: all states of a small automaton walk over a name at once (Thompson, CACM 11(6),
 * 1968), so that the time is at most its states times the letters of the name. JavaScript's own matcher takes time that doubles with each letter for
 * some expressions, and a policy may come from anybody. Undefined where the expression is malformed, too large, or looks back or ahead.
 */
export function columnPattern(source: string, flags: string): ((name: string) => boolean) | undefined {
  try {
    if (source.length > longest) return undefined;
    new RegExp(source, `u${flags}`); // its grammar is checked here: the reading below may rely on it
    const reader: Reader = { source, at: 0, flags };
    const states: State[] = [];
    const start = linkPart(alternatives(reader), states, add(states, { kind: 'end' }));
    return reader.at === source.length ? (name) => matches(states, start, [...name], flags) : undefined;
  } catch {
    return undefined;
  }
}

const longest = 1000;
const mostStates = 4000;

/** What an expression is made of. */
type Part =
  | { readonly kind: 'letter'; readonly test: RegExp }
  | { readonly kind: 'place'; readonly place: Place }
  | { readonly kind: 'row'; readonly parts: readonly Part[] }
  | { readonly kind: 'choice'; readonly parts: readonly Part[] }
  | { readonly kind: 'repeat'; readonly part: Part; readonly least: number; readonly most: number };

type Place = 'start' | 'end' | 'edge' | 'inside';

type State =
  | { readonly kind: 'letter'; readonly test: RegExp; readonly next: number }
  | { readonly kind: 'place'; readonly place: Place; readonly next: number }
  | { readonly kind: 'fork'; readonly next: number[] }
  | { readonly kind: 'end' };

interface Reader {
  readonly source: string;
  readonly flags: string;
  at: number;
}

function alternatives(reader: Reader): Part {
  const parts: Part[] = [row(reader)];
  while (reader.source[reader.at] === '|') {
    reader.at++;
    parts.push(row(reader));
  }
  return parts.length === 1 ? parts[0] : { kind: 'choice', parts };
}

function row(reader: Reader): Part {
  const parts: Part[] = [];
  while (reader.at < reader.source.length && !'|)'.includes(reader.source[reader.at])) parts.push(readRepeated(reader));
  return { kind: 'row', parts };
}

function readRepeated(reader: Reader): Part {
  const part = atom(reader);
  const [said, least, comma, most] = takeMatch(reader, /(?:[*+?]|\{(\d+)(,)?(\d+)?\})\??/y) ?? [''];
  if (said === '') return part;
  if (said[0] !== '{')
    return { kind: 'repeat', part, least: said[0] === '+' ? 1 : 0, most: said[0] === '?' ? 1 : Number.POSITIVE_INFINITY };
  const end = comma === undefined ? Number(least) : most === undefined ? Number.POSITIVE_INFINITY : Number(most);
  return { kind: 'repeat', part, least: Number(least), most: end };
}

function atom(reader: Reader): Part {
  if (takeMatch(reader, /\((?:\?:|\?<[^=!>][^>]*>|(?!\?))/y) !== null) {
    const part = alternatives(reader);
    reader.at++; // its closing bracket
    return part;
  }
  const [place] = takeMatch(reader, /\^|\$|\\[bB]/y) ?? [];
  if (place !== undefined) return { kind: 'place', place: places[place] };
  const [letter] =
    takeMatch(
      reader,
      /\[(?:[^\]\\]|\\.)*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u[\da-fA-F]{4}|\\x..|\\c.|\\[^1-9kbB]|[^\\()]/uy,
    ) ?? [];
  if (letter === undefined) throw new Error('looks back or ahead');
  return { kind: 'letter', test: new RegExp(`^${letter}$`, `u${reader.flags}`) };
}

const places: Readonly<Record<string, Place>> = { '^': 'start', $: 'end', '\\b': 'edge', '\\B': 'inside' };

function takeMatch(reader: Reader, expression: RegExp): RegExpExecArray | null {
  expression.lastIndex = reader.at;
  const found = expression.exec(reader.source);
  if (found !== null) reader.at = expression.lastIndex;
  return found;
}

function add(states: State[], state: State): number {
  if (states.length >= mostStates) throw new Error('too large');
  return states.push(state) - 1;
}

/** Puts a part before the state `next`; answers where it begins. */
function linkPart(part: Part, states: State[], next: number): number {
  switch (part.kind) {
    case 'letter':
    case 'place':
      return add(states, { ...part, next });
    case 'row':
      return part.parts.reduceRight((after, one) => linkPart(one, states, after), next);
    case 'choice':
      return add(states, { kind: 'fork', next: part.parts.map((one) => linkPart(one, states, next)) });
    case 'repeat':
      return repeatedBefore(part, states, next);
    default:
      return part satisfies never;
  }
}

function repeatedBefore({ part, least, most }: Part & { kind: 'repeat' }, states: State[], next: number): number {
  let start = next;
  if (most === Number.POSITIVE_INFINITY) {
    const ways = [next];
    start = add(states, { kind: 'fork', next: ways });
    ways.push(linkPart(part, states, start));
  } else for (let i = least; i < most; i++) start = add(states, { kind: 'fork', next: [next, linkPart(part, states, start)] });
  for (let i = 0; i < least; i++) {
    const before = linkPart(part, states, start);
    if (before === start) break; // it takes no letter and no state: any number of them is none
    start = before;
  }
  return start;
}

/** Whether the expression is found anywhere in the text. */
function matches(states: readonly State[], start: number, letters: readonly string[], flags: string): boolean {
  const word = new RegExp('^\\w$', `u${flags}`);
  const seen = new Uint32Array(states.length);
  let active: number[] = [];
  for (let at = 0; at <= letters.length; at++) {
    active.push(start);
    const reached = reach(states, active, { holds: placeTest(letters, at, word), seen, round: at + 1 });
    if (reached === undefined) return true;
    active = at < letters.length ? stepStates(states, reached, letters[at]) : [];
  }
  return false;
}

/** The states behind a letter. Copies of one part share its test, which is asked once. */
function stepStates(states: readonly State[], from: readonly number[], letter: string): number[] {
  const answers = new Map<RegExp, boolean>();
  const next: number[] = [];
  for (const index of from) {
    const state = states[index];
    if (state.kind !== 'letter') continue;
    const known = answers.get(state.test);
    const fits = known ?? state.test.test(letter);
    if (known === undefined) answers.set(state.test, fits);
    if (fits) next.push(state.next);
  }
  return next;
}

function placeTest(letters: readonly string[], at: number, word: RegExp): (place: Place) => boolean {
  const isWord = (i: number) => i >= 0 && i < letters.length && word.test(letters[i]);
  return (place) => {
    if (place === 'start') return at === 0;
    if (place === 'end') return at === letters.length;
    return (isWord(at - 1) !== isWord(at)) === (place === 'edge');
  };
}

interface Walk {
  readonly holds: (place: Place) => boolean;
  /** The round in which each state was last reached. */
  readonly seen: Uint32Array;
  readonly round: number;
}

/** All states that are reached without a letter; undefined where the end is one of them. */
function reach(states: readonly State[], from: readonly number[], { holds, seen, round }: Walk): readonly number[] | undefined {
  const reached: number[] = [];
  const enter = (index: number) => {
    if (seen[index] !== round) reached.push(index);
    seen[index] = round;
  };
  for (const index of from) enter(index);
  for (const index of reached) {
    const state = states[index];
    if (state.kind === 'end') return undefined;
    if (state.kind === 'fork') for (const next of state.next) enter(next);
    else if (state.kind === 'place' && holds(state.place)) enter(state.next);
  }
  return reached;
}
