import { describe, expect, it } from 'vitest';
import type { Counter } from '../../src/base/counting.ts';
import type { Progress } from '../../src/base/progress.ts';
import { openSettings } from '../../src/policy/open-settings.ts';
import { parsePolicy } from '../../src/policy/policy.ts';
import { writtenPolicy } from '../../src/policy/written-policy.ts';
import type { Manifest } from '../../src/release/manifest.ts';
import { calendarAgrees } from '../../src/verify/events/calendar-claim.ts';
import { policyPlace } from '../../src/verify/policy-claims.ts';
import { verdictMeter } from '../../src/verify/verdict-meter.ts';

/** The settings that a report tells of a policy. */
function toldOf(settings: object): Record<string, unknown> {
  const policy = parsePolicy(settings);
  if (!policy.ok) throw new Error(JSON.stringify(policy.problems));
  const written = Object.entries(writtenPolicy(policy.value));
  return JSON.parse(JSON.stringify(Object.fromEntries(written.filter(([name]) => openSettings.has(name)))));
}

interface Claimed {
  readonly told: object;
  readonly manifest: object;
}

const placeIn = ({ told, manifest }: Claimed) => policyPlace(told as Record<string, unknown>, manifest as unknown as Manifest);

/** What a change of the settings or of the manifest departs in. */
const changed = ({ told, manifest }: Claimed, ofTold: object, ofManifest: object = {}) =>
  placeIn({ told: { ...told, ...ofTold }, manifest: { ...manifest, ...ofManifest } });
const place = (name: string) => `sections.policy.${name}`;
const quasi = (name: string, more: object = {}) => ({ name, role: 'quasi', kind: 'text', ...more });

