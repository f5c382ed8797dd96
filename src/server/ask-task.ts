import type { Checked } from '../api/check.ts';
import type { Preview } from '../api/preview.ts';
import type { SignOffInput } from '../api/report.ts';
import type { ToldVerdict } from '../api/told-verdict.ts';
import type { Language } from '../base/languages.ts';
import { ok, type Result } from '../base/result.ts';
import type { Inspection } from '../inspect/inspection.ts';
import type { KeptPlan } from '../plan/plan.ts';
import type { Comparison } from '../report/comparison.ts';
import type { Edition, SignOff } from '../report/view.ts';

type Settings = Readonly<Record<string, unknown>>;

/** What a request waits for; paths in it are those of the folder that the process works in, but for a release that is signed where it lies. */
export type Ask =
  | { readonly ask: 'check'; readonly policy: Settings }
  | { readonly ask: 'inspect'; readonly reading: Settings }
  | { readonly ask: 'plan'; readonly policy: Settings }
  | { readonly ask: 'preview'; readonly policy: Settings; readonly subjects: number; readonly rows: number }
  | { readonly ask: 'verify'; readonly folder: string; readonly k?: number | undefined }
  | { readonly ask: 'compare'; readonly folders: readonly string[] }
  | { readonly ask: 'report'; readonly folder: string; readonly lang: Language | undefined; readonly edition: Edition }
  | { readonly ask: 'sign'; readonly folder: string; readonly by: SignOffInput };

interface Answers {
  readonly check: Checked;
  readonly inspect: Inspection;
  readonly plan: KeptPlan;
  readonly preview: Preview;
  readonly verify: ToldVerdict;
  readonly compare: Comparison;
  readonly report: string;
  readonly sign: readonly SignOff[];
}
export type AnswerTo<One extends Ask> = Answers[One['ask']];

/** Only what is asked for is loaded: most of these processes live for half a second. Policies passed their door, and pass it again in each. */
export async function answerAsk(ask: Ask): Promise<Result<unknown>> {
  switch (ask.ask) {
    case 'check':
      return (await import('../api/check.ts')).check(ask.policy as never);
    case 'inspect':
      return (await import('../api/inspect.ts')).inspect(ask.reading as never);
    case 'plan':
      return (await import('../api/plan.ts')).plan(ask.policy as never);
    case 'preview':
      return (await import('../api/preview.ts')).preview(ask.policy as never, ask);
    case 'verify': {
      const { tellVerdict } = await import('../api/told-verdict.ts');
      return tellVerdict(ask.folder, ask.k === undefined ? {} : { atLeast: { k: ask.k } });
    }
    case 'compare':
      return (await import('../api/compare.ts')).compare(ask.folders);
    case 'report':
      return ok(await (await import('../api/report.ts')).reportPage(ask.folder, ask.lang, ask.edition));
    case 'sign':
      return (await import('../api/report.ts')).signOff(ask.folder, ask.by);
    default:
      return ask satisfies never;
  }
}
