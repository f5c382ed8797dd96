import { besideData } from '../release/data-files.ts';
import type { EventsManifest, Manifest, SeriesManifest } from '../release/manifest.ts';
import { columnsOfWindow } from './events/link-window.ts';
import type { DataFindings } from './findings.ts';
import { leafGroup, modelCheck } from './models/model-check.ts';
import { stepCheck } from './step-units.ts';
import { tableChecks } from './table/table-checks.ts';

/** The promises that a verdict speaks about, in the words of a data officer. Those about the data only where it could be read. */
export function checksOf(manifest: Manifest | undefined, findings: Partial<DataFindings> = {}): readonly string[] {
  if (manifest === undefined) return ['manifest: it can be read, and says nothing unknown'];
  const { dropped } = manifest;
  const checks = [
    'manifest: it can be read, says nothing unknown and does not contradict itself',
    'files: the folder holds the declared files, byte for byte (SHA-256), and nothing else',
    dropped.length === 0
      ? 'columns: the data has the declared columns and no other'
      : `columns: the data has the declared columns and no other, above all none of the ${dropped.length} dropped`,
  ];
  if (findings.classes === undefined) return checks;
  return [
    ...checks,
    'rows: there are as many as declared, each with one cell for each column',
    ...besideData(manifest).map((name) => `${name}: it says what the rows say and nothing else, to the last byte`),
    ...ofMethod(manifest, findings),
  ];
}

/** The checks of a verdict at the time of writing, when the evidence is at hand and the reports are not. */
export const checksAtWriting = (manifest: Manifest): readonly string[] =>
  checksOf(manifest, {
    classes: { rows: 0, groups: 0, leaves: 0, smallestGroup: 0, smallestLeaf: 0 },
    counted: 'subjects',
    noise: true,
    population: { presence: true },
  });

function ofMethod(manifest: Manifest, findings: Partial<DataFindings>): string[] {
  const { counted = 'subjects', original } = findings;
  if (manifest.method === 'kaca') return tableChecks(manifest, findings);
  if (manifest.method === 'events')
    return [...eventChecks(manifest, counted), ...(original === true ? [eventOriginalCheck(manifest)] : [])];
  return [...seriesChecks(manifest, counted), ...(original === true ? [originalCheck(manifest)] : [])];
}

type CountedIn = NonNullable<DataFindings['counted']>;

function seriesChecks({ promises, pattern, columns, shape, curve }: SeriesManifest, counted: CountedIn): string[] {
  const labels = columns.some(({ kind }) => kind === 'label');
  return [
    ...(shape === 'long'
      ? ['records: each has one row for each declared instant, and says the same of itself in all of them']
      : []),
    'intervals: each is finite, has the declared decimals, and its lower bound is not above the upper one',
    ...stepCheck(columns),
    `groups: each GroupID carries one envelope${labels ? ' and one label of each quasi-identifier' : ''}`,
    `k: every published envelope is shared by at least ${promises.k} subjects`,
    `p: inside an envelope every pattern is shared by at least ${promises.p} subjects`,
    ...(promises.l === undefined
      ? []
      : [`l: records that share envelope and pattern have at least ${promises.l} different values of each sensitive column`]),
    ...(promises.models ?? []).map((model) => modelCheck(model, { group: leafGroup, subjects: 'one' })),
    ...(columns.some(({ role }) => role === 'curve')
      ? [curve === 'mean' ? meanCurvesCheck(promises.k, counted) : curvesCheck]
      : []),
    pattern.form === 'interval'
      ? `patterns: each is ${pattern.segments} rising ranges of symbols that its level has; levels go from 1 to ${pattern.maxLevel}`
      : `patterns: each is a word of ${pattern.segments} symbols that its level has; levels go from 1 to ${pattern.maxLevel}`,
  ];
}

const curvesCheck = 'curves: each is what its envelope, pattern and level make of it, and tells nothing more';

const meanCurvesCheck = (k: number, counted: CountedIn): string =>
  counted === 'subjects'
    ? `curves: each is the mean of its group of at least ${k} subjects, blank where two of them hold more than 0.9 of it, proved from values that do not leave`
    : `curves: each is one for its group of at least ${k} subjects, and within its band; that it is their mean was proved at the time of writing and cannot be seen in the published files`;