describe('the settings that a report tells of a series', () => {
  const columns = [
    { name: 'GroupID', role: 'group', kind: 'id' },
    ...['T1', 'T2', 'T3'].map((name) => ({ name, role: 'series', kind: 'interval', of: name })),
    quasi('age', { kind: 'interval' }),
    { name: 'ill', role: 'sensitive', kind: 'text' },
  ];
  const naive: Claimed = {
    told: toldOf({ method: 'naive', k: 4, p: 2, subject: 'id', series: 'T1..T3,/T.*/,T2', quasi: 'age:number', sensitive: 'ill', drop: 'name', l: 2, t: 0.4 }), // biome-ignore format: a line
    manifest: {
      method: 'naive',
      promises: { k: 4, p: 2, l: 2, models: [{ model: 'closeness', column: 'ill', t: 0.4, distance: 'equal' }] },
      data: { format: 'csv' },
      unit: 'one row per "id", checked in the input',
      pattern: { form: 'word', segments: 4, maxLevel: 5 },
      columns,
      dropped: ['id', 'name'],
    },
  };
  const prism: Claimed = {
    told: toldOf({ method: 'prism', k: 4, p: 2, subject: 'row', series: 'T1,T2', curve: 'mean', intervals: 'columns' }),
    manifest: {
      method: 'prism',
      promises: { k: 4, p: 2 },
      data: { format: 'csv' },
      unit: 'each row is one subject, as declared',
      pattern: { form: 'interval', segments: 4, maxLevel: 20 },
      curve: 'mean',
      columns: ['T1', 'T2'].flatMap((of) => ['lower', 'upper'].map((kind) => ({ name: `${of}_${kind}`, role: 'series', kind, of }))), // biome-ignore format: a line
      dropped: [],
    },
  };
  const long: Claimed = {
    told: toldOf({ method: 'kapra', k: 4, p: 2, long: { subject: 'id', time: 't', value: 'v' } }),
    manifest: {
      method: 'kapra',
      promises: { k: 4, p: 2 },
      data: { format: 'csv' },
      unit: 'one series per "id", checked in the input',
      pattern: { form: 'word', segments: 4, maxLevel: 20 },
      columns: [],
      dropped: [],
    },
  };

  it('agree with the manifest that they are of', () => {
    for (const one of [naive, prism, long]) expect(placeIn(one)).toBeUndefined();
    expect(changed(naive, {}, { data: { format: 'csv', arrow: 'x.arrow' } })).toBe(place('format'));
    expect(changed(naive, { format: 'arrow' }, { data: { format: 'csv', arrow: 'x.arrow' } })).toBeUndefined();
    expect(changed(naive, {}, { subjectSpelling: 'exact' })).toBe(place('subjectSpelling'));
    expect(changed(naive, {}, { spreadsheetSafe: true })).toBe(place('spreadsheetSafe'));
    expect(changed(naive, {}, { shape: 'long' })).toBe(place('shape'));
    expect(changed(prism, {}, { pattern: { form: 'representative', segments: 4, maxLevel: 20 } })).toBe(place('pattern'));
    expect(changed(naive, {}, { pattern: { form: 'interval', segments: 4, maxLevel: 5 } })).toBeUndefined(); // said by prism alone
    expect(changed(naive, {}, { pattern: { form: 'word', segments: 4, maxLevel: 6 } })).toBe(place('maxLevel'));
    expect(changed(prism, { intervals: 'text' })).toBe(place('intervals'));
    expect(changed(naive, { intervals: 'columns' })).toBe(place('intervals'));
    const { l: _, ...others } = (naive.manifest as { promises: { l: number } }).promises;
    expect(changed(naive, {}, { promises: others })).toBe(place('l'));
    expect(changed(naive, { k: 5 })).toBe(place('k'));
  });

  it('are a policy, all of it and in its words', () => {
    expect(changed(naive, { preset: 'telecare' })).toBe(place('preset'));
    expect(placeIn({ ...naive, told: { method: 'naive', k: 1 } })).toBe('sections.policy');
    const { badLeaf: _, ...less } = naive.told as Record<string, unknown>;
    expect(placeIn({ ...naive, told: less })).toBe('sections.policy');
    const turned = Object.fromEntries(Object.entries(naive.told).reverse());
    expect(placeIn({ ...naive, told: turned })).toBeUndefined(); // any order
    expect(changed(naive, { series: 'T1..T3' })).toBe(place('series')); // not as a policy is written
  });

  it('name columns that there are, as what they are', () => {
    expect(changed(naive, {}, { dropped: ['id'] })).toBe(place('drop'));
    expect(changed(naive, { drop: ['id', 'nobody'] })).toBe(place('drop'));
    expect(changed(naive, { sensitive: ['ill', 'nobody'] })).toBe(place('sensitive'));
    expect(changed(naive, { quasi: ['age'] })).toBeUndefined();
    expect(changed(naive, { quasi: ['age:category'] })).toBeUndefined();
    for (const other of [[], ['age:number', 'T1'], ['T1:number']]) expect(changed(naive, { quasi: other })).toBe(place('quasi'));
    expect(changed(naive, { quasi: ['age:number', 'T1:number'] }, { columns: [...columns, quasi('T1')] })).toBeUndefined();
    expect(changed(naive, { quasi: ['age:number', 'T2:number'] }, { columns: [...columns, quasi('T1')] })).toBe(place('quasi'));
    const bounds = [quasi('low', { kind: 'lower', of: 'age' }), quasi('high', { kind: 'upper', of: 'age' })];
    expect(changed(naive, {}, { columns: [...columns.filter(({ name }) => name !== 'age'), ...bounds] })).toBe(
      place('intervals'),
    );
    expect(changed(naive, { intervals: 'columns' }, { columns: [...columns.filter(({ name }) => name !== 'age'), ...bounds] })).toBeUndefined(); // biome-ignore format: a line
    for (const odd of ['T9', 'T1..T9', 'T9..T1', '/T', `/${'T'.repeat(199)}/`]) expect(changed(naive, { series: ['T1', odd] })).toBe(place('series')); // biome-ignore format: a line
    expect(changed(naive, { series: [`/${'T'.repeat(198)}/`] })).toBeUndefined();
    expect(changed(naive, { series: ['T8..T9', '/t/i'] }, { instants: ['T8', 'T9'] })).toBeUndefined();
  });

  it('say who is a subject, and how values were promised', () => {
    expect(changed(naive, { subject: 'name' })).toBe(place('subject'));
    expect(changed(naive, { subject: 'row' }, { unit: 'each row is one subject, as declared' })).toBeUndefined();
    expect(changed(naive, {}, { unit: 'each row is one subject, as declared' })).toBe(place('subject'));
    expect(changed(naive, {}, { unit: 'one series per "id", checked in the input' })).toBe(place('subject'));
    expect(changed(long, {}, { unit: 'one row per "id", checked in the input' })).toBe(place('long'));
    expect(changed(long, {}, { unit: 'each row is one subject, as declared' })).toBe(place('long'));
    expect(changed(prism, {}, { curve: 'middle' })).toBe(place('curve'));
    expect(changed(naive, {}, { curve: 'mean' })).toBe(place('curve'));
    const promises = { k: 4, p: 2, l: 2 };
    const model = { model: 'closeness', column: 'ill', t: 0.4, distance: 'equal' };
    for (const models of [
      undefined,
      [],
      [{ ...model, t: 0.5 }],
      [{ ...model, distance: 'ordered' }],
      [{ ...model, column: 'age' }],
    ])
      expect(changed(naive, {}, { promises: { ...promises, models } })).toBe(place('t'));
    expect(changed(naive, {}, { promises: { ...promises, models: [{ ...model, t: 0.5 }, model] } })).toBeUndefined();
    const two = { columns: [...columns, { name: 'mood', role: 'sensitive', kind: 'text' }] };
    expect(changed(naive, {}, { ...two, promises: { ...promises, models: [model] } })).toBe(place('t'));
  });

  it('are of no other family', () => {
    const events = toldOf({ method: 'events', k: 4, subject: 'id', time: 'T1', event: 'T2' });
    const table = toldOf({ method: 'kaca', k: 4, subject: 'id', quasi: 'age:number', labels: 'en' });
    for (const told of [events, table]) {
      const { method: _, ...others } = told;
      for (const settings of [told, others]) expect(placeIn({ ...naive, told: settings })).toBeDefined();
    }
  });
});

