import { bestLinkage, type Intrusion } from '../attack/intrusion.ts';
import type { Counting } from '../base/counting.ts';
import { createPool } from '../base/pool.ts';
import { invariant } from '../base/problem.ts';
import { randomFrom } from '../base/random.ts';
import { ok, type Result, refused } from '../base/result.ts';
import type { Prepared, Tools, Work } from '../families/family.ts';
import { refusalAt } from '../plan/gates.ts';
import type { Plan } from '../plan/plan.ts';
import { readNoiseKey } from '../policy/noise.ts';
import { guardRelease } from '../release/guard-release.ts';
import type { Manifest } from '../release/manifest.ts';
import { writeDraft } from '../release/write-manifest.ts';
import type { Summary } from '../report/summary.ts';
import { asProblem } from '../verify/breaches.ts';
import type { Population } from '../verify/table/population.ts';
import { verifyRelease } from '../verify/verify.ts';
import { arrowBeside } from './arrow-beside.ts';
import { version } from './documents.ts';
import { familyOf } from './families.ts';
import type { Judged } from './judged-family.ts';
import { partRelease } from './part-release.ts';

/** What a plan is performed with. */
export interface Execution {
  readonly tools: Tools;
  readonly seed: number | string;
  /** Where the release is written; a folder `internal` lies in it. */
  readonly folder: string;
  /** Called at the end of each phase. */
  readonly lap?: (phase: string) => void;
  /** Called when threads are needed no more: their memory is worth more to the verifier. */
  readonly releaseThreads?: () => Promise<void>;
  /** What judges count with. */
  readonly counting: Counting;
  /** Whether a report will be written, which tells the sizes of groups. */
  readonly census?: boolean;
  /** Puts a judged release in its place; without it, a plan that publishes is not executed. */
  readonly publish?: (executed: Executed) => Promise<Result<Summary>>;
}

/** A release in its folder, every promise of it verified in the written bytes. */
export interface Executed {
  readonly manifest: Manifest;
  readonly judged: Judged;
  /** What attacks found, where a gate asks for them. */
  readonly attacks?: readonly Intrusion[];
  /** Of a release that was published. */
  readonly summary?: Summary;
}

/** Does what a plan says, step by step, and nothing else. Whatever it refuses, one of the plan's own steps names. */
export async function performPlan(plan: Plan, input: Prepared, execution: Execution): Promise<Result<Executed>> {
  const { tools, seed, folder } = execution;
  const small = input.rows <= familyOf(plan.policy).rowsWorthThreads(plan.policy);
  const own = small ? { ...tools, pool: createPool(0, { signal: tools.workspace.signal }) } : tools;
  return continueWork({ plan, input, tools: own, random: randomFrom(seed), folder }, execution);
}

/** Takes work through the steps of its plan, from wherever it stands. */
export async function continueWork(work: Work, execution: Execution): Promise<Result<Executed>> {
  const { policy, steps } = work.plan;
  const family = familyOf(policy);
  let executed: Executed | undefined;
  for (const step of steps) {
    work.tools.workspace.signal.throwIfAborted();
    switch (step.step) {
      case 'gate': {
        if (step.figure === 'linkage' && executed !== undefined) {
          const { attackWritten } = await import('./attack-written.ts'); // few policies ask for it
          const attacked = await attackWritten(work, executed.manifest, execution.counting);
          if (!attacked.ok) return attacked;
          executed = { ...executed, attacks: attacked.value };
        }
        const figures = {
          ...work.made?.figures,
          ...(executed && { ...family.figures(executed.judged.found), linkage: bestLinkage(executed.attacks ?? []) }),
        };
        const problem = refusalAt(step, figures, policy);
        if (problem !== undefined) return refused(problem);
        break;
      }
      case 'verify': {
        const verified = await verifyWork(work, execution);
        if (!verified.ok) return verified;
        executed = verified.value;
        break;
      }
      case 'publish': {
        invariant(executed !== undefined && execution.publish !== undefined, 'nothing is published unverified');
        const published = await execution.publish(executed);
        if (!published.ok) return published;
        executed = { ...executed, summary: published.value };
        break;
      }
      default:
        await family.perform[step.step](work);
        lapAfter(step.step);
    }
  }
  invariant(executed !== undefined, 'every plan verifies what it wrote');
  return ok(executed);

  function lapAfter(step: string): void {
    const phase = family.phases[step];
    if (phase !== undefined) execution.lap?.(phase);
  }
}

/** Has the written bytes verified, and judges ask what else they give away. */
async function verifyWork(
  work: Work,
  { lap = () => {}, releaseThreads, counting, census = false }: Execution,
): Promise<Result<Executed>> {
  const { plan, input, tools, folder } = work;
  const { policy } = plan;
  const family = familyOf(policy);
  await releaseThreads?.();
  input.close();
  const noiseKey = policy.family === 'table' ? readNoiseKey(policy) : ok(undefined);
  if (!noiseKey.ok) return noiseKey;
  const population = await populationOf(work);
  const written = guardRelease(folder, policy, family.manifest(work, version));
  const openFiles = async () => (await tools.openEngine()).files;
  const parted = policy.partRows === undefined ? ok(written) : await partRelease(folder, policy, written, openFiles);
  if (!parted.ok) return parted;
  const manifest = policy.format === 'arrow' ? await arrowBeside(folder, parted.value) : parted.value;
  writeDraft(folder, manifest);
  const verdict = await verifyRelease(folder, counting, {
    onProgress: tools.onProgress,
    census,
    stage: 'written',
    threads: tools.threads,
    signal: tools.workspace.signal,
    noiseKey: noiseKey.value,
    population,
  });
  if (!verdict.ok) return verdict;
  if (!verdict.value.holds) return refused(...verdict.value.breaches.map(asProblem));
  lap('verify');
  const found = await family.judge(work, verdict.value, counting, manifest);
  if (family.judging !== undefined) lap(family.judging);
  return ok({ manifest, judged: { work, verdict: verdict.value, found } });
}

/** The table that the policy names, for the verifier to read: what is promised against it is proved before anything is published. */
async function populationOf({ plan: { policy }, tools, folder }: Work): Promise<Population | undefined> {
  if (policy.family !== 'table' || policy.population === undefined) return undefined;
  const { openPopulation } = await import('./open-population.ts'); // few policies name one
  return openPopulation({ file: policy.population, policy }, folder, tools.workspace);
}
