import { describe, expect, it } from 'vitest';
import type { EventsManifest, Manifest, ManifestColumn, SeriesManifest, TableManifest } from '../../src/release/manifest.ts';
import { checksAtWriting, checksOf } from '../../src/verify/checks.ts';
import { checkDeclarations, checkPromises, droppedAmong, misplacedColumns } from '../../src/verify/declarations.ts';
import { checkEventDeclarations } from '../../src/verify/events/event-declarations.ts';
import type { Original } from '../../src/verify/original.ts';
import { tableChecks, unprovedOf } from '../../src/verify/table/table-checks.ts';
import { checkTableDeclarations } from '../../src/verify/table/table-declarations.ts';
import { checkDropped, checkWording } from '../../src/verify/wording.ts';
import { goodDraft } from './a-good-release.ts';
import { goodTable } from './a-table-release.ts';
import { goodEvents } from './an-event-release.ts';

const series = (variant: 'csv' | 'csv columns' = 'csv') => goodDraft(variant).manifest;
const table = (shape: 'records' | 'groups' = 'records') => goodTable(shape).manifest;
const log = (pseudonym: EventsManifest['pseudonym'] = 'random') => goodEvents(pseudonym).manifest;
/** A column more, or another in the place of one. */
const adding = <Some extends Manifest>(manifest: Some, ...more: readonly object[]): Some => ({
  ...manifest,
  columns: [...manifest.columns, ...more],
});
const changing = <Some extends Manifest>(manifest: Some, name: string, change: object): Some => ({
  ...manifest,
  columns: manifest.columns.map((column) => (column.name === name ? { ...column, ...change } : column)),
});
const lacking = <Some extends Manifest>(manifest: Some, ...names: readonly string[]): Some => ({
  ...manifest,
  columns: manifest.columns.filter(({ name }) => !names.includes(name)),
});

describe('promises', () => {
  const kinds = (
    manifest: Manifest,
    stage: 'written' | 'published' = 'published',
    atLeast: Parameters<typeof checkPromises>[2] = {},
  ) => checkPromises(manifest, stage, atLeast);

  it('are enough, or weaker than what is asked for', () => {
    const good = series();
    expect(kinds(good)).toEqual([]);
    expect(kinds(good, 'published', { k: 5, p: 2, l: 1 })).toEqual([]);
    expect(kinds(good, 'published', { k: 6, p: 3, l: 2 })).toEqual([
      { kind: 'weak-promise', promise: 'k', promised: 5, required: 6 },
      { kind: 'weak-promise', promise: 'p', promised: 2, required: 3 },
      { kind: 'weak-promise', promise: 'l', promised: 1, required: 2 },
    ]);
    const promises = { k: 5, p: 5, l: 3 };
    expect(kinds({ ...good, promises }, 'published', { p: 5, l: 3 })).toEqual([]);
    expect(kinds({ ...good, promises: { k: 5, p: 6 } })).toEqual([{ kind: 'p-above-k', k: 5, p: 6 }]);
    expect(kinds(table(), 'published', { p: 2 })).toEqual([{ kind: 'weak-promise', promise: 'p', promised: 1, required: 2 }]);
  });

  it('of tables have the l that every kept column has', () => {
    const distinct = (column: string, l: number) => ({ model: 'distinct' as const, column, l });
    const weak = (models: readonly object[] | undefined, l: number, manifest: TableManifest = table()) =>
      kinds(
        { ...manifest, promises: { k: 5, ...(models === undefined ? {} : { models }) } } as unknown as Manifest,
        'published',
        { l },
      ).length;
    expect(weak(undefined, 2)).toBe(1);
    expect(weak([distinct('weight', 3)], 2)).toBe(1); // nothing is promised of tolls
    expect(weak([distinct('weight', 3), distinct('toll_money', 2)], 2)).toBe(0);
    expect(weak([distinct('weight', 3), distinct('toll_money', 2)], 3)).toBe(1);
    expect(weak([distinct('weight', 3), distinct('toll_money', 2), distinct('toll_money', 4), distinct('weight', 2)], 3)).toBe(0);
    expect(
      weak(
        [
          { model: 'entropy', column: 'weight', l: 5 },
          { model: 'entropy', column: 'toll_money', l: 5 },
        ],
        2,
      ),
    ).toBe(1);
    expect(weak([distinct('axles', 9)], 2, table('groups'))).toBe(1);
    expect(weak([], 1, table('groups'))).toBe(0);
    expect(weak([distinct('weight', 3)], 2, lacking(table(), 'toll_money'))).toBe(0);
  });

  it('have a verdict once they are published, and one that holds', () => {
    const { verdict: _, ...without } = series();
    expect(kinds(without as SeriesManifest)).toEqual([{ kind: 'missing-verdict' }]);
    expect(kinds(without as SeriesManifest, 'written')).toEqual([]);
    const verdict = { holds: false, verifier: 'shoal 0.1.0', checks: [] };
    expect(kinds({ ...series(), verdict })).toEqual([{ kind: 'false-verdict' }]);
  });
});

