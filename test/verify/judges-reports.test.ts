import { describe, expect, it } from 'vitest';
import { tellReport } from '../../src/figures/public-report.ts';
import { openSettings } from '../../src/policy/open-settings.ts';
import { parsePolicy } from '../../src/policy/policy.ts';
import { writtenPolicy } from '../../src/policy/written-policy.ts';
import type { Manifest } from '../../src/release/manifest.ts';
import type { DataFindings } from '../../src/verify/findings.ts';
import { falsePlace } from '../../src/verify/report-claims.ts';
import { goodDraft } from './a-good-release.ts';
import { reportOf } from './a-report.ts';

function policyOf(settings: object): object {
  const policy = parsePolicy(settings);
  if (!policy.ok) throw new Error(JSON.stringify(policy.problems));
  return Object.fromEntries(Object.entries(writtenPolicy(policy.value)).filter(([name, value]) => openSettings.has(name) && value !== undefined)); // biome-ignore format: a line
}

type Tree = Record<string, unknown>;
interface Reported {
  readonly report: Tree;
  readonly manifest: Tree;
  readonly found: Tree;
}

/** As the rules of a public report leave it. */
function published(report: Tree): Tree {
  const told = tellReport(JSON.parse(JSON.stringify(report)));
  if (told === undefined) throw new Error('no report could be made of it');
  return told as Tree;
}

/** One over the other, name by name. */
function over(first: Tree, second: Tree): Tree {
  const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);
  const merged: Tree = { ...first };
  for (const [name, value] of Object.entries(second)) {
    const own = merged[name];
    merged[name] = isTree(own) && isTree(value) ? over(own, value) : value;
  }
  return merged;
}

const placeIn = ({ report, manifest, found }: Reported) =>
  falsePlace(JSON.parse(JSON.stringify(report)), manifest as unknown as Manifest, found as unknown as DataFindings);
const changed = ({ report, manifest, found }: Reported, ofReport: Tree, ofManifest: Tree = {}, ofFound: Tree = {}) =>
  placeIn({ report: over(report, ofReport), manifest: over(manifest, ofManifest), found: over(found, ofFound) });

const risk = (sizes: readonly (readonly [number, number])[]) => {
  const subjects = sizes.reduce((sum, [size, classes]) => sum + size * classes, 0);
  const classes = sizes.reduce((sum, [, count]) => sum + count, 0);
  const below = (crowd: number) => sizes.reduce((sum, [size, count]) => sum + (size < crowd ? size * count : 0), 0);
  return { largest: 1 / sizes[0][0], mean: classes / subjects, above: [5, 11, 20].map((crowd) => ({ crowd, subjects: below(crowd) })) }; // biome-ignore format: a line
};

