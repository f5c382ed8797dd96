import { Exit, type Problem, problem } from '../base/problem.ts';
import { type CellBreach, cellSentences } from './cell-breaches.ts';
import { type DataBreach, dataSentences } from './data-breaches.ts';
import { type CombinationBreach, combinationSentences } from './events/combination-breaches.ts';
import { type EvidenceBreach, evidenceSentences } from './evidence-breaches.ts';
import { type FolderBreach, folderSentences } from './folder-breaches.ts';
import { type ManifestBreach, manifestSentences } from './manifest-breaches.ts';
import { type ModelBreach, modelSentences } from './models/model-breaches.ts';
import { type OriginalBreach, originalSentences } from './original-breaches.ts';
import { type PartBreach, partSentences } from './part-breaches.ts';
import { type ReportBreach, reportSentences } from './report-breaches.ts';
import type { SentencesOf } from './sentences.ts';
import { type ClassBreach, classSentences } from './series/class-breaches.ts';
import { type CurveBreach, curveSentences } from './series/curve-breaches.ts';
import { type RecordBreach, recordSentences } from './series/record-breaches.ts';
import { type SignatureBreach, signatureSentences } from './signature-breaches.ts';
import { type PopulationBreach, populationSentences } from './table/population-breaches.ts';
import { type TableBreach, tableSentences } from './table/table-breaches.ts';

/** A promise that the released bytes do not keep. Facts are names, places and counts, never what a cell says. */
export type Breach =
  | ManifestBreach
  | FolderBreach
  | DataBreach
  | PartBreach
  | CellBreach
  | ClassBreach
  | CurveBreach
  | RecordBreach
  | CombinationBreach
  | EvidenceBreach
  | TableBreach
  | ModelBreach
  | PopulationBreach
  | OriginalBreach
  | ReportBreach
  | SignatureBreach;

const sentences: SentencesOf<Breach> = {
  ...manifestSentences,
  ...folderSentences,
  ...dataSentences,
  ...partSentences,
  ...cellSentences,
  ...classSentences,
  ...recordSentences,
  ...curveSentences,
  ...combinationSentences,
  ...evidenceSentences,
  ...tableSentences,
  ...modelSentences,
  ...populationSentences,
  ...originalSentences,
  ...reportSentences,
  ...signatureSentences,
};

/** Every kind of breach there is; each is a problem of code `verify/<kind>`. */
export const breachKinds = Object.keys(sentences) as readonly Breach['kind'][];

/** A breach as a problem, to show to people: what, where, why and how to fix it. */
export function asProblem(breach: Breach): Problem<`verify/${Breach['kind']}`> {
  const { kind, ...facts } = breach;
  const tell = sentences[kind] as (of: Breach) => ReturnType<(typeof sentences)[Breach['kind']]>; // the table vouches: it is keyed by kind
  return problem({ code: `verify/${kind}` as const, exit: Exit.broken, ...tell(breach), facts });
}
