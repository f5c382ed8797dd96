/**
 * Shoal's public surface, and all of it. What the command line does with data it does through here; what it takes from other rooms are words,
 * files of settings and pages. A test holds both.
 */

export { type AttackOptions, type Attacks, attack } from './api/attack.ts';
export { type Checked, check } from './api/check.ts';
export { type CompareOptions, compare } from './api/compare.ts';
export { draftHierarchy, type HierarchyChoice, type HierarchyDraft } from './api/draft-hierarchy.ts';
export { execute, type Places } from './api/execute.ts';
export { type GenerateOptions, generate } from './api/generate.ts';
export type { BytesInput, DataInput, Input, WithData } from './api/given/input.ts';
export type { QueryConnection, QueryInput } from './api/given/query.ts';
export { type InspectInput, type InspectOptions, inspect } from './api/inspect.ts';
export { type LedgerChoice, type LedgerLine, type ReadLedger, readLedger } from './api/ledger.ts';
export { writeMethodsPage } from './api/methods-page.ts';
export type { OriginalInput } from './api/open-original.ts';
export { plan } from './api/plan.ts';
export { type Preview, type PreviewOptions, preview, type Rows } from './api/preview.ts';
export type { Release, ReleaseDoors } from './api/release.ts';
export { type ReleasedRow, releasedRows } from './api/released-rows.ts';
export { type ReportOptions, type RewrittenReport, rewriteReport, type SignOffInput, signOff } from './api/report.ts';
export { run } from './api/run.ts';
export type { RunOptions } from './api/run-options.ts';
export { type SignOptions, sign } from './api/sign.ts';
export { newSigningKey, type SigningKey } from './api/signing-keys.ts';
export { type SweepOptions, sweep } from './api/sweep.ts';
export { ProblemError, unwrap } from './api/unwrap.ts';
export { type VerifyOptions, verify } from './api/verify.ts';
export type { Intruder, Intrusion } from './attack/intrusion.ts';
export { Exit, type Problem } from './base/problem.ts';
export type { ProblemCode } from './base/problem-code.ts';
export type { OnProgress, Progress } from './base/progress.ts';
export type { Result } from './base/result.ts';
export type { ArrowTable } from './formats/arrow-file.ts';
export { type Draft, draftPolicy } from './inspect/draft.ts';
export type { Choices } from './inspect/drafting.ts';
export type { Inspection } from './inspect/inspection.ts';
export type { GateStep } from './plan/gates.ts';
export type { KeptPlan, Plan } from './plan/plan.ts';
export type { Step } from './plan/steps.ts';
export { type Policy, parsePolicy } from './policy/policy.ts';
export type {
  AboutInput,
  EventsInput,
  PolicyInput,
  SeriesInput,
  SweepGrid,
  SweepPolicyInput,
  TableInput,
} from './policy/policy-input.ts';
export { policyJsonSchema } from './policy/schema.ts';
export type { EventsManifest, Manifest, SeriesManifest, TableManifest } from './release/manifest.ts';
export type { Comparison } from './report/comparison.ts';
export type { EventsSummary } from './report/events-summary.ts';
export type { SeriesSummary, Summary } from './report/summary.ts';
export type { SweepPoint, SweepResult } from './report/sweep-result.ts';
export type { TableSummary } from './report/table-summary.ts';
export type { SampleKind } from './samples/sample.ts';
export type { Answered } from './server/answered.ts';
export type { ServeListeners } from './server/listeners.ts';
export type { ServeOptions } from './server/options.ts';
export { type RunningServer, serve } from './server/serve.ts';
export { type AgentOptions, type AgentStreams, serveAgent } from './server/serve-agent.ts';
export { asProblem, type Breach } from './verify/breaches.ts';
export type { Verdict } from './verify/verify.ts';
