import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Language } from '../base/languages.ts';
import { Refusal } from '../base/problem.ts';
import type { OnProgress } from '../base/progress.ts';
import { ok, type Result, refused } from '../base/result.ts';
import { openLocalEngine } from '../engine/local/local-engine.ts';
import type { Prepared, Tools } from '../families/family.ts';
import { settingOf } from '../figures/sweep-setting.ts';
import { noInput } from '../formats/input-problems.ts';
import { missingInput } from '../formats/missing-input.ts';
import { json, writeSynced } from '../formats/text-file.ts';
import { filesNamedBy, type Policy } from '../policy/policy.ts';
import type { EventsInput, SweepGrid, SweepPolicyInput, TableInput } from '../policy/policy-input.ts';
import { parseSweep, type Sweep } from '../policy/sweep-grid.ts';
import { checkHeld, checkTarget, openStage, sweepFolder } from '../release/stage.ts';
import { sweepCsv } from '../report/sweep-csv.ts';
import type { Limits, SweepPoint, SweepResult } from '../report/sweep-result.ts';
import { atWork } from './at-work.ts';
import { callProblem } from './call-problem.ts';
import { version } from './documents.ts';
import { familyOf } from './families.ts';
import { takeInput, type WithData } from './given/input.ts';
import { paretoSet } from './pareto.ts';
import { readPolicyFile } from './policy-file.ts';
import { recommendSetting } from './recommend.ts';
import { type PolicyFile, reproducingCommand } from './reproducing-command.ts';
import { seedOf } from './seed.ts';
import { stopwatch } from './stopwatch.ts';
import { type Cells, cellsOf } from './sweep-cells.ts';
import { type Impossible, trySettings, type Verified } from './try-settings.ts';

/** What a sweep takes, of any family. */
type SweptInput = SweepPolicyInput | EventsInput | TableInput;