describe('a report of a table', () => {
  const combinations = [[3, 2], [6, 1]] as const; // biome-ignore format: pairs
  const labels = [{ column: 'town_region', kind: 'prefix', labels: [['G5 region', 2], ['S1 region', 1]] }]; // biome-ignore format: a line
  const manifest = {
    method: 'kaca',
    promises: { k: 3 },
    data: { format: 'csv', file: 'kaca_anonymized.csv' },
    unit: 'who',
    clustering: 'kmeans',
    labels: 'en',
    shape: 'records',
    columns: [
      { name: 'town_region', role: 'quasi', kind: 'prefix', of: 'town' },
      { name: 'ill', role: 'kept', kind: 'text', of: 'ill' },
    ],
    dropped: [],
    files: [],
  };
  const found = {
    breaches: [],
    classes: { rows: 15, records: 15, groups: 3, leaves: 3, smallestGroup: 3, smallestLeaf: 3, subjects: 12 },
    census: { kind: 'table', combinations, crowd: [], labels, rows: [{ town_region: 'G5 region' }] },
    counted: 'subjects',
  };
  const report = published({
    method: 'kaca',
    k: 3,
    clustering: 'kmeans',
    unit: 'who',
    files: ['kaca_anonymized.csv'],
    release: { rows: 15, records: 15, subjects: 12, groups: 3 },
    measure: { ncp: 0.5, columns: { town: 0.5 }, homogeneity: { ill: 0.5 } },
    verdict: { holds: true, smallestGroup: 3, breaches: [] },
    sections: {
      ...{ kind: 'table', lang: 'en', policy: policyOf({ method: 'kaca', k: 3, subject: 'who', quasi: 'town:prefix', sensitive: 'ill' }) }, // biome-ignore format: a line
      risk: risk(combinations),
      combinationSizes: [{ from: 3, to: 7, count: 3 }],
      regions: [{ column: 'town_region', prefixes: [{ prefix: 'G5', combinations: 2 }, { prefix: 'S1', combinations: 1 }] }], // biome-ignore format: a line
      rows: [{ town_region: 'G5 region' }],
    },
  });
  const table: Reported = { report, manifest, found };
  const [classes, census] = [found.classes, found.census];

  it('holds where it says what manifest and data say', () => {
    expect(placeIn(table)).toBeUndefined();
    expect(changed(table, {}, {}, { classes: undefined })).toBeUndefined(); // nothing was counted
    expect(changed(table, {}, {}, { census: undefined })).toBeUndefined();
  });

  it.each([
    ['', {}, { promises: { k: 4 } }, {}],
    ['clustering', {}, { clustering: 'local' }, {}],
    ['unit', {}, { unit: 'ill' }, {}],
    ['files.0', {}, { data: { file: 'other.csv' } }, {}],
    ['files.1', {}, { data: { parts: [{ name: 'kaca_anonymized.csv' }, { name: 'part-2.csv' }] } }, {}],
    ['subjectSpelling', {}, { subjectSpelling: 'exact' }, {}],
    ['noise', {}, { noise: { most: 3, variance: 2 } }, {}],
    ['release.rows', {}, {}, { classes: { rows: 18 } }],
    ['release.records', {}, {}, { classes: { records: 18, rows: 15 } }],
    ['release.subjects', {}, {}, { classes: { subjects: 15 } }],
    ['release.groups', {}, {}, { classes: { groups: 4 } }],
    ['verdict.smallestGroup', {}, {}, { classes: { smallestGroup: 6 } }],
    ['sections.risk.largest', {}, {}, { census: { combinations: [[6, 2]] } }],
    ['sections.rows.0.town_region', {}, {}, { census: { rows: [{ town_region: 'S1 region' }] } }],
    ['sections.rows.1', {}, {}, { census: { rows: [{ town_region: 'G5 region' }, { town_region: 'S1 region' }] } }],
    ['measure.columns', { measure: { columns: { street: 0.5 } } }, {}, {}],
    ['sections.combinationSizes', { sections: { combinationSizes: [{ from: 3, to: 7, count: 2 }] } }, {}, {}],
    ['sections.combinationSizes', { sections: { combinationSizes: [{ from: 3, to: 6, count: 3 }] } }, {}, {}],
    ['sections.policy.subject', { sections: { policy: { subject: 'ill' } } }, {}, {}],
  ] as readonly (readonly [string, Tree, Tree, Tree])[])('is false in its part “%s”', (place, ofReport, ofManifest, ofFound) => {
    expect(changed(table, ofReport, ofManifest, ofFound)?.split('.').slice(0, place.split('.').length).join('.')).toBe(place);
  });

  it('tells persons and records that are not in the data as multiples of k, and none where rows were counted', () => {
    expect(changed(table, {}, {}, { classes: { subjects: 14 } })).toBeUndefined();
    expect(changed(table, {}, {}, { classes: { subjects: 11 } })).toBe('release.subjects');
    expect(changed(table, { release: { records: 21 } }, {}, { classes: { records: 23 } })).toBeUndefined();
    expect(changed(table, { release: { rows: 16, records: 16 } }, {}, { classes: { rows: 16, records: 16 } })).toBeUndefined(); // all in the data
    const ofRows = { counted: 'rows', classes: { ...classes, smallestGroup: 5 }, census: { ...census, combinations: [[9, 3]] } };
    expect(changed(table, { release: { subjects: 9 }, verdict: { smallestGroup: 6 } }, {}, ofRows)).toBeUndefined();
    expect(changed(table, {}, {}, { ...ofRows, census: { ...census, combinations: [[5, 4]] } })).toBe(
      'sections.combinationSizes',
    );
    const ofCounts = { ...found, counted: 'counts' };
    expect(changed(table, { release: { subjects: 9, records: 18 } }, {}, ofCounts)).toBeUndefined();
    expect(changed(table, { verdict: { smallestGroup: 6 } }, {}, ofCounts)).toBe('verdict.smallestGroup');
    expect(changed(table, { sections: { combinationSizes: [{ from: 3, to: 6, count: 2 }, { from: 6, to: 9, count: 1 }] } }, {}, ofCounts)).toBeUndefined(); // biome-ignore format: a line
    expect(changed(table, { sections: { combinationSizes: [{ from: 3, to: 6, count: 1 }, { from: 6, to: 9, count: 2 }] } }, {}, ofCounts)).toBe('sections.combinationSizes'); // biome-ignore format: a line
  });

  it('tells no promise that the manifest does not make, and figures of columns that have them', () => {
    const tells = (more: Tree) => placeIn({ ...table, report: published({ ...report, ...more }) });
    expect(tells({ models: [{ model: 'distinct', column: 'ill', l: 2 }] })).toBe('');
    expect(tells({ population: { kMap: 3, rows: 20, subjects: 20 } })).toBe('');
    const promised = (more: Tree) => placeIn({ ...table, manifest: over(manifest, { promises: more }), report: published({ ...report, ...more }) }); // biome-ignore format: a line
    expect(promised({ models: [{ model: 'distinct', column: 'ill', l: 2 }] })).toBeUndefined();
    expect(promised({ population: { kMap: 3, rows: 20, subjects: 20 } })?.startsWith('sections.policy')).toBe(true);
    const measure = report.measure as Tree;
    expect(tells({ measure: { ...measure, homogeneity: { town: 0.5 } } })).toBe('measure.homogeneity');
    expect(tells({ measure: { ...measure, columns: { town_region: 0.5 } } })).toBeUndefined();
    const three = { combinations: [[3, 2], [6, 1], [9, 1]] }; // biome-ignore format: pairs
    const bins = [2, 2, 0].map((count, i) => ({ from: 3 * i + 3, to: 3 * i + 6, count }));
    const own = published(over(report, { sections: { combinationSizes: bins, risk: risk(three.combinations as never) }, release: { groups: 4 } })); // biome-ignore format: a line
    expect(placeIn({ ...table, report: own, found: over(found, { classes: { groups: 4 }, census: three }) })).toBe('sections.combinationSizes'); // biome-ignore format: a line
  });

  it('tells rows as they are where each is a subject', () => {
    const rows: Tree = { unit: 'row', subjectSpelling: undefined };
    const report_ = published(over(report, { unit: 'row', release: { rows: 13, records: 13, subjects: 13 }, sections: { policy: { subject: 'row' } } })); // biome-ignore format: a line
    const own = { report: report_, manifest: over(manifest, rows), found: over(found, { classes: { rows: 13, records: 13, subjects: 13 } }) }; // biome-ignore format: a line
    expect(placeIn(own)).toBeUndefined();
    expect(changed(own, {}, {}, { classes: { subjects: 14 } })).toBe('release.subjects');
  });

  it('shows prefixes of published labels, sorted, each column once and as many as there are', () => {
    const twoColumns = [...labels, { column: 'code', kind: 'code', labels: [['A1', 3]] }]; // biome-ignore format: a line
    const [town] = (report as { sections: { regions: readonly Tree[] } }).sections.regions;
    const code = { column: 'code', prefixes: [{ prefix: 'A', combinations: 3 }] };
    const prefixes = (...all: readonly (readonly [string, number])[]) => [{ column: 'town_region', prefixes: all.map(([prefix, combinations]) => ({ prefix, combinations })) }]; // biome-ignore format: a line
    const shows = (regions: readonly object[]) =>
      changed(table, { sections: { regions } }, {}, { census: { labels: twoColumns } });
    for (const regions of [[], [town], [code], [town, code], prefixes(['G', 2], ['S', 1]), prefixes(['G', 1], ['S', 2])]) expect(shows(regions)).toBeUndefined(); // biome-ignore format: a line
    for (const regions of [
      ...[[code, town], [town, town], [town, { ...code, column: 'street' }], [{ ...town, column: 'code' }]],
      ...[prefixes(['S', 1], ['G', 2]), prefixes(['G', 1], ['G', 1], ['S', 1]), prefixes(['G', 2]), prefixes(['G', 2], ['S', 2])],
      ...[prefixes(['G', 2], ['X', 1]), prefixes(['A', 2], ['S', 1]), prefixes()],
      [town, { ...code, prefixes: [{ prefix: 'A', combinations: 2 }] }],
    ])
      expect(shows(regions)).toBe('sections.regions');
  });
});