describe('the settings that a report tells of events', () => {
  const settings = { k: 3, subject: 'who', time: 'at', event: 'what' };
  const manifest = {
    method: 'events',
    promises: { k: 3 },
    data: { format: 'csv' },
    unit: 'one subject per "who", however many events',
    pseudonym: 'random',
    calendar: { hourBlock: 3, periods: { night: 22, morning: 6, daytime: 8, afternoon: 17 } },
    flat: { columns: ['week_number'], value: '100' },
    columns: ['generalized_event', 'week_number', 'weekday', 'time_period'].map((name) => quasi(name)),
    dropped: ['who', 'At', 'what'],
  };
  const plain: Claimed = { told: toldOf({ method: 'events', ...settings }), manifest };
  const named: Claimed = {
    told: toldOf({ family: 'events', ...settings }),
    manifest: { ...manifest, flat: { columns: ['week_number'], value: '*' }, calendar: { hourBlock: 3, periods: (toldOf({ family: 'events', ...settings }) as { periods: object }).periods } }, // biome-ignore format: a line
  };
  const linked: Claimed = {
    told: toldOf({ method: 'events', ...settings, pseudonym: 'shared', confidence: 0.9, order: 'position', traces: 5, durations: '1h,1d', alsoProtect: 'nurse' }), // biome-ignore format: a line
    manifest: {
      ...manifest,
      pseudonym: 'shared:week',
      promises: { k: 3, confidence: 0.9, traces: 5, alsoProtect: 'nurse', durations: ['1h', '1d'] },
      columns: [...manifest.columns, { name: 'position', role: 'position', kind: 'integer' }, { name: 'since_previous', role: 'duration', kind: 'text' }], // biome-ignore format: a line
    },
  };

  it('agree with the manifest that they are of', () => {
    for (const one of [plain, named, linked]) expect(placeIn(one)).toBeUndefined();
    expect(changed(plain, { pseudonym: 'rotate:day' }, { pseudonym: 'rotate' })).toBeUndefined();
    expect(changed(plain, { pseudonym: 'drop' })).toBe(place('pseudonym'));
    expect(changed(plain, { pseudonym: 'rotate:day' })).toBe(place('pseudonym'));
    expect(changed(linked, { pseudonym: 'shared:day' })).toBe(place('pseudonym'));
    expect(changed(plain, { hourBlock: 4 })).toBe(place('hourBlock'));
    expect(changed(plain, {}, { data: { format: 'csv', xes: 'log.xes' } })).toBe(place('format'));
    expect(changed(plain, { format: 'xes' }, { data: { format: 'csv', xes: 'log.xes' } })).toBeUndefined();
    expect(changed(plain, { format: 'xes' })).toBe(place('format'));
    expect(changed(named, { k: 4 })).toBe(place('k'));
  });

  it('say what the manifest says in its own words', () => {
    expect(changed(plain, { subject: 'what' })).toBe(place('subject'));
    expect(changed(plain, { time: 'when' })).toBe(place('time'));
    expect(changed(plain, { event: 'thing' })).toBe(place('event'));
    expect(changed(plain, { time: 'AT', event: 'WHAT' })).toBeUndefined();
    expect(changed(plain, { flatValue: 'all' })).toBe(place('flatValue'));
    expect(changed(plain, {}, { calendar: { ...manifest.calendar, periods: { night: 22, day: 6 } } })).toBe(place('periods'));
    expect(changed(plain, {}, { flat: { columns: [], value: '100' } })).toBe(place('flatten'));
    expect(changed(plain, {}, { columns: manifest.columns.slice(0, 3) })).toBe(place('quasi'));
    expect(changed(plain, {}, { columns: [...manifest.columns].reverse() })).toBe(place('quasi'));
    const { promises } = linked.manifest as { promises: object };
    for (const [name, other] of [['confidence', 0.8], ['traces', 4], ['alsoProtect', 'ward'], ['durations', ['1h']]] as const) // biome-ignore format: a line
      expect(changed(linked, {}, { promises: { ...promises, [name]: other } })).toBe(place(name));
    expect(changed(linked, {}, { columns: manifest.columns })).toBe(place('order'));
    expect(changed(plain, {}, { columns: (linked.manifest as { columns: object }).columns })).toBe(place('order'));
  });
});