/** How a sweep is done, beside its policy and its grid. */
export interface SweepOptions {
  /** Folder of the sweep, `sweep` when left out; the policy's own `out` belongs to a run. */
  readonly out?: string;
  /** Replace an existing sweep at `out`. */
  readonly force?: boolean;
  /** The policy file that the settings come from: commands name it, and say only what differs. */
  readonly policyFile?: string | undefined;
  readonly onProgress?: OnProgress;
  /** Read when the input is `-`. */
  readonly stdin?: Readable;
  /** Aborted, it ends the sweep: the answer is a problem, `run/aborted`, and nothing is left of it. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Tries every setting of a grid on one input and recommends one; the grid beats the policy's `sweep`, which beats the default.
 * A setting counts only after its release was written and verified; then the release is removed again.
 * Whatever goes wrong, `out` is as it was before.
 */
export async function sweep(
  given: WithData<SweptInput>,
  grid: SweepGrid = {},
  heard: SweepOptions = {},
): Promise<Result<SweepResult>> {
  const wrong = callProblem(['grid', grid, 'options'], ['options', heard, 'options']);
  if (wrong !== undefined) return refused(wrong);
  const { stdin, ...options } = heard;
  const taken = takeInput<SweptInput>(given, stdin);
  if (!taken.ok) return taken;
  const { settings: raw } = taken.value;
  const missing = missingInput(raw.input);
  if (missing !== undefined) return refused(missing);
  const asked = parseSweep({ ...raw.sweep, ...grid });
  if (!asked.ok) return asked;
  const cells = cellsOf({ ...raw }, asked.value);
  if (!cells.ok) return cells;
  const { out = 'sweep', force = false } = options;
  const policy = cells.value.cells.flatMap((cell) => ('policy' in cell ? [cell.policy] : [])).at(0);
  if (policy === undefined)
    return refused(...cells.value.cells.flatMap((cell) => ('impossible' in cell ? [cell.impossible] : [])).slice(0, 1));
  const checkPlace = () => checkTarget(out, force, sweepFolder) ?? checkHeld(out, filesNamedBy(policy));
  return atWork({ ...policy, out, checkPlace }, { ...options, given: taken.value.given }, async (tools) => {
    const file = policyFileAt(options.policyFile);
    const result = await trySweep({ raw, asked: asked.value, ...cells.value, policy, file }, tools);
    return result.ok ? publishSweep(result.value, { out, force, lang: policy.lang }, tools) : result;
  });
}

interface Sweeping extends Cells {
  readonly raw: SweptInput;
  readonly asked: Sweep;
  /** That of the first cell that has one. */
  readonly policy: Policy;
  readonly file: PolicyFile | undefined;
}

function policyFileAt(path: string | undefined): PolicyFile | undefined {
  const read = path === undefined ? undefined : readPolicyFile(path);
  return path !== undefined && read?.ok === true ? { path, settings: read.value } : undefined;
}

type Reproducible = Verified & { readonly command: string };

async function trySweep({ raw, asked, family, grid, cells, policy, file }: Sweeping, tools: Tools): Promise<Result<SweepResult>> {
  if (policy.input === undefined) return refused(noInput());
  const watch = stopwatch();
  const seed = seedOf(policy);
  const inputs = openInputs(
    tools,
    cells.flatMap((cell) => ('policy' in cell ? [cell.policy] : [])),
  );
  const given = new Set(Object.keys(raw));
  let subjects = 0;
  let tried: readonly (Reproducible | Impossible)[];
  try {
    const first = await inputs.of(policy);
    subjects = first.counts.subjects;
    watch.lap('read');
    tried = (await trySettings({ cells, inputOf: inputs.of, first, seed }, tools)).map((one) =>
      'problem' in one ? one : { ...one, command: reproducingCommand(one, given, file) },
    );
  } finally {
    inputs.close();
  }
  watch.lap('settings');
  const verified = tried.filter((one): one is Reproducible => !('problem' in one));
  if (verified.length === 0) return refused(...tried.flatMap((one) => ('problem' in one ? [one.problem] : [])).slice(0, 1));

  const limits = limitsIn(asked);
  const choice = recommendSetting(family, verified, limits);
  const best = new Set(paretoSet(family, verified));
  const pointOf = (one: Reproducible | Impossible): SweepPoint => {
    if ('problem' in one) return impossiblePoint(one);
    const { policy: own, raw: written, ...point } = one;
    const marks = { pareto: best.has(one), recommended: choice.met && one === choice.point };
    return { ...point, status: 'verified', ...marks };
  };
  return ok({
    shoal: version,
    family,
    input: { rows: subjects, subjects },
    grid,
    limits,
    ...('queries' in policy ? { queries: policy.queries } : {}),
    recommendation: {
      rule: choice.rule,
      met: choice.met,
      setting: settingOf(choice.point),
      reason: choice.reason,
      command: choice.point.command,
    },
    points: tried.map(pointOf),
    seconds: watch.seconds(),
  });
}

/** What is there is a number, as its door says. */
const limitsIn = ({ maxValueLoss, maxPatternLoss, maxQuasiLoss, maxRecordsLost, minRetention }: Sweep): Limits =>
  Object.fromEntries(
    Object.entries({ maxValueLoss, maxPatternLoss, maxQuasiLoss, maxRecordsLost, minRetention }).filter(
      ([, value]) => value !== undefined,
    ),
  );

/** What of a policy decides how its input is read, or what stays of it when a release was made. */
function readingOf(policy: Policy): string {
  if (policy.family === 'series') return '';
  if (policy.family === 'table') return JSON.stringify({ ...policy, k: 0, method: '' });
  return JSON.stringify({ ...policy, k: 0, flatten: [], pseudonym: '' });
}

/** Inputs as settings need them: what is read alike is read once. */
function openInputs(tools: Tools, policies: readonly Policy[]) {
  const read = new Map<string, Promise<Prepared>>();
  const held: Prepared[] = [];
  let { onProgress } = tools;
  return {
    async of(policy: Policy): Promise<Prepared> {
      const reading = readingOf(policy);
      const known = read.get(reading);
      if (known !== undefined) return known;
      const input = prepareFor(readerAmong(policies, policy), {
        ...tools,
        onProgress,
        openEngine: () => engineFor(policy, tools),
      });
      onProgress = () => {}; // told once
      read.set(reading, policy.family === 'events' ? input.then(keepOpen) : input);
      return read.get(reading) ?? input;
    },
    close() {
      for (const input of read.values()) void input.then((one) => one.close()).catch(() => {});
      for (const input of held) input.close();
    },
  };

  /** The tables of a log are in its engine, and every setting makes its release of them. */
  function keepOpen(input: Prepared): Prepared {
    held.push(input);
    return { ...input, close() {} };
  }
}

/** Of the settings that read a log alike, one whose ids rotate: it needs the days as well. */
const readerAmong = (policies: readonly Policy[], policy: Policy): Policy =>
  policy.family === 'events'
    ? (policies.find((one) => one.family === 'events' && one.pseudonym.startsWith('rotate:')) ?? policy)
    : policy;

const engineFor = ({ memory }: Policy, { workspace, threads }: Tools) => openLocalEngine({ workspace, threads, memory });

async function prepareFor(policy: Policy, tools: Tools): Promise<Prepared> {
  let engine: ReturnType<Tools['openEngine']> | undefined;
  const openEngine = () => {
    engine ??= tools.openEngine();
    return engine;
  };
  const input = await familyOf(policy).prepare({ ...policy, input: policy.input ?? '' }, { ...tools, openEngine });
  if (!input.ok) throw new Refusal(...input.problems);
  return input.value;
}

const impossiblePoint = ({ problem, ...setting }: Impossible): SweepPoint => ({
  ...setting,
  status: 'impossible',
  code: problem.code,
  reason: `${problem.what} ${problem.why}`,
  pareto: false,
  recommended: false,
});

async function publishSweep(
  result: SweepResult,
  { out, force, lang }: { readonly out: string; readonly force: boolean; readonly lang: Language },
  { workspace, onProgress }: Tools,
): Promise<Result<SweepResult>> {
  const { sweepHtml } = await import('../report/sweep-html.ts'); // charts take a third of a second to load
  workspace.signal.throwIfAborted();
  const stage = openStage(out, workspace, force, sweepFolder);
  if (!stage.ok) return stage;
  writeSynced(join(stage.value.folder, 'sweep.csv'), sweepCsv(result));
  writeSynced(join(stage.value.folder, 'sweep.html'), sweepHtml(result, lang));
  writeSynced(join(stage.value.folder, 'sweep.json'), json(result)); // last, as by it the folder is known
  const blocked = stage.value.publish();
  if (blocked !== undefined) return refused(blocked);
  onProgress({ phase: 'publish', done: 3, total: 3, unit: 'files', finished: true });
  return ok(result);
}