describe('declared columns of series', () => {
  const found = (manifest: SeriesManifest) => checkDeclarations(manifest);

  it('are sound in both forms, wide and long', () => {
    expect(found(series())).toEqual([]);
    expect(found(series('csv columns'))).toEqual([]);
    expect(found(long())).toEqual([]);
    expect(found(long('csv columns'))).toEqual([]);
  });

  /** The same, an instant to a row. */
  function long(variant: 'csv' | 'csv columns' = 'csv'): SeriesManifest {
    const wide = series(variant);
    const bands = wide.columns.filter(({ role }) => role === 'series');
    const value = (suffix: string) => ({ ...bands[suffix === '_max' ? 1 : 0], name: `Value${suffix}`, of: 'Value' });
    const [group, ...others] = wide.columns.filter(({ role }) => role !== 'series');
    return {
      ...wide,
      shape: 'long',
      instants: ['1', '2', '3', '4'],
      columns: [
        group,
        { name: 'Record', role: 'record', kind: 'id' },
        { name: 'Time', role: 'instant', kind: 'text' },
        ...(variant === 'csv' ? [value('')] : [value('_min'), value('_max')]),
        ...others,
      ] as ManifestColumn[],
    };
  }

  it.each(['GroupID', 'Pattern', 'Level'])('have one %s', (name) => {
    const role = name === 'GroupID' ? 'group' : name.toLowerCase();
    expect(found(lacking(series(), name))).toEqual([{ kind: 'missing-role', role }]);
    const own = series().columns.find((column) => column.name === name);
    expect(found(adding(series(), { ...own, name: 'Another' }))).toEqual([
      { kind: 'repeated-role', role, columns: [name, 'Another'] },
    ]);
  });

  it('have bands, and no more segments than these', () => {
    expect(found(lacking(series(), 'H1', 'H2', 'H3', 'H4'))).toEqual([{ kind: 'missing-role', role: 'series' }]);
    const segments = (count: number, manifest = series()) =>
      found({ ...manifest, pattern: { ...manifest.pattern, segments: count } });
    expect(segments(5)).toEqual([{ kind: 'too-many-segments', segments: 5, instants: 4 }]);
    expect(segments(5, series('csv columns'))).toEqual([{ kind: 'too-many-segments', segments: 5, instants: 4 }]);
    expect(segments(5, long())).toEqual([{ kind: 'too-many-segments', segments: 5, instants: 4 }]);
    expect(segments(1, long())).toEqual([]);
  });

  it('are each once, of a kind that its role has, and none of another family', () => {
    expect(found(adding(series(), { name: 'Town', role: 'quasi', kind: 'label', of: 'Town' }))).toEqual([
      { kind: 'repeated-declaration', columns: ['Town'] },
    ]);
    expect(found(changing(series(), 'Note', { kind: 'label' }))).toEqual([
      { kind: 'unfit-kind', column: 'Note', role: 'sensitive', declared: 'label' },
    ]);
    for (const [name, kind] of [
      ['GroupID', 'text'],
      ['Pattern', 'text'],
      ['Level', 'id'],
      ['Town', 'text'],
    ])
      expect(found(changing(series(), name, { kind })), name).toMatchObject([{ kind: 'unfit-kind', column: name }]);
    expect(found(changing(series(), 'H1', { kind: 'label' }))).toMatchObject([{ kind: 'unfit-kind', column: 'H1' }]);
    expect(found(changing(series(), 'Age', { top: 80 }))).toMatchObject([{ kind: 'unfit-kind', column: 'Age' }]);
    expect(found(changing(series(), 'Age', { bottom: 8 }))).toMatchObject([{ kind: 'unfit-kind', column: 'Age' }]);
    expect(found(adding(series(), { name: 'count', role: 'count', kind: 'integer' }))).toMatchObject([
      { kind: 'unfit-role', column: 'count', shape: 'wide' },
    ]);
  });

  it('have decimals that can be printed, and steps of whole units', () => {
    const { decimals: _, ...bare } = series().columns[5];
    expect(found({ ...series(), columns: series().columns.with(5, bare as ManifestColumn) })).toEqual([
      { kind: 'missing-decimals', columns: ['Age'] },
    ]);
    expect(found(changing(series(), 'Age', { decimals: 100 }))).toEqual([]);
    expect(found(changing(series(), 'Age', { decimals: 101 }))).toEqual([{ kind: 'missing-decimals', columns: ['Age'] }]);
    expect(found(changing(series(), 'Age', { snap: 5 }))).toEqual([]);
    expect(found(changing(series(), 'Age', { snap: 0.5 }))).toEqual([{ kind: 'unfit-step', columns: ['Age'] }]);
    expect(found(changing(series(), 'Town', { snap: 5 }))).toEqual([{ kind: 'unfit-step', columns: ['Town'] }]);
    const whole = { ...series().columns[5], snap: 0.5, name: 'Other', of: 'Other' } as ManifestColumn;
    const { decimals: __, ...withoutDecimals } = whole;
    expect(found({ ...series(), columns: series().columns.with(5, withoutDecimals as ManifestColumn) })).toEqual([
      { kind: 'missing-decimals', columns: ['Other'] },
      { kind: 'unfit-step', columns: ['Other'] },
    ]);
  });

  it('have both bounds of a pair, side by side, of one column and one grid', () => {
    const good = series('csv columns');
    const at = (name: string) => good.columns.findIndex((column) => column.name === name);
    const unpaired = (manifest: SeriesManifest) =>
      found(manifest).flatMap((breach) => (breach.kind === 'unpaired-bound' ? breach.columns : []));
    expect(unpaired(lacking(good, 'Age_max'))).toEqual(['Age_min']);
    expect(unpaired(lacking(good, 'Age_min'))).toEqual(['Age_max']);
    const swapped = good.columns
      .with(at('Age_min'), good.columns[at('Age_max')])
      .with(at('Age_max'), good.columns[at('Age_min')]);
    expect(unpaired({ ...good, columns: swapped })).toEqual(['Age_max', 'Age_min']);
    for (const change of [{ decimals: 1 }, { role: 'series' }, { snap: 5 }, { of: 'Size' }])
      expect(unpaired(changing(good, 'Age_max', change))).toEqual(['Age_min', 'Age_max']);
    const nameless = good.columns.map((column) =>
      column.of === 'Age' ? { ...column, of: undefined } : column,
    ) as unknown as ManifestColumn[];
    expect(unpaired({ ...good, columns: nameless })).toEqual(['Age_min', 'Age_max']);
    expect(unpaired({ ...good, columns: [...good.columns, { ...good.columns[at('Age_min')], name: 'Z_min' }] })).toEqual([
      'Z_min',
    ]);
  });

  it('have sensitive columns where something is promised of them, and curves where they are told', () => {
    expect(found({ ...series(), promises: { k: 5, p: 2, l: 2 } })).toEqual([]);
    expect(found({ ...lacking(series(), 'Note'), promises: { k: 5, p: 2, l: 2 } })).toEqual([
      { kind: 'missing-role', role: 'sensitive' },
    ]);
    expect(found(lacking(series(), 'Note'))).toEqual([]);
    const models = [{ model: 'distinct' as const, column: 'Town', l: 2 }];
    expect(found({ ...series(), promises: { k: 5, p: 2, models } })).toEqual([
      { kind: 'unfit-model', model: 'distinct', column: 'Town' },
    ]);
    expect(found({ ...series(), curve: 'mean' } as SeriesManifest)).toEqual([{ kind: 'missing-role', role: 'curve' }]);
    const curves = [1, 2, 3, 4].map((t) => ({ name: `H${t}_curve`, role: 'curve', kind: 'number', of: `H${t}`, decimals: 2 }));
    expect(found({ ...adding(series(), ...curves), curve: 'mean' } as SeriesManifest)).toEqual([]);
  });

  it('hold nothing that was dropped, under its name or as a source', () => {
    expect(found({ ...series(), dropped: ['Name', ' TOWN'] })).toEqual([{ kind: 'dropped-column', columns: [' TOWN'] }]);
    expect(found({ ...series('csv columns'), dropped: ['age', 'x'] })).toEqual([{ kind: 'dropped-column', columns: ['age'] }]);
    expect(droppedAmong(['Ｎame', 'x '], ['name', 'y'])).toEqual([{ kind: 'dropped-column', columns: ['Ｎame'] }]);
    expect(droppedAmong(['x '], ['X'])).toEqual([{ kind: 'dropped-column', columns: ['x '] }]);
    expect(droppedAmong(['a'], ['b'])).toEqual([]);
  });

  it('stand in their order, under their own names', () => {
    const [group, ...others] = series().columns;
    expect(found({ ...series(), columns: [...others, group] })).toMatchObject([
      { kind: 'misplaced-declaration', columns: ['GroupID'] },
    ]);
    expect(found(changing(series(), 'GroupID', { name: 'Group' }))).toEqual([{ kind: 'odd-declaration', columns: ['Group'] }]);
    const roles = (...all: readonly string[]) => all.map((role) => ({ name: role, role })) as unknown as ManifestColumn[];
    expect(misplacedColumns(roles('group', 'series', 'quasi'), ['group', 'series', 'quasi'])).toEqual([]);
    expect(misplacedColumns(roles('series', 'group', 'quasi', 'series'), ['group', 'series', 'quasi'])).toEqual([
      { kind: 'misplaced-declaration', columns: ['group', 'series'], order: ['group', 'series', 'quasi'] },
    ]);
    expect(misplacedColumns(roles('series', 'other', 'quasi'), ['group', 'series', 'quasi'])).toEqual([]);
  });

  it('in the long shape have a record, an instant and one band; in the wide shape none of these', () => {
    const { instants: _, ...without } = long();
    expect(found(without as SeriesManifest)).toContainEqual({ kind: 'bad-instants', shape: 'long' });
    expect(found({ ...long(), instants: ['1', '2', '3', '3', '4'] })).toEqual([{ kind: 'bad-instants', shape: 'long' }]);
    expect(found({ ...long(), instants: [] })).toContainEqual({ kind: 'bad-instants', shape: 'long' });
    expect(found({ ...series(), instants: ['1'] })).toEqual([{ kind: 'bad-instants', shape: 'wide' }]);
    expect(found(lacking(long(), 'Record'))).toEqual([{ kind: 'missing-role', role: 'record' }]);
    expect(found(lacking(long(), 'Time'))).toEqual([{ kind: 'missing-role', role: 'instant' }]);
    expect(found(adding(long(), { name: 'Again', role: 'record', kind: 'id' }))).toEqual([
      { kind: 'repeated-role', role: 'record', columns: ['Record', 'Again'] },
    ]);
    expect(found(adding(long(), { name: 'Other', role: 'series', kind: 'interval', of: 'Other', decimals: 2 }))).toEqual([
      { kind: 'repeated-role', role: 'series', columns: ['Value', 'Other'] },
    ]);
    expect(found(adding(series(), { name: 'Record', role: 'record', kind: 'id' }))).toEqual([
      { kind: 'unfit-role', column: 'Record', role: 'record', shape: 'wide' },
    ]);
    expect(found(adding(series(), { name: 'Time', role: 'instant', kind: 'text' }))).toEqual([
      { kind: 'unfit-role', column: 'Time', role: 'instant', shape: 'wide' },
    ]);
  });
});

