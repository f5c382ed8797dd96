/** Shoal's public surface, and all of it: the command line uses nothing else. */
export { type GenerateOptions, generate } from './api/generate.ts';
export { plan } from './api/plan.ts';
export { rewriteReport } from './api/report.ts';
export { type RunOptions, run } from './api/run.ts';
export { Exit, type Problem } from './base/problem.ts';
export type { OnProgress, Progress } from './base/progress.ts';
export type { Result } from './base/result.ts';
export { openWorkspace, type Workspace } from './engine/local/workspace.ts';
export type { Plan, Step } from './plan/plan.ts';
export { type Policy, type PolicyInput, parsePolicy } from './policy/policy.ts';
export { policyJsonSchema } from './policy/schema.ts';
export type { Manifest } from './release/manifest.ts';
export type { Summary } from './report/summary.ts';
export type { SampleKind } from './samples/sample.ts';
export { asProblem, type Breach } from './verify/breaches.ts';
export { type Verdict, verifyRelease as verify } from './verify/verify.ts';