describe('a report of events', () => {
  const combinations = [[3, 2], [6, 1]] as const; // biome-ignore format: pairs
  const calendar = { columns: ['week_number', 'weekday'], cells: [{ labels: ['10', '1'], events: 12 }] };
  const manifest = {
    method: 'events',
    promises: { k: 3 },
    data: { format: 'csv', file: 'anonymized_events.csv' },
    unit: 'one subject per "who", however many events',
    pseudonym: 'random',
    calendar: { hourBlock: 3, periods: { night: 22, morning: 6, daytime: 8, afternoon: 17 } },
    flat: { columns: ['week_number'], value: '100' },
    columns: ['generalized_event', 'week_number', 'weekday', 'time_period'].map((name) => ({
      name,
      role: 'quasi',
      kind: 'text',
    })),
    dropped: ['who', 'at', 'what'],
    files: [],
  };
  const found = {
    breaches: [],
    classes: { rows: 12, groups: 3, leaves: 3, smallestGroup: 3, smallestLeaf: 3, subjects: 6 },
    census: { kind: 'events', combinations, calendar },
    counted: 'subjects',
  };
  const report = published({
    method: 'events',
    k: 3,
    files: ['anonymized_events.csv'],
    release: { rows: 12, subjects: 6, combinations: 3 },
    measure: {},
    verdict: { holds: true, smallestGroup: 3, breaches: [] },
    sections: {
      ...{ kind: 'events', lang: 'en', policy: policyOf({ method: 'events', k: 3, subject: 'who', time: 'at', event: 'what' }) },
      risk: risk(combinations),
      combinationSizes: [{ from: 3, to: 7, count: 3 }],
      calendar: { axes: [{ column: 'week_number', labels: ['10'] }, { column: 'weekday', labels: ['1'] }], after: [[0, 0, 12]] }, // biome-ignore format: a line
    },
  });
  const events: Reported = { report, manifest, found };

  it('holds where it says what manifest and data say, and is false where it does not', () => {
    expect(placeIn(events)).toBeUndefined();
    expect(changed(events, {}, {}, { classes: { rows: 13 } })).toBe('release.rows');
    expect(changed(events, {}, {}, { classes: { groups: 4 } })).toBe('release.combinations');
    expect(changed(events, {}, {}, { classes: { subjects: 9 } })).toBe('release.subjects');
    expect(changed(events, {}, {}, { classes: { subjects: 8 } })).toBeUndefined();
    expect(changed(events, { release: { subjects: 9 } }, {}, { classes: { subjects: undefined } })).toBeUndefined(); // nobody knows
    expect(changed(events, { release: { subjects: 9 }, verdict: { smallestGroup: 6 } }, {}, { counted: 'ids' })).toBeUndefined();
    expect(changed(events, { release: { combinations: 4 } }, {}, { counted: 'ids' })).toBe('release.combinations');
    expect(changed(events, {}, {}, { classes: { smallestGroup: 6 } })).toBe('verdict.smallestGroup');
    expect(changed(events, { sections: { combinationSizes: [{ from: 3, to: 7, count: 4 }] } })).toBe('sections.combinationSizes');
    expect(changed(events, {}, {}, { census: { calendar: { ...calendar, cells: [{ labels: ['10', '1'], events: 11 }] } } })).toBe('sections.calendar'); // biome-ignore format: a line
    expect(changed(events, { sections: { policy: { time: 'when' } } })).toBe('sections.policy.time');
  });
});