describe('declared columns of tables', () => {
  const found = (manifest: TableManifest) => checkTableDeclarations(manifest);

  it('are labels, and what is kept or counted', () => {
    expect(found(table())).toEqual([]);
    expect(found(table('groups'))).toEqual([]);
    expect(found(lacking(table(), 'section_region', 'time_period', 'axles', 'cargo'))).toEqual([
      { kind: 'missing-role', role: 'quasi' },
    ]);
    expect(found(lacking(table('groups'), 'truck_count'))).toEqual([{ kind: 'missing-role', role: 'count' }]);
    expect(found(adding(table('groups'), { name: 'count', role: 'count', kind: 'integer' }))).toEqual([
      { kind: 'repeated-role', role: 'count', columns: ['truck_count', 'count'] },
    ]);
    expect(found(adding(table(), { name: 'count', role: 'count', kind: 'integer' }))).toEqual([
      { kind: 'unfit-role', column: 'count', role: 'count', shape: 'records' },
    ]);
    expect(found(adding(table('groups'), { name: 'weight', role: 'kept', kind: 'text', of: 'weight' }))).toEqual([
      { kind: 'unfit-role', column: 'weight', role: 'kept', shape: 'groups' },
    ]);
    expect(found(adding(table(), { name: 'cargo', role: 'kept', kind: 'text', of: 'cargo' }))).toEqual([
      { kind: 'repeated-declaration', columns: ['cargo'] },
    ]);
    expect(found(adding(table(), { name: 'ill', role: 'sensitive', kind: 'text', of: 'ill' }))).toMatchObject([
      { kind: 'misplaced-declaration', columns: ['ill'] },
    ]);
  });

  it('have kinds, grids and codings that fit', () => {
    expect(found(changing(table(), 'weight', { kind: 'label' }))).toEqual([
      { kind: 'unfit-kind', column: 'weight', role: 'kept', declared: 'label' },
    ]);
    expect(found(changing(table(), 'cargo', { kind: 'text' }))).toMatchObject([{ kind: 'unfit-kind', column: 'cargo' }]);
    expect(found(changing(table('groups'), 'truck_count', { kind: 'text' }))).toMatchObject([
      { kind: 'unfit-kind', column: 'truck_count' },
    ]);
    expect(found(changing(table('groups'), 'avg_toll', { kind: 'text' }))).toMatchObject([
      { kind: 'unfit-kind', column: 'avg_toll' },
    ]);
    expect(found(changing(table(), 'axles', { top: 6, bottom: 2 }))).toEqual([]);
    expect(found(changing(table(), 'axles', { top: 6 }))).toEqual([]);
    expect(found(changing(table(), 'axles', { bottom: 6 }))).toEqual([]);
    expect(found(changing(table(), 'axles', { top: 6, bottom: 6 }))).toMatchObject([{ kind: 'unfit-kind', column: 'axles' }]);
    expect(found(changing(table(), 'cargo', { top: 6 }))).toMatchObject([{ kind: 'unfit-kind', column: 'cargo' }]);
    expect(found(changing(table(), 'cargo', { bottom: 6 }))).toMatchObject([{ kind: 'unfit-kind', column: 'cargo' }]);
    expect(found(changing(table(), 'axles', { decimals: 101 }))).toEqual([{ kind: 'missing-decimals', columns: ['axles'] }]);
    expect(found(changing(table(), 'axles', { snap: 0.5 }))).toEqual([{ kind: 'unfit-step', columns: ['axles'] }]);
    const models = [{ model: 'distinct' as const, column: 'cargo', l: 2 }];
    expect(found({ ...table(), promises: { k: 5, models } })).toEqual([
      { kind: 'unfit-model', model: 'distinct', column: 'cargo' },
    ]);
  });

  it('hold neither the subject nor what only the evidence may hold', () => {
    expect(found({ ...table(), dropped: ['vehicle_id', 'Weight'] })).toEqual([{ kind: 'dropped-column', columns: ['Weight'] }]);
    expect(found({ ...table(), unit: 'weight' })).toEqual([{ kind: 'dropped-column', columns: ['weight'] }]);
    expect(found(adding(table(), { name: 'row', role: 'kept', kind: 'text', of: 'row' }))).toEqual([]);
    expect(found({ ...adding(table(), { name: 'row', role: 'kept', kind: 'text', of: 'row' }), unit: 'row' })).toEqual([]);
    for (const name of ['_subject', '_row'])
      expect(found(adding(table(), { name, role: 'kept', kind: 'text', of: name }))).toEqual([
        { kind: 'dropped-column', columns: [name] },
      ]);
    expect(found(changing(table(), 'section_region', { of: 'driver' }))).toEqual([
      { kind: 'dropped-column', columns: ['driver'] },
    ]);
  });

  it('stand in their order, under their own names', () => {
    const { columns } = table();
    expect(found({ ...table(), columns: columns.toReversed() })).toMatchObject([{ kind: 'misplaced-declaration' }]);
    expect(found(changing(table(), 'weight', { name: 'mass' }))).toEqual([{ kind: 'odd-declaration', columns: ['mass'] }]);
  });
});

