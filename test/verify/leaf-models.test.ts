import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManifestModel } from '../../src/release/manifest.ts';
import type { Breach } from '../../src/verify/breaches.ts';
import { type Draft, goodDraft, write } from './a-good-release.ts';
import { expectBreaches } from './expect-breaches.ts';
import { verifyLent } from './lent-duckdb.ts';
import { longDraft } from './long-tamperings.ts';
import { at, marker } from './tamperings.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-leaf-models-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const column = 'Note';

/** Eleven leaves of two to five records, each record of a leaf with another note: 1 to 5. */
const kept: readonly ManifestModel[] = [
  { model: 'distinct', column, l: 2 },
  { model: 'entropy', column, l: 2 },
  { model: 'recursive', column, l: 2, c: 1.1 },
  { model: 'alpha', column, share: 0.5 },
  { model: 'closeness', column, t: 0.5, distance: 'equal' },
  { model: 'closeness', column, t: 0.3, distance: 'ordered' },
  {
    model: 'closeness',
    column,
    t: 0.5,
    distance: 'hierarchy',
    tree: [
      [0, 0],
      [0, 0],
      [1, 0],
      [1, 0],
      [1, 0],
    ],
  },
];

const shapes = { wide: () => goodDraft('csv'), parquet: () => goodDraft('parquet columns'), long: () => longDraft('csv') };

type NoteOf = (place: number, leaf: number) => string;

/** The good release, the records of each leaf with these notes. */
function noted(shape: keyof typeof shapes, models: readonly ManifestModel[], noteOf: NoteOf): Draft {
  const draft = shapes[shape]();
  const cell = (row: readonly string[], name: string) => row[at(draft, name)];
  const leaves = new Map<string, string[]>();
  for (const [i, row] of draft.rows.entries()) {
    const leaf = [cell(row, 'GroupID'), cell(row, 'Pattern'), cell(row, 'Level')].join(' ');
    const record = shape === 'long' ? cell(row, 'Record') : String(i);
    const members = leaves.get(leaf) ?? leaves.set(leaf, []).get(leaf) ?? [];
    if (!members.includes(record)) members.push(record);
    row[at(draft, column)] = noteOf(members.indexOf(record), [...leaves.keys()].indexOf(leaf));
  }
  draft.manifest.promises.models = [...models];
  return draft;
}

async function verdictOn(draft: Draft) {
  const folder = mkdtempSync(join(home, 'release-'));
  await write(folder, draft);
  return verifyLent(folder);
}

const own: NoteOf = (place) => String(1 + place);

describe('models of a series', () => {
  it.each(Object.keys(shapes) as (keyof typeof shapes)[])('hold where every pattern keeps them (%s)', async (shape) => {
    const verified = await verdictOn(noted(shape, kept, own));
    expect(verified).toMatchObject({ ok: true, value: { holds: true, breaches: [] } });
    expect(verified.ok && verified.value.checks.filter((check) => check.includes('every pattern of an envelope')).length).toBe(
      kept.length,
    );
  });

  const one: NoteOf = (place, leaf) => (leaf === 3 ? '1' : own(place, leaf));
  const spelt: NoteOf = (place, leaf) => (leaf === 3 ? ['a', 'A ', ' a', '\u00a0A', 'a\t'][place] : own(place, leaf));
  const empty: NoteOf = (place, leaf) => (leaf === 3 ? ' ' : own(place, leaf));
  const forgeries: readonly (readonly [string, ManifestModel, NoteOf, Breach['kind']])[] = [
    ['one value', kept[0], one, 'few-different-values'],
    ['one value in several spellings', kept[0], spelt, 'few-different-values'],
    ['no value', kept[0], empty, 'few-different-values'],
    ['one value', kept[1], one, 'uneven-values'],
    ['one value in several spellings', kept[1], spelt, 'uneven-values'],
    ['one value', kept[2], one, 'uneven-values'],
    ['one value', kept[3], one, 'frequent-value'],
    ['no value', kept[3], empty, 'frequent-value'],
    ['one value', kept[4], one, 'distant-values'],
    ['values from one end alone', kept[5], (place, leaf) => (leaf < 5 ? '1' : String(100 + place)), 'distant-values'],
    ['values of one branch', { ...kept[6], t: 0.3 } as ManifestModel, one, 'distant-values'],
  ];
  it.each(
    forgeries.flatMap(([says, model, noteOf, breach]) =>
      (Object.keys(shapes) as (keyof typeof shapes)[]).map((shape) => ({ says, model, noteOf, breach, shape })),
    ),
  )('are broken by $says behind one pattern: $model.model ($shape)', async ({ model, noteOf, breach, shape }) => {
    expectBreaches(await verdictOn(noted(shape, [model], noteOf)), breach, [marker]);
  });

  it.each<[string, readonly ManifestModel[], Breach['kind']]>([
    ['of a column that is a label', [{ model: 'alpha', column: 'Town', share: 0.5 }], 'unfit-model'],
    ['that is made twice', [kept[3], kept[3]], 'unfit-model'],
    ['by a hierarchy that is not told', [{ model: 'closeness', column, t: 1, distance: 'hierarchy' }], 'unfit-model'],
    [
      'by a hierarchy of other values',
      [{ model: 'closeness', column, t: 1, distance: 'hierarchy', tree: [[0], [0]] }],
      'unfit-tree',
    ],
    ['that was sharpened in the manifest', [{ ...kept[4], t: 0.01 } as ManifestModel], 'distant-values'],
  ])('are no promise %s', async (_, models, breach) => {
    expectBreaches(await verdictOn(noted('long', models, own)), breach, [marker]);
  });
});