describe('the settings that a report tells of a table', () => {
  const settings = { k: 3, subject: 'who', quasi: 'town:prefix,age:number', drop: 'name' };
  const columns = [
    quasi('town_region', { kind: 'prefix', of: 'town' }),
    quasi('age', { kind: 'interval' }),
    { name: 'ill', role: 'kept', kind: 'text', of: 'ill' },
    { name: 'mood', role: 'kept', kind: 'text', of: 'mood' },
  ];
  const distinct = ['ill', 'mood'].map((column) => ({ model: 'distinct', column, l: 2 }));
  const close = ['ill', 'mood'].map((column) => ({ model: 'closeness', column, t: 0.5, distance: 'equal' }));
  const manifest = {
    method: 'kaca',
    promises: { k: 3, models: [...distinct, ...close] },
    data: { format: 'csv' },
    unit: 'who',
    clustering: 'kmeans',
    labels: 'en',
    shape: 'records',
    suppression: 0.1,
    columns,
    dropped: ['name'],
  };
  const kaca: Claimed = { told: toldOf({ method: 'kaca', ...settings, sensitive: 'ill,mood', l: 2, t: 0.5, suppression: 0.1 }), manifest }; // biome-ignore format: a line
  const toll = { name: 'avg_toll', role: 'mean', kind: 'number', of: 'toll' };
  const grouped: Claimed = {
    told: toldOf({ method: 'kaca', ...settings, aggregate: 'count,avg:toll', dominance: '2,0.8' }),
    manifest: {
      ...manifest,
      promises: { k: 3 },
      suppression: undefined,
      shape: 'groups',
      dominance: { largest: 2, share: 0.8 },
      columns: [...columns.slice(0, 2), { name: 'count', role: 'count', kind: 'integer' }, toll],
    },
  };
  const noisy: Claimed = {
    told: toldOf({ method: 'kaca', ...settings, aggregate: 'count', noise: '3,2' }),
    manifest: { ...grouped.manifest, dominance: undefined, noise: { most: 3, variance: 2 }, columns: columns.slice(0, 2) },
  };
  const among: Claimed = {
    told: toldOf({ family: 'table', ...settings, method: 'local', kMap: 4, presence: '0,0.5' }),
    manifest: {
      ...manifest,
      promises: { k: 3, population: { kMap: 4, presence: { min: 0, max: 0.5 } } },
      suppression: undefined,
      clustering: 'local',
    },
  };

  it('agree with the manifest that they are of', () => {
    for (const one of [kaca, grouped, noisy, among]) expect(placeIn(one)).toBeUndefined();
    expect(changed(kaca, {}, { clustering: 'local' })).toBe(place('clustering'));
    expect(changed(among, {}, { clustering: 'kmeans' })).toBe(place('method'));
    expect(changed(kaca, { subject: 'row' })).toBe(place('subject'));
    expect(changed(kaca, { labels: 'zh' })).toBe(place('labels'));
  });

  it('say what the manifest promises in its own words', () => {
    const promising = (...models: readonly object[]) => changed(kaca, {}, { promises: { k: 3, models } });
    expect(promising(...close, ...distinct)).toBeUndefined();
    expect(promising(...distinct)).toBe(place('t'));
    expect(promising(...distinct, close[0])).toBe(place('t'));
    expect(promising(...close)).toBe(place('l'));
    expect(promising(...close, distinct[1])).toBe(place('l'));
    expect(promising({ ...distinct[0], l: 3 }, distinct[1], ...close)).toBe(place('l'));
    expect(changed(kaca, {}, { promises: { k: 3 } })).toBe(place('l'));
    expect(changed(kaca, { l: 1 }, { promises: { k: 3, models: close } })).toBeUndefined();
    expect(changed(kaca, {}, { suppression: 0.2 })).toBe(place('suppression'));
    expect(changed(among, {}, { promises: { k: 3, population: { kMap: 5, presence: { min: 0, max: 0.5 } } } })).toBe(
      place('kMap'),
    );
    expect(changed(among, {}, { promises: { k: 3, population: { kMap: 4, presence: { min: 0, max: 0.6 } } } })).toBe(place('presence')); // biome-ignore format: a line
    expect(changed(among, {}, { promises: { k: 3 } })).toBe(place('kMap'));
  });

  it('say what is counted and averaged, and by which rule', () => {
    expect(changed(grouped, {}, { shape: 'records' })).toBe(place('aggregate'));
    expect(changed(kaca, {}, { shape: 'groups' })).toBe(place('aggregate'));
    const { columns: own } = grouped.manifest as { columns: readonly object[] };
    expect(changed(grouped, {}, { columns: own.slice(0, 3) })).toBe(place('aggregate'));
    expect(changed(grouped, {}, { columns: [...own, { ...toll, name: 'avg_tax', of: 'tax' }] })).toBe(place('aggregate'));
    expect(changed(grouped, {}, { columns: [...own.slice(0, 3), { ...toll, of: 'tax' }] })).toBe(place('aggregate'));
    expect(changed(grouped, {}, { dominance: undefined })).toBe(place('dominance'));
    expect(changed(noisy, {}, { noise: undefined })).toBe(place('noise'));
    expect(changed(noisy, {}, { noise: { most: 3, variance: 1 } })).toBe(place('noise'));
    expect(changed(grouped, {}, { columns: own.slice(1) })).toBe(place('quasi'));
  });
});