describe('declared columns of logs', () => {
  const found = (manifest: EventsManifest) => checkEventDeclarations(manifest);
  const shared = (): EventsManifest => ({ ...log('rotate'), pseudonym: 'shared:day' });
  const position = { name: 'position', role: 'position', kind: 'label' };
  const duration = { name: 'since_previous', role: 'duration', kind: 'label' };

  it('have an id exactly where the pseudonym leaves one', () => {
    for (const pseudonym of ['random', 'rotate', 'keep', 'drop'] as const) expect(found(log(pseudonym)), pseudonym).toEqual([]);
    expect(found({ ...log(), pseudonym: 'drop' })).toEqual([{ kind: 'kept-subject', columns: ['GUID'] }]);
    expect(found({ ...log('drop'), pseudonym: 'random', dropped: [] })).toEqual([{ kind: 'missing-role', role: 'subject' }]);
    expect(found({ ...log(), pseudonym: 'keep' })).toMatchObject([{ kind: 'unfit-kind', column: 'GUID' }]);
    expect(found({ ...log('keep'), pseudonym: 'random' })).toMatchObject([{ kind: 'unfit-kind', column: 'GUID' }]);
    expect(found(adding(log(), { name: 'Other', role: 'subject', kind: 'id' }))).toMatchObject([
      { kind: 'repeated-role', role: 'subject', columns: ['GUID', 'Other'] },
    ]);
  });

  it('have quasi-identifiers, each once, and nothing of other families', () => {
    expect(
      found({
        ...lacking(log(), 'generalized_event', 'week_number', 'weekday', 'time_period'),
        flat: { value: '*', columns: [] },
      }),
    ).toContainEqual({ kind: 'missing-role', role: 'quasi' });
    expect(found(adding(log(), { name: 'weekday', role: 'quasi', kind: 'label' }))).toMatchObject([
      { kind: 'repeated-declaration', columns: ['weekday'] },
    ]);
    expect(found(adding(log(), { name: 'toll', role: 'kept', kind: 'text' }))).toMatchObject([
      { kind: 'unfit-kind', column: 'toll' },
    ]);
    expect(found(adding(log(), { name: 'toll', role: 'kept', kind: 'id' }))).toMatchObject([
      { kind: 'unfit-kind', column: 'toll' },
    ]);
    expect(found(changing(log(), 'weekday', { kind: 'text' }))).toMatchObject([{ kind: 'unfit-kind', column: 'weekday' }]);
    expect(found(changing(log(), 'weekday', { snap: 5 }))).toMatchObject([{ kind: 'unfit-step', columns: ['weekday'] }]);
  });

  it('hold nothing that was dropped, no subject and no second party', () => {
    expect(found({ ...log(), dropped: ['WEEKDAY'] })).toEqual([{ kind: 'dropped-column', columns: ['WEEKDAY'] }]);
    for (const name of ['_subject', '_other'])
      expect(found(adding(log(), { name, role: 'quasi', kind: 'label' }))).toEqual([{ kind: 'dropped-column', columns: [name] }]);
    expect(found({ ...changing(log(), 'weekday', { of: 'dogodek' }) })).toMatchObject([
      { kind: 'dropped-column', columns: ['dogodek'] },
    ]);
  });

  it('have one position and one duration where numbers link, and what is promised of them', () => {
    expect(found(shared())).toEqual([]);
    expect(found(adding(shared(), position))).toEqual([]);
    expect(found(adding(log(), position))).toEqual([{ kind: 'foreign-words', keys: ['position'] }]);
    expect(found(adding(shared(), position, { ...position, name: 'again' }))).toMatchObject([
      { kind: 'repeated-role', role: 'position', columns: ['position', 'again'] },
    ]);
    expect(found(adding(shared(), position, duration, { ...duration, name: 'again' }))).toMatchObject([
      { kind: 'repeated-role', role: 'duration', columns: ['since_previous', 'again'] },
    ]);
    const promising = (manifest: EventsManifest, more: object): EventsManifest => ({
      ...manifest,
      promises: { ...manifest.promises, ...more },
    });
    const durations = ['1h', '1d'];
    expect(found(promising(adding(shared(), position, duration), { durations }))).toEqual([]);
    expect(found(promising(adding(shared(), position), { durations }))).toEqual([{ kind: 'missing-role', role: 'duration' }]);
    expect(found(adding(shared(), position, duration))).toEqual([{ kind: 'foreign-words', keys: ['promises.durations'] }]);
    expect(found(promising(adding(shared(), duration), { durations }))).toEqual([
      { kind: 'foreign-words', keys: ['promises.durations'] },
    ]);
    expect(found(promising(adding(shared(), position, duration), { durations: ['1d', '1h'] }))).toEqual([
      { kind: 'foreign-words', keys: ['promises.durations'] },
    ]);
    expect(found(promising(adding(shared(), position), { traces: 5 }))).toEqual([]);
    expect(found(promising(adding(shared(), position), { traces: 4 }))).toEqual([
      { kind: 'foreign-words', keys: ['promises.traces'] },
    ]);
    expect(found(promising(shared(), { traces: 5 }))).toEqual([{ kind: 'missing-role', role: 'position' }]);
    expect(found(promising(shared(), { confidence: 0.5 }))).toEqual([]);
    expect(found(promising(log(), { confidence: 0.5 }))).toEqual([{ kind: 'foreign-words', keys: ['promises.confidence'] }]);
    expect(found(promising(adding(log(), position), { traces: 5 }))).toEqual([
      { kind: 'foreign-words', keys: ['promises.traces', 'position'] },
    ]);
  });

  it('tell the window in which numbers link, unless they link whole traces', () => {
    const windowless = { ...lacking(shared(), 'week_number'), flat: { value: '100', columns: ['weekday'] } };
    expect(found(windowless)).toEqual([{ kind: 'missing-window', window: 'day' }]);
    expect(found({ ...windowless, pseudonym: 'shared:week' })).toEqual([{ kind: 'missing-window', window: 'week' }]);
    expect(found({ ...adding(windowless, position), promises: { k: 5, traces: 5 } })).toEqual([]);
    expect(found({ ...lacking(log(), 'week_number'), flat: { value: '100', columns: ['weekday'] } })).toEqual([]);
  });

  it('have settings that a run can write', () => {
    const calendar = (change: object) => found({ ...log(), calendar: { ...log().calendar, ...change } });
    const own = (keys: readonly string[]) => [{ kind: 'foreign-words', keys }];
    expect(calendar({ periods: { early: 0, late: 12 } })).toEqual([]);
    expect(calendar({ periods: {} })).toEqual(own(['calendar.periods']));
    expect(calendar({ periods: { early: 0, late: 0 } })).toEqual(own(['calendar.periods']));
    expect(calendar({ periods: { ['x'.repeat(40)]: 0, late: 5 } })).toEqual([]);
    expect(calendar({ periods: { ['x'.repeat(41)]: 0, late: 5 } })).toEqual(own(['calendar.periods']));
    expect(calendar({ periods: { 'a\u0007': 0, late: 5 } })).toEqual(own(['calendar.periods']));
    expect(calendar({ hourBlock: 4 })).toEqual(own(['calendar.hourBlock']));
    const { calendar: usual } = log();
    const hours = adding(log(), { name: 'quantized_hour', role: 'quasi', kind: 'label' });
    expect(found({ ...hours, calendar: { ...usual, hourBlock: 4 } })).toEqual([]);
    const timeless = lacking(log(), 'time_period');
    expect(found(timeless)).toEqual([]);
    expect(found({ ...timeless, calendar: { ...usual, periods: { early: 0 } } })).toEqual(own(['calendar.periods']));
    expect(found({ ...log(), flat: { value: '100', columns: ['weekday', 'week_number'] } })).toEqual(own(['flat.columns']));
    expect(found({ ...log(), flat: { value: '100', columns: ['year'] } })).toEqual(own(['flat.columns']));
    expect(found({ ...log(), flat: { value: 'x'.repeat(41), columns: ['weekday'] } })).toEqual(own(['flat.value']));
    expect(found({ ...log(), flat: { value: '100', columns: ['GUID'] } })).toEqual(own(['flat.columns']));
    expect(found({ ...log(), flat: { value: 'any', columns: ['weekday'] } })).toEqual([]);
    expect(found({ ...log(), flat: { value: 'any', columns: [] } })).toEqual(own(['flat.value']));
    for (const value of ['*', '100']) expect(found({ ...log(), flat: { value, columns: [] } })).toEqual([]);
  });

  it('stand in their order, under their own names', () => {
    expect(
      found({ ...log(), columns: log().columns.toReversed(), flat: { value: '100', columns: ['weekday', 'week_number'] } }),
    ).toMatchObject([{ kind: 'misplaced-declaration', columns: ['GUID'] }]);
    expect(found(adding(shared(), { ...position, name: 'place' }))).toEqual([{ kind: 'odd-declaration', columns: ['place'] }]);
  });
});

