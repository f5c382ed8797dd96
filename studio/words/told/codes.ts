import type { ProblemCode } from '../../../src/base/problem-code.ts';
import type { Reason } from '../../../src/inspect/reasons.ts';
import type { planNotes } from '../../../src/plan/plan-notes.ts';
import type { Breach } from '../../../src/verify/breaches.ts';
import type { VerdictNote } from '../../../src/verify/notes.ts';

/** Codes told to whoever starts a server, types a command, or asks about flow: never by this page. */
export const elsewhere = new RegExp(
  [
    '^(attack|spark|usage|plan)/',
    '^verify/(?!not-a-release$|cannot-read$|changed-meanwhile$|out-of-memory$|no-scratch-space$)', // breaches have words of their own
    '^server/(bad-option|bad-token-file|cannot-listen|host-needs-token|internal-beyond-loopback|state-in-use)$',
    '^server/(dates-reversed|off-grid|k-not-declared|k-not-kept|not-ended|k-above-crowd|data-unusable|answer-time|exposes-earlier)$',
    '^output/(not-a-sweep|not-a-release-table|holds-what-is-read|table-.*)$',
    '^policy/(.*preset.*|bad-seed-file|bad-noise-key|two-seeds|typed-seed|password-.*|bad-address|no-input)$',
    '^input/(nested-value|invalid-date|not-a-row|stopped|consumed|unknown-kind|too-many-columns|bad-sql)$',
  ].join('|'),
);

/** All sentences of a language that are told by code; a test holds them to be there for every code that this page can show. A gap is `{name}`; a part in `<>` goes where its fact is not known. */
export interface ToldWords {
  /** What is wrong, then after `|` the way on. */
  readonly problems: Readonly<Partial<Record<ProblemCode, string>>>;
  readonly breaches: Readonly<Partial<Record<Breach['kind'], string>>>;
  readonly reasons: Readonly<Record<Reason['code'], string>>;
  readonly notes: Readonly<Record<keyof typeof planNotes | VerdictNote['code'], string>>;
  /** Of a problem whose facts may not be told. */
  readonly untold: string;
  /** Where it is, from the facts alone. */
  readonly places: Readonly<Record<'line' | 'row' | 'file' | 'column', string>>;
}
