/** `shoal/verify`: what checks a release, for programs that make none. It draws the public page again to compare it, and loads charts only then. */
export type { OriginalInput } from './api/open-original.ts';
export { type VerifyOptions, verify } from './api/verify.ts';
export { Exit, type Problem } from './base/problem.ts';
export type { OnProgress, Progress } from './base/progress.ts';
export type { Result } from './base/result.ts';
export { asProblem, type Breach } from './verify/breaches.ts';
export type { Verdict } from './verify/verify.ts';
