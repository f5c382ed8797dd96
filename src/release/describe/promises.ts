import type { Manifest, ManifestModel } from '../manifest.ts';

/** Every promise of a release as a sentence, the one about k first. */
export function promiseSentences(manifest: Manifest): readonly string[] {
  const { promises } = manifest;
  const { k } = promises;
  if (manifest.method === 'events')
    return [`Every combination of quasi-identifiers belongs to at least ${k} subjects.`, ...ofEvents(manifest)];
  if (manifest.method === 'kaca')
    return [
      `Every combination of labels belongs to at least ${k} ${manifest.unit === 'row' ? 'rows' : 'subjects'}.`,
      ...ofTable(manifest),
    ];
  const { p, l, models = [] } = manifest.promises;
  return [
    `Every group holds at least ${k} subjects, who share the same bounds.`,
    `Every pattern of a group is shared by at least ${p} of its subjects.`,
    ...(l === undefined
      ? []
      : [`Every sensitive column has at least ${l} values among the records that share bounds and pattern.`]),
    ...models.map((model) => ofModel(model, 'Behind every pattern of a group')),
  ];
}

function ofEvents({
  promises: { k, confidence, traces, alsoProtect, durations },
}: Manifest & { method: 'events' }): readonly string[] {
  return [
    ...(confidence === undefined ? [] : [`One event of a subject tells another with a confidence of at most ${confidence}.`]),
    ...(traces === undefined ? [] : [`Every whole trace belongs to at least ${traces} subjects.`]),
    ...(alsoProtect === undefined ? [] : [`Every combination belongs to at least ${k} different values of ${alsoProtect}, too.`]),
    ...(durations === undefined ? [] : ['Times between events are told in bins, which belong to what k subjects share.']),
  ];
}

function ofTable({
  promises: { models = [], population },
  disjoint,
  suppression,
  noise,
}: Manifest & { method: 'kaca' }): readonly string[] {
  const { kMap, presence } = population ?? {};
  return [
    ...models.map((model) => ofModel(model, 'In every group')),
    ...(kMap === undefined ? [] : [`The labels of every group are true of at least ${kMap} subjects of the population.`]),
    ...(presence === undefined ? [] : [`Of them a share between ${presence.min} and ${presence.max} is in the release.`]),
    ...(disjoint === undefined ? [] : ['No two combinations of labels have anything in common.']),
    ...(suppression === undefined ? [] : [`Records of at most a share of ${suppression} of the subjects were left out.`]),
    ...(noise === undefined ? [] : [`Counts are told at most ${noise.most} from the true ones.`]),
  ];
}

function ofModel(model: ManifestModel, where: string): string {
  const values = `${where} ${model.column}`;
  switch (model.model) {
    case 'distinct':
      return `${values} has at least ${model.l} values.`;
    case 'entropy':
      return `${values} has the entropy of at least ${model.l} values that are equally frequent.`;
    case 'recursive':
      return `${values} is recursively (${model.c}, ${model.l})-diverse.`;
    case 'closeness':
      return `${values} is within ${model.t} of the whole release (${model.distance} distance).`;
    case 'alpha':
      return `${values} has no value in more than a share of ${model.share} of the records.`;
    default:
      throw model satisfies never;
  }
}

/**
 * The promises as technical measures in the Data Privacy Vocabulary (DPV 2, https://w3id.org/dpv). It has terms for the kinds of measures and none for k-anonymity,
 * so each measure says in words what it is. Nothing is called anonymous: whether it is, depends on what others know.
 */
export const measuresOf = (manifest: Manifest) =>
  promiseSentences(manifest).map((sentence) => ({
    '@type': 'dpv:Deidentification',
    'dct:description': sentence,
  }));

/** One sentence about the release, where its publisher says nothing of it. */
export const sentenceAbout = (manifest: Manifest): string =>
  `${subjectMatter[manifest.method === 'events' || manifest.method === 'kaca' ? manifest.method : 'series']}, released so that each person is hidden among others. ${promiseSentences(manifest)[0]}`;

const subjectMatter = {
  series: 'Time series of persons',
  events: 'An event log',
  kaca: 'A table of records of persons',
} as const;
