import type { ManifestModel } from '../../release/manifest.ts';

/** How a promise about sensitive values was counted. */
export interface CountedBy {
  /** What records that are published alike are called. */
  readonly group: string;
  /** `one`: a subject has one record; `unseen`: subjects are not told in the files that leave. */
  readonly subjects: 'one' | 'proved' | 'unseen';
}

/** What records of series are called that are published alike. */
export const leafGroup = 'pattern of an envelope';

/** What was looked at, in the words of a data officer. */
export function modelCheck(model: ManifestModel, { group, subjects }: CountedBy): string {
  const { column } = model;
  if (model.model === 'distinct') return `distinct: every ${group} has at least ${model.l} different values of ${column}`;
  const by = {
    one: '',
    proved: ', counted by records and by subjects',
    unseen:
      ', counted by records; that it holds by subjects too was proved at the time of writing and cannot be seen in the published files',
  }[subjects];
  switch (model.model) {
    case 'entropy':
      return `entropy: the values of ${column} in every ${group} are at least as even as ${model.l} equal shares${by}`;
    case 'recursive':
      return `recursive: in every ${group} the most frequent value of ${column} is below ${model.c} times all but the ${model.l - 1} most frequent${by}`;
    case 'alpha':
      return `alpha: in every ${group} no value of ${column} has more than a share of ${model.share}${by}`;
    case 'closeness':
      return `closeness: the values of ${column} in every ${group} are at most ${model.t} from those of all, by ${distanceWords[model.distance]}${by}`;
    default:
      return model satisfies never;
  }
}

const distanceWords = { equal: 'equal distance', ordered: 'their order', hierarchy: 'their hierarchy' };