describe('words of a manifest', () => {
  const keys = (manifest: Manifest) => checkWording(manifest).flatMap((breach) => ('keys' in breach ? breach.keys : []));
  const judged = <Some extends Manifest>(manifest: Some): Some => ({
    ...manifest,
    verdict: { holds: true, verifier: `shoal ${manifest.shoal}`, checks: checksAtWriting(manifest) },
  });

  it('are those that a run can write', () => {
    expect(checkWording(judged(series()))).toEqual([]);
    for (const good of [series(), table(), table('groups'), log(), log('drop')]) expect(keys(judged(good))).toEqual([]);
    for (const shoal of ['0.2.0', '10.20.9999', '1.0.0-alpha.1', '1.0.0-rc.12', '1.0.0-beta.0'])
      expect(keys(judged({ ...series(), shoal })), shoal).toEqual([]);
    for (const shoal of ['1.0', '01.0.0', '1.0.0-', '1.0.0-dev.1', '1.0.0-alpha', '1.0.10000', 'v1.0.0', '1.0.0 '])
      expect(keys({ ...judged(series()), shoal, verdict: undefined } as unknown as Manifest), shoal).toEqual(['shoal']);
    expect(keys(judged({ ...series(), dropped: ['Name', 'Name'] }))).toEqual(['dropped']);
  });

  it('say who a subject is: a column that was dropped or is there, or each row', () => {
    const unit = (manifest: Manifest, text: string) => keys(judged({ ...manifest, unit: text } as Manifest));
    for (const text of ['one row per "Name", checked in the input', 'one series per "Card number", checked in the input'])
      expect(unit(series(), text)).toEqual([]);
    for (const text of ['one row per "Town", checked in the input', 'row', 'one curve per "Name", checked in the input'])
      expect(unit(series(), text)).toEqual(['unit']);
    expect(unit(table(), 'row')).toEqual([]);
    expect(unit(table(), 'driver')).toEqual([]);
    expect(unit(table(), 'weight')).toEqual(['unit']);
    expect(unit(table(), 'each row is one subject, as declared')).toEqual(['unit']);
    expect(unit(log(), 'one subject per "dogodek", however many events')).toEqual([]);
    expect(unit(log(), 'one subject per "weekday", however many events')).toEqual(['unit']);
    expect(unit(log(), 'each row is one subject, as declared')).toEqual(['unit']);
    expect(unit({ ...log(), dropped: [] }, 'one subject per "GUID", however many events')).toEqual([]);
  });

  it('tell rules of means where there are means, and of noise where counts have it', () => {
    const dominance = { largest: 1, share: 0.5 };
    expect(keys(judged({ ...table('groups'), dominance }))).toEqual([]);
    expect(keys(judged({ ...table(), dominance }))).toEqual(['dominance']);
    const counts = lacking(table('groups'), 'avg_toll');
    expect(keys(judged({ ...counts, noise: { most: 2, variance: 2 } }))).toEqual([]);
    expect(keys(judged({ ...counts, noise: { most: 2, variance: 2.1 } }))).toEqual(['noise']);
    expect(keys(judged({ ...table('groups'), noise: { most: 2, variance: 1 } }))).toEqual(['noise']);
    expect(keys(judged({ ...table(), noise: { most: 2, variance: 1 } }))).toEqual(['noise']);
    expect(keys(judged({ ...counts, unit: 'row', noise: { most: 2, variance: 1 } }))).toEqual(['noise']);
  });

  it('of a verdict are those of the program that made the release', () => {
    const good = judged(series());
    const verdict = (change: object) => keys({ ...good, verdict: { ...good.verdict, ...change } } as Manifest);
    const checks = good.verdict?.checks ?? [];
    expect(verdict({ verifier: 'shoal 0.1.1' })).toEqual(['verdict.verifier']);
    expect(verdict({ checks: checks.slice(1) })).toEqual(['verdict.checks']);
    expect(verdict({ checks: [...checks, 'and more'] })).toEqual(['verdict.checks']);
    expect(verdict({ checks: checks.with(0, 'another') })).toEqual(['verdict.checks']);
    expect(verdict({ checks: [], holds: false })).toEqual([]);
    expect(keys({ ...good, verdict: undefined } as unknown as Manifest)).toEqual([]);
  });

  it('of dropped columns are names that the original has', () => {
    const original = { columns: [{ name: 'Name' }, { name: 'Town' }] } as unknown as Original;
    expect(checkDropped({ ...series(), dropped: ['Name'] }, original)).toEqual([]);
    expect(checkDropped({ ...series(), dropped: ['Name', 'x', 'y'] }, original)).toEqual([{ kind: 'unknown-dropped', names: 2 }]);
    expect(checkDropped({ ...series(), dropped: ['x'] }, { ...original, header: ['x'] } as Original)).toEqual([]);
  });
});