describe('a map of events over time', () => {
  const counted = {
    columns: ['week_number', 'weekday'],
    cells: [
      { labels: ['10', '1'], events: 4 },
      { labels: ['10', '2'], events: 3 },
      { labels: ['11', '1'], events: 2 },
    ],
  };
  const weeks = { column: 'week_number', labels: ['10', '11'] };
  const days = { column: 'weekday', labels: ['1', '2'] };
  const whole = [[0, 0, 4], [0, 1, 3], [1, 0, 2]]; // biome-ignore format: cells
  const agrees = (axes: readonly object[], after: readonly (readonly number[])[]) => calendarAgrees({ axes, after }, counted);

  it('shows as many at each place as there are, added up where an axis is left out', () => {
    expect(agrees([weeks, days], whole)).toBe(true);
    expect(agrees([weeks, days], [...whole].reverse())).toBe(true);
    expect(agrees([weeks], [[0, 7], [1, 2]])).toBe(true); // biome-ignore format: cells
    expect(agrees([], [[9]])).toBe(true);
    expect(calendarAgrees(undefined, counted)).toBe(true);
    expect(calendarAgrees(undefined, undefined)).toBe(true);
  });

  it('is false where one is another, left out or told twice, or has no such place', () => {
    expect(agrees([weeks, days], [[0, 0, 4], [0, 1, 3], [1, 0, 3]])).toBe(false); // biome-ignore format: cells
    expect(agrees([weeks, days], whole.slice(1))).toBe(false);
    expect(agrees([weeks, days], [...whole, [1, 1, 0]])).toBe(false);
    expect(agrees([weeks, days], [...whole, whole[0]])).toBe(false);
    expect(agrees([weeks, days], [...whole.slice(1), whole[1]])).toBe(false);
    expect(agrees([days, weeks], whole)).toBe(false);
    expect(agrees([weeks, { ...days, column: 'month' }], whole)).toBe(false);
    expect(agrees([weeks, days], whole.map((cell) => [...cell, 1]))).toBe(false); // biome-ignore format: a line
    expect(agrees([weeks, days], [...whole.slice(0, 2), [1, 0, 2, 2]])).toBe(false);
    expect(agrees([weeks, days], [...whole.slice(0, 2), [1, 2, 2]])).toBe(false);
    expect(agrees([weeks, days], [...whole.slice(0, 2), [1, 0, 2], [2, 0, 1]])).toBe(false);
    expect(calendarAgrees({ axes: [], after: [] }, undefined)).toBe(false);
    expect(calendarAgrees({ axes: [], after: [] }, { columns: [], cells: [] })).toBe(true);
  });
});

