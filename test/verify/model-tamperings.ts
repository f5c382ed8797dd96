import type { ManifestModel } from '../../src/release/manifest.ts';
import type { Breach } from '../../src/verify/breaches.ts';
import type { VerifyOptions } from '../../src/verify/verify.ts';
import type { Shape, TableDraft, TableOptions } from './a-table-release.ts';

const column = 'toll_money';
/** Of ten passages in each group, all with another toll, lorry 1 has four: no toll is more than one of seven subjects'. */
export const kept: readonly ManifestModel[] = [
  { model: 'distinct', column, l: 10 },
  { model: 'entropy', column, l: 8 },
  { model: 'recursive', column, l: 3, c: 0.4 },
  { model: 'alpha', column, share: 0.15 },
  { model: 'closeness', column, t: 0.7, distance: 'equal' },
  { model: 'closeness', column, t: 0.3, distance: 'ordered' },
];

export const promise = (draft: TableDraft, ...models: readonly ManifestModel[]): void => {
  draft.manifest.promises.models = [...models];
};

/** Writes into the tolls of a group, published and in the evidence. */
function change(draft: TableDraft, group: number, tolls: (toll: string, place: number) => string): void {
  const groups = [...new Set(draft.rows.map((row) => JSON.stringify(row.slice(0, 4))))];
  for (const rows of [draft.rows, draft.evidence?.rows ?? []]) {
    let place = 0;
    for (const row of rows) if (JSON.stringify(row.slice(0, 4)) === groups[group]) row[5] = tolls(row[5], place++);
  }
}

interface Tampering {
  readonly says: string;
  readonly models: readonly ManifestModel[];
  readonly shape?: Shape;
  readonly of?: TableOptions;
  readonly before?: (draft: TableDraft) => void;
  readonly options?: VerifyOptions;
  readonly breach: Breach['kind'];
}

export const modelTamperings: readonly Tampering[] = [
  {
    says: 'two equal values where ten different ones are promised',
    models: [kept[0]],
    before: (draft) => change(draft, 0, (toll, place) => (place < 2 ? (place === 0 ? '10.5' : '+10.50') : toll)),
    breach: 'few-different-values',
  },
  {
    says: 'an empty value',
    models: [kept[0]],
    before: (draft) => change(draft, 2, (toll, place) => (place === 0 ? ' ' : toll)),
    breach: 'few-different-values',
  },
  {
    says: 'one value for most, where values are to be even',
    models: [kept[1]],
    before: (draft) => change(draft, 1, (toll, place) => (place < 6 ? '10' : toll)),
    breach: 'uneven-values',
  },
  {
    says: 'a value that is too frequent against the rest',
    models: [kept[2]],
    before: (draft) => change(draft, 1, (toll, place) => (place < 4 ? '10' : toll)),
    breach: 'uneven-values',
  },
  {
    says: 'values swapped between groups until one has too much of one',
    models: [kept[3]],
    before: (draft) => change(draft, 3, (toll, place) => (place < 3 ? '11.00' : toll)),
    breach: 'frequent-value',
  },
  {
    says: 'a share that holds by records and not by subjects',
    models: [{ model: 'alpha', column, share: 0.12 }],
    breach: 'frequent-value',
  },
  {
    says: 'the values of two groups sorted apart',
    models: [kept[5]],
    before: (draft) => {
      change(draft, 0, (_, place) => (1 + place / 10).toFixed(2));
      change(draft, 1, (_, place) => (99 + place / 10).toFixed(2));
    },
    breach: 'distant-values',
  },
  { says: 'a t that was lowered in the manifest', models: [{ ...kept[4], t: 0.01 } as ManifestModel], breach: 'distant-values' },
  {
    says: 'a hierarchy of other values',
    models: [{ model: 'closeness', column, t: 1, distance: 'hierarchy', tree: [[0], [0]] }],
    breach: 'unfit-tree',
  },
  {
    says: 'closeness by a hierarchy that is not told',
    models: [{ model: 'closeness', column, t: 1, distance: 'hierarchy' }],
    breach: 'unfit-model',
  },
  {
    says: 'a tree whose nodes are numbered to tell something else',
    models: [{ model: 'closeness', column, t: 1, distance: 'hierarchy', tree: [[7], [7]] }],
    breach: 'unfit-model',
  },
  { says: 'a promise about a column of labels', models: [{ model: 'distinct', column: 'axles', l: 2 }], breach: 'unfit-model' },
  { says: 'a promise made twice', models: [kept[0], kept[0]], breach: 'unfit-model' },
  { says: 'a promise about values that are not published', models: [kept[0]], shape: 'groups', breach: 'unfit-model' },
  { says: 'less than is asked for', models: [kept[1]], options: { atLeast: { l: 2 } }, breach: 'weak-promise' },
];