function originalCheck({ pattern, method, columns, unit, promises: { p } }: SeriesManifest): string {
  const words = {
    interval: ', its own word in the ranges of its pattern',
    representative: '',
    word: method === 'kapra' ? ', its pattern is its own word' : `, its pattern is the own word of at least ${p} of its group`,
  }[pattern.form];
  const labels = columns.some(({ kind }) => kind === 'label') ? ', its labels are true of it' : '';
  const subjects = unit.startsWith('one ') ? '; no two records are of one subject' : ''; // else each row was declared to be one
  return `original: every record's values lie in its bands${labels}${words}, and its sensitive cells are unchanged${subjects}`;
}

function eventChecks(manifest: EventsManifest, counted: CountedIn): string[] {
  const { k } = manifest.promises;
  const ids = {
    random: ['ids: each is a whole number that means nothing'],
    rotate: [
      'ids: each is a whole number that means nothing',
      'ids: one that stands on several events stands on none that is coarser, so no event gives back what was taken from another',
    ],
    'shared:day': linkChecks(manifest),
    'shared:week': linkChecks(manifest),
    keep: ['ids: every row has one'],
    drop: [],
  };
  return [
    'cells: none of a combination is empty, and those that tell a time have a form their column can have',
    ...ids[manifest.pseudonym],
    kCheck(k, manifest.pseudonym, counted),
    ...(manifest.promises.alsoProtect === undefined ? [] : [memberCheck(k)]),
  ];
}

const linkChecks = (manifest: EventsManifest): string[] => [
  'ids: each is a whole number that means nothing',
  `links: what a number links is carried by at least ${manifest.promises.k} subjects as the very same set, by each once, and reads the same in ${columnsOfWindow(manifest).join(', ') || 'all columns'}`,
  ...(manifest.columns.some(({ role }) => role === 'position') ? [orderCheck(manifest.promises.k)] : []),
  ...(manifest.promises.traces === undefined ? [] : [traceCheck(manifest.promises.traces)]),
  ...(manifest.promises.durations === undefined ? [] : [durationCheck(manifest.promises)]),
  ...(manifest.promises.confidence === undefined ? [] : [tellingCheck(manifest.promises.confidence)]),
];

const orderCheck = (k: number): string =>
  `order: that of events under a number is told only where at least ${k} subjects have the very same, and gives back nothing that was taken from a time`;

const traceCheck = (traces: number): string =>
  `traces: what is more than a linked set is all of a subject, in its order, and at least ${traces} subjects have the very same`;

const durationCheck = ({ k, durations = [] }: EventsManifest['promises']): string =>
  `durations: the time since the event before is told in bins at ${durations.join(', ')}, only where at least ${k} subjects have the very same order with the very same bins, and of no event whose time is coarser`;

const tellingCheck = (confidence: number): string =>
  `confidence: of those who have an event, at most the share ${confidence} have it under a number that tells another, or what else happened`;

function eventOriginalCheck({ promises: { k }, pseudonym }: EventsManifest): string {
  const ids = {
    random: ', its id is the only one of its subject',
    'shared:day': ', its number is of its subject alone and links what is promised',
    'shared:week': ', its number is of its subject alone and links what is promised',
    rotate: ", its id is nobody else's",
    keep: ', its id is its subject',
    drop: '',
  }[pseudonym];
  return `original: every event is a row of its own, its cells are true of its time and its code${ids}, and ${k} subjects of the original share its combination`;
}

/** Nothing that leaves names them, whatever the ids are. */
const memberCheck = (k: number): string =>
  `members: every published combination is of at least ${k} different members of the second party, as only evidence that does not leave can prove`;

/** Says what was proved, and what could not be. */
function kCheck(k: number, pseudonym: EventsManifest['pseudonym'], counted: CountedIn): string {
  if (counted !== 'subjects')
    return `k: every published combination has at least ${k} ${counted}, which is necessary; that these are of ${k} subjects was proved at the time of writing and cannot be seen in the published files`;
  const by = pseudonym !== 'random' && pseudonym !== 'keep' ? ', proved row by row from evidence that does not leave' : '';
  return `k: every published combination is shared by at least ${k} distinct subjects${by}`;
}