describe('the promises that a verdict speaks about', () => {
  const classes = { rows: 1, groups: 1, leaves: 1, smallestGroup: 5, smallestLeaf: 2 };
  const begin = (checks: readonly string[]) => checks.map((check) => check.split(':')[0]);
  const of = (manifest: Manifest, more: object = {}) => checksOf(manifest, { classes, ...more });

  it('are about the files alone where the data could not be read', () => {
    expect(begin(checksOf(undefined))).toEqual(['manifest']);
    expect(begin(checksOf(series()))).toEqual(['manifest', 'files', 'columns']);
    expect(checksOf(series())[2]).toContain('none of the 2 dropped');
    expect(checksOf({ ...series(), dropped: [] })[2]).not.toContain('dropped');
  });

  it('of series are these', () => {
    const rows = ['manifest', 'files', 'columns', 'rows'];
    expect(begin(of(series()))).toEqual([...rows, 'intervals', 'groups', 'k', 'p', 'patterns']);
    expect(begin(of({ ...series(), shape: 'long' }))).toContain('records');
    expect(begin(of(series()))).not.toContain('records');
    expect(of(series()).join()).toContain('one label of each quasi-identifier');
    expect(of(lacking(series(), 'Town')).join()).not.toContain('label of each');
    expect(begin(of({ ...series(), promises: { k: 5, p: 2, l: 3 } }))).toContain('l');
    expect(begin(of({ ...series(), promises: { k: 5, p: 2, models: [{ model: 'distinct', column: 'Note', l: 2 }] } }))).toContain(
      'distinct',
    );
    expect(begin(of(changing(series(), 'Age', { snap: 5 })))).toContain('bounds');
    const curved = adding(series(), { name: 'H1_curve', role: 'curve', kind: 'number', of: 'H1', decimals: 2 });
    expect(of(curved).join()).toContain('what its envelope, pattern and level make of it');
    expect(of({ ...curved, curve: 'mean' } as SeriesManifest).join()).toContain('proved from values that do not leave');
    expect(of({ ...curved, curve: 'mean' } as SeriesManifest, { counted: 'rows' }).join()).toContain(
      'cannot be seen in the published files',
    );
    expect(of({ ...series(), pattern: { form: 'interval', segments: 4, maxLevel: 5 } }).join()).toContain('rising ranges');
    expect(of(series()).join()).not.toContain('rising ranges');
  });

  it('of series beside their original say what is true of each record', () => {
    const beside = (manifest: SeriesManifest) => of(manifest, { original: true }).at(-1) ?? '';
    expect(begin(of(series()))).not.toContain('original');
    expect(beside(series())).toContain('the own word of at least 2 of its group');
    expect(beside({ ...series(), method: 'kapra' })).toContain('its pattern is its own word');
    expect(beside({ ...series(), pattern: { form: 'interval', segments: 4, maxLevel: 5 } })).toContain(
      'in the ranges of its pattern',
    );
    expect(beside({ ...series(), pattern: { form: 'representative', segments: 4, maxLevel: 5 } })).not.toContain('word');
    expect(beside(series())).toContain('its labels are true of it');
    expect(beside(lacking(series(), 'Town'))).not.toContain('its labels');
    expect(beside(series())).not.toContain('no two records');
    expect(beside({ ...series(), unit: 'one row per "Name", checked in the input' })).toContain(
      'no two records are of one subject',
    );
  });

  it('of logs say what was counted, and of ids what they may tie together', () => {
    expect(begin(of(log('drop')))).toEqual(['manifest', 'files', 'columns', 'rows', 'cells', 'k']);
    expect(begin(of(log('rotate'))).filter((word) => word === 'ids')).toHaveLength(2);
    expect(begin(of(log('keep'))).filter((word) => word === 'ids')).toHaveLength(1);
    expect(of(log()).join()).not.toContain('row by row');
    expect(begin(of(log())).filter((word) => word === 'ids')).toHaveLength(1);
    expect(of(log('keep')).join()).not.toContain('row by row');
    expect(of(log('rotate')).join()).toContain('row by row');
    expect(of(log('drop'), { counted: 'rows' }).at(-1)).toContain('at least 5 rows, which is necessary');
    expect(begin(of({ ...log(), promises: { k: 5, alsoProtect: true } } as unknown as Manifest))).toContain('members');
    const linked: EventsManifest = { ...log('rotate'), pseudonym: 'shared:week' };
    expect(begin(of(linked))).toContain('links');
    for (const word of ['order', 'traces', 'durations', 'confidence']) expect(begin(of(linked))).not.toContain(word);
    expect(of(linked).join()).toContain('reads the same in week_number');
    expect(of(lacking(linked, 'week_number', 'weekday')).join()).toContain('reads the same in all columns');
    const promises = { k: 5, traces: 6, durations: ['1h'], confidence: 0.5 };
    const all = adding({ ...linked, promises } as EventsManifest, { name: 'position', role: 'position', kind: 'label' });
    expect(begin(of(all))).toEqual(expect.arrayContaining(['links', 'order', 'traces', 'durations', 'confidence']));
    const beside = (pseudonym: EventsManifest['pseudonym']) => of({ ...log(), pseudonym } as Manifest, { original: true }).at(-1);
    expect(beside('random')).toContain('the only one of its subject');
    expect(beside('rotate')).toContain("nobody else's");
    expect(beside('drop')).toMatch(/time and its code, and 5 subjects/);
    expect(begin(of(log()))).not.toContain('original');
  });

  it('of tables say what was proved, and what could only be proved in part', () => {
    expect(begin(tableChecks(table(), {}))).toEqual(['labels', 'k']);
    expect(begin(tableChecks(table('groups'), {}))).toEqual(['labels', 'counts', 'means', 'k']);
    expect(begin(tableChecks(changing(table(), 'cargo', { kind: 'weekday' }), {}))).toEqual(['labels', 'times', 'k']);
    expect(begin(tableChecks({ ...table(), disjoint: true }, {}))).toEqual(['labels', 'disjoint', 'k']);
    expect(begin(tableChecks(changing(table(), 'axles', { snap: 2 }), {}))).toEqual(['labels', 'bounds', 'k']);
    expect(begin(tableChecks(table(), { original: true }))).toEqual(['labels', 'k', 'original']);
    const last = (manifest: TableManifest, counted: 'subjects' | 'rows' | 'counts') => tableChecks(manifest, { counted }).at(-1);
    expect(last(table(), 'subjects')).toContain('5 distinct subjects, proved record by record');
    expect(last(table(), 'rows')).toContain('at least 5 rows, which is necessary');
    expect(last(table('groups'), 'counts')).toContain('every published count is at least 5');
    expect(last({ ...table(), unit: 'row' }, 'rows')).toMatch(/each of them one subject as declared$/);
    const means = (manifest: TableManifest, counted: 'subjects' | 'counts') =>
      tableChecks(manifest, { counted }).find((check) => check.startsWith('means'));
    expect(means(table('groups'), 'counts')).toBe('means: each has the declared decimals, or is blank');
    expect(means(table('groups'), 'subjects')).toMatch(/fewer than 5 subjects have a value$/);
    expect(means({ ...table('groups'), dominance: { largest: 2, share: 0.9 } }, 'subjects')).toContain(
      'the largest 2 hold more than 0.9',
    );
    const noisy = { ...table('groups'), noise: { most: 2, variance: 1 } };
    const noise = (findings: object) => tableChecks(noisy, findings).find((check) => check.startsWith('noise'));
    expect(noise({ noise: true })).toContain('what the key makes of its subjects');
    expect(noise({})).toContain('so near to its subjects');
    expect(noise({ counted: 'counts' })).toContain('cannot be seen');
    const models = [{ model: 'distinct' as const, column: 'weight', l: 2 }];
    expect(begin(tableChecks({ ...table(), promises: { k: 5, models } }, {}))).toContain('distinct');
    const told = (manifest: TableManifest, counted: 'subjects' | 'rows') =>
      tableChecks(
        { ...manifest, promises: { k: 5, models: [{ model: 'alpha', column: 'weight', share: 0.5 }] } },
        { counted },
      ).find((check) => check.startsWith('alpha'));
    const ways = [told(table(), 'subjects'), told(table(), 'rows'), told({ ...table(), unit: 'row' }, 'rows')];
    expect(new Set(ways).size).toBe(3);
    expect(ways[0]).toMatch(/counted by records and by subjects$/);
    expect(ways[1]).toMatch(/cannot be seen in the published files$/);
    expect(told({ ...table(), unit: 'row' }, 'subjects')).toBe(ways[2]);
  });

  it('of sensitive values are told in words, each with its own number', () => {
    const told = (model: object) =>
      of({ ...series(), promises: { k: 5, p: 2, models: [{ column: 'Note', ...model }] } } as SeriesManifest).find((check) =>
        check.includes('Note'),
      );
    expect(told({ model: 'distinct', l: 7 })).toMatch(/^distinct: .*at least 7 different values/);
    expect(told({ model: 'entropy', l: 7 })).toMatch(/^entropy: .*7/);
    expect(told({ model: 'recursive', l: 7, c: 3 })).toMatch(/^recursive: .*3/);
    expect(told({ model: 'recursive', l: 7, c: 3 })).toMatch(/6/);
    expect(told({ model: 'alpha', share: 0.7 })).toMatch(/^alpha: .*0\.7/);
    expect(told({ model: 'closeness', t: 0.4, distance: 'equal' })).toMatch(/0\.4/);
  });

  it('at the time of writing are told as proved', () => {
    const noisy = { ...table('groups'), noise: { most: 2, variance: 1 } };
    expect(checksAtWriting(noisy).join()).toContain('what the key makes of its subjects');
    const population = { rows: 9, subjects: 8, sha256: '', presence: { min: 0, max: 1 } };
    expect(begin(checksAtWriting({ ...table(), promises: { k: 5, population } } as unknown as Manifest))).toContain('presence');
  });

  it('against a population are told where it was at hand', () => {
    const promising = (more: object) =>
      ({ ...table(), promises: { k: 5, population: { rows: 9, subjects: 8, sha256: '', ...more } } }) as unknown as TableManifest;
    const both = promising({ kMap: 7, presence: { min: 0, max: 0.5 } });
    expect(begin(tableChecks(both, { population: { presence: true } }))).toEqual(['labels', 'k', 'k-map', 'presence']);
    expect(begin(tableChecks(both, { population: { presence: false } }))).toEqual(['labels', 'k', 'k-map']);
    expect(begin(tableChecks(both, {}))).toEqual(['labels', 'k']);
    expect(begin(tableChecks(promising({ presence: { min: 0, max: 1 } }), { population: { presence: true } }))).toEqual([
      'labels',
      'k',
      'presence',
    ]);
    expect(begin(tableChecks(table(), { population: { presence: true } }))).toEqual(['labels', 'k']);
    expect(unprovedOf(both, undefined)).toEqual([{ code: 'population-needed', facts: { promises: 'k-map, presence' } }]);
    expect(unprovedOf(promising({ kMap: 7 }), undefined)).toEqual([{ code: 'population-needed', facts: { promises: 'k-map' } }]);
    expect(unprovedOf(both, { presence: false })).toEqual([{ code: 'presence-unseen' }]);
    expect(unprovedOf(both, { presence: true })).toEqual([]);
    expect(unprovedOf(promising({ kMap: 7 }), { presence: false })).toEqual([]);
    expect(unprovedOf(table(), undefined)).toEqual([]);
    expect(unprovedOf(log(), undefined)).toEqual([]);
  });
});