describe('a report of series', () => {
  const draft = goodDraft('csv');
  const rowOf = (group: string, pattern: string) => draft.rows.findIndex((row) => row[0] === group && row.includes(pattern));
  draft.rows[rowOf('4', 'aaaa')] = [...draft.rows[rowOf('2', 'eeaa')]]; // so three groups have eight
  const { manifest } = draft;
  const report = reportOf(draft) as Tree;
  const sections = report.sections as Tree;
  const sizesBy = (roles: readonly string[]) => {
    const places = manifest.columns.flatMap(({ role }, c) => (roles.includes(role) ? [c] : []));
    const counts = new Map<string, number>();
    for (const row of draft.rows) {
      const key = JSON.stringify(places.map((at) => row[at]));
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const sizes = [...new Set(counts.values())].sort((one, other) => one - other);
    return sizes.map((size) => [size, [...counts.values()].filter((one) => one === size).length] as const);
  };
  const [groups, leaves] = [sizesBy(['series', 'quasi']), sizesBy(['group', 'pattern', 'level'])];
  const total = (sizes: readonly (readonly [number, number])[]) => sizes.reduce((sum, [, classes]) => sum + classes, 0);
  const found = {
    breaches: [],
    classes: { rows: draft.rows.length, groups: total(groups), leaves: total(leaves), smallestGroup: groups[0][0], smallestLeaf: leaves[0][0] }, // biome-ignore format: a line
    census: { kind: 'series', groups, leaves, patterns: sections.patterns, flat: draft.rows.filter((row) => row[manifest.columns.findIndex(({ role }) => role === 'level')] === '1').length, answers: sections.answers, strangeBands: 0 }, // biome-ignore format: a line
  };
  const series: Reported = { report, manifest: manifest as unknown as Tree, found };
  const place = (more: Tree, ofFound: Tree = {}, ofManifest: Tree = {}) =>
    changed(series, { sections: more }, ofManifest, ofFound);

  it('holds where it says what manifest and data say, and is false where it does not', () => {
    expect(placeIn(series)).toBeUndefined();
    expect(placeIn({ ...series, report: published({ ...report, l: 2 }) })).toBe('');
    expect(place({ instants: ['nobody'] })).toBe('sections.instants');
    expect(place({ instants: manifest.columns.filter(({ role }) => role === 'series').slice(0, 1).map(({ name, of = name }) => of) })).toBeUndefined(); // biome-ignore format: a line
    expect(place({ instants: ['GroupID'] })).toBe('sections.instants');
    expect(place({ instants: ['T9'] }, {}, { instants: ['T9'] })).toBeUndefined();
    expect(place({}, { census: { strangeBands: 1 } })).toBe('sections.bands');
    expect(place({ valueLosses: [] })).toBe('sections.valueLosses');
    const losing = (count: number) => placeIn({ ...series, report: published(over(report, { sections: { patternLosses: [{ from: 0, to: 0.1, count }] } })) }); // biome-ignore format: a line
    expect([losing(draft.rows.length), losing(draft.rows.length + 5)]).toEqual([undefined, 'sections.patternLosses']);
  });

  it('names instants by what columns were made of, and promises that the manifest makes', () => {
    const columns = [{ name: 'T_min', role: 'series', kind: 'lower', of: 'T' }, { name: 'U', role: 'series', kind: 'interval' }]; // biome-ignore format: a line
    const named = (...instants: readonly string[]) => place({ instants }, {}, { columns }) === 'sections.instants';
    expect([named('T'), named('U'), named('T_min'), named('T', 'V')]).toEqual([false, false, true, true]);
    const diverse = {
      ...series,
      manifest: over(series.manifest, { promises: { l: 2 } }),
      report: published({ ...report, l: 2 }),
    };
    expect(placeIn(diverse)?.startsWith('sections.policy')).toBe(true); // no place before the settings, which say l = 1
    expect(placeIn({ ...diverse, report })).toBe('l');
  });
});