describe('how far a verdict is', () => {
  const told = async (manifest: object, withOriginal: boolean, act: (meter: ReturnType<typeof verdictMeter>) => unknown) => {
    const all: Progress[] = [];
    const files = [{ bytes: 60 }, { bytes: 40 }];
    const meter = verdictMeter({ method: 'kaca', data: { rows: 1000, format: 'csv' }, files, ...manifest } as unknown as Manifest, withOriginal, (progress) => all.push(progress)); // biome-ignore format: a line
    await act(meter);
    expect(all.every(({ phase, total, unit }) => phase === 'verify' && total === 1000 && unit === 'rows')).toBe(true);
    expect(all.filter(({ finished }) => finished !== undefined).map(({ finished, done }) => [finished, done])).toEqual(
      all.at(-1)?.done === 1000 ? [[true, 1000]] : [],
    );
    return all.map(({ done }) => done);
  };
  const answers = { ask: async () => [], numbers: async () => [], columns: async () => [], doubles: async () => [], stream: async () => {} } as unknown as Counter; // biome-ignore format: a line

  it('is a share of the bytes and a share of the questions, those that read a file weighing ten', async () => {
    const looking = await told({}, false, (meter) => {
      meter.look(60);
      meter.look(40);
      meter.look(40);
    });
    expect(looking).toEqual([0, 90, 150, 150]);
    const asking = await told({}, false, async (meter) => {
      const counter = meter.watch(answers);
      await counter.ask('SELECT 1');
      await counter.numbers("SELECT count(*) FROM read_csv('x')");
      await counter.columns('SELECT 1', 1);
      await counter.doubles('SELECT read_csvs', 1);
      await counter.stream("SELECT * FROM read_parquet('x')", 1, () => {});
      meter.end();
    });
    const counted = (weight: number) => Math.floor((0.85 * weight * 1000) / 58);
    expect(asking).toEqual([0, ...[1, 11, 12, 13, 23].map(counted), 1000]);
  });

  it('is most of it with the bytes where lines are plain', async () => {
    const columns = ['group', 'series', 'series', 'pattern', 'level'].map((role) => ({ role, kind: 'interval' }));
    const ofSeries = { method: 'naive', columns, promises: { k: 2, p: 2 } };
    const looked = (manifest: object) => told(manifest, false, (meter) => meter.look(100));
    expect(await looked(ofSeries)).toEqual([0, 800]);
    expect(await looked({ ...ofSeries, data: { rows: 1000, format: 'parquet' } })).toEqual([0, 150]);
  });

  it('goes on within a question, never back, and not to the end before the end', async () => {
    const within = await told({}, false, async (meter) => {
      const counter = meter.watch({
        ...answers,
        ask: async () => {
          for (const share of [0.5, 0.2, 1]) meter.share(share);
          return [];
        },
      });
      await counter.ask("FROM read_csv('x')");
      meter.share(1);
    });
    const counted = (weight: number) => Math.floor((0.85 * weight * 1000) / 58);
    expect(within).toEqual([0, counted(5), counted(5), counted(10), counted(10), counted(10)]);
    const many = await told({}, false, async (meter) => {
      meter.look(100);
      for (let i = 0; i < 9; i++) await meter.watch(answers).ask("FROM read_csv('x')");
    });
    expect(many.at(-1)).toBe(Math.floor((0.15 + 0.85 * 0.98) * 1000));
    expect(await told({ files: [] }, false, () => {})).toEqual([150]);
  });

  it('knows what questions weigh in each family, with an original too', async () => {
    const first = async (manifest: object, withOriginal: boolean) =>
      (await told(manifest, withOriginal, (meter) => meter.watch(answers).ask("FROM read_text('x')"))).at(-1);
    const counted = (all: number, share = 0.85) => Math.floor((share * 10 * 1000) / all);
    expect(await first({}, false)).toBe(counted(58));
    expect(await first({}, true)).toBe(counted(80));
    expect(await first({ method: 'events' }, false)).toBe(counted(15));
    expect(await first({ method: 'events' }, true)).toBe(counted(81));
    const wide = { method: 'naive', columns: [], data: { rows: 1000, format: 'parquet' } };
    expect(await first(wide, false)).toBe(counted(22));
    expect(await first(wide, true)).toBe(counted(59));
  });
});
