import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Attacks, attack, generate, type PolicyInput, run } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let home = '';
const at = (name: string): string => join(home, name);
const days = { subject: 'ID', series: 'H1..H8', drop: 'Name,Surname', sensitive: 'Performance_SD', seed: 9, queries: 0 };
const prism = { method: 'prism', effort: 'fast' };

const release = async (out: string, policy: Record<string, unknown>): Promise<string> => {
  const released = await run({ out: at(out), ...policy } as PolicyInput); // run refuses what does not fit
  expect(released.ok ? [] : released.problems).toEqual([]);
  return at(out);
};

const attackWith = async (out: string, file: string, more: object = {}): Promise<Attacks> => {
  const found = await attack(at(out), { original: { file: at(file) }, ...more });
  if (!found.ok) throw new Error(found.problems.map(({ code }) => code).join());
  return found.value;
};

/** What attacks on the release by PRISM find, asked for once. */
let foundByPrism: Promise<Attacks> | undefined;
const ofPrism = (): Promise<Attacks> => {
  foundByPrism ??= attackWith('prism', 'work.csv');
  return foundByPrism;
};

const called = ({ intrusions }: Attacks, intruder: string) => intrusions.filter((one) => one.intruder === intruder);

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'shoal-attack-'));
  expect(await generate('work', { rows: 300, seed: 4, out: at('work.csv') })).toMatchObject({ ok: true });
  expect(await generate('tolls', { rows: 600, seed: 4, out: at('tolls.csv') })).toMatchObject({ ok: true });
  for (const [method, own] of Object.entries({ naive: { method: 'naive' }, kapra: { method: 'kapra' }, prism }))
    await release(method, { ...days, ...own, input: at('work.csv'), k: 10, p: 3 });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('attacks on curves', () => {
  it.each(['naive', 'kapra', 'prism'])(
    'find nobody in a release of %s with more than 1/k by values, and 1/P by shape',
    async (method) => {
      const found = method === 'prism' ? await ofPrism() : await attackWith(method, 'work.csv');
      expect(found.problems).toEqual([]);
      const linked = found.intrusions.filter(({ bound }) => bound !== undefined);
      expect(linked.map(({ intruder }) => intruder)).toEqual([
        ...Array(4).fill('values'),
        ...Array(4).fill('noisy-values'),
        'shape',
        'curve',
      ]);
      for (const { success, worst = 1, bound = 0, low, high, tried } of linked) {
        expect(worst).toBeLessThanOrEqual(bound + 1e-9);
        expect(success).toBeLessThanOrEqual(worst);
        expect([low <= success, success <= high, tried]).toEqual([true, true, 300]);
      }
      expect(called(found, 'values').map(({ bound }) => bound)).toEqual(Array(4).fill(0.1));
      expect(called(found, 'curve')[0]).toMatchObject({ bound: 1 / 3, control: 1 / 300 });
      expect(called(found, 'curve')[0].success).toBeGreaterThan(0.03); // ten times a blind guess
    },
  );

  it('say the same for the same seed, on any number of threads, and draw others for another', async () => {
    const [first, again, other] = [
      await attackWith('prism', 'work.csv', { sample: 50, threads: 1 }),
      await attackWith('prism', 'work.csv', { sample: 50, threads: 2 }),
      await attackWith('prism', 'work.csv', { sample: 50, seed: 2 }),
    ];
    expect(again).toEqual(first);
    expect(other.intrusions).not.toEqual(first.intrusions);
    expect(first.intrusions.every(({ tried }) => tried <= 50)).toBe(true);
  });

  it.each([
    ['long', { shape: 'long' }],
    ['as Parquet in two columns', { format: 'parquet', intervals: 'columns' }],
    ['safe in a spreadsheet', { spreadsheetSafe: true }],
    ['with representative words', { pattern: 'representative' }],
  ])('read a release %s and find the same by values', async (_, more) => {
    const policy = { ...days, ...prism, input: at('work.csv'), k: 10, p: 3 };
    await release('other', { ...policy, ...more });
    const [plain, other] = [await ofPrism(), await attackWith('other', 'work.csv')];
    rmSync(at('other'), { recursive: true });
    expect(called(other, 'values').map(({ worst, bound }) => [worst, bound])).toEqual(
      called(plain, 'values').map(({ worst, bound }) => [worst, bound]),
    );
  });

  it.each([
    ['the mean of its group', { curve: 'mean' }, 0.1],
    ['made from band and pattern', {}, 1 / 3],
  ])('take the nearest published curve, %s', async (_, more, bound) => {
    const policy = { ...days, ...prism, input: at('work.csv'), k: 10, p: 3, reconstruct: true };
    await release('curves', { ...policy, ...more });
    const found = await attackWith('curves', 'work.csv');
    rmSync(at('curves'), { recursive: true });
    expect(found.problems).toEqual([]);
    const [nearest] = called(found, 'nearest-curve');
    expect(nearest).toMatchObject({ bound, knows: 8 });
    expect(nearest.success).toBeGreaterThan(0.03);
  });

  it('read a long table and a control group of the same form, with decimal commas', async () => {
    const text = (from: number, to: number) =>
      `who;t;v\n${Array.from({ length: to - from }, (_, i) =>
        [1, 2, 3, 4].map((t) => `s${from + i};${t};${(((from + i) * 7919 * t) % 997) / 10}`.replaceAll('.', ',')),
      )
        .flat()
        .join('\n')}\n`;
    writeFileSync(at('long.csv'), text(0, 120));
    writeFileSync(at('others.csv'), text(500, 580));
    await release('long', { ...prism, input: at('long.csv'), long: 'who,t,v', decimal: ',', k: 5, seed: 1, queries: 0 });
    const found = await attackWith('long', 'long.csv', { control: at('others.csv') });
    expect(found.problems).toEqual([]);
    expect(called(found, 'presence')).toMatchObject([{ tried: 120, success: 1, controls: 80 }]);
  });

  it('are a problem where a release promises more than it keeps', async () => {
    cpSync(at('prism'), at('boasting'), { recursive: true });
    const manifest = readFileSync(at('boasting/manifest.json'), 'utf8');
    writeFileSync(at('boasting/manifest.json'), manifest.replace('"k": 10', '"k": 40'));
    const found = await attackWith('boasting', 'work.csv');
    expect(new Set(found.problems.map(({ code, exit }) => `${code} ${exit}`))).toEqual(new Set(['attack/above-bound 5']));
    expect(found.problems.length).toBeGreaterThan(0);
  });

  it('refuse a release whose bands are not true of its rows, and one without evidence', async () => {
    cpSync(at('prism'), at('untrue'), { recursive: true });
    const data = readFileSync(at('untrue/prism_anonymized.csv'), 'utf8');
    writeFileSync(at('untrue/prism_anonymized.csv'), data.replaceAll(/,\[(\d+)-(\d+)\]/g, ',[999-999]'));
    const untrue = await attack(at('untrue'), { original: { file: at('work.csv') } });
    expect(untrue).toMatchObject({ ok: false, problems: [{ code: 'attack/unsound-release', exit: 5 }] });
    rmSync(at('untrue/internal'), { recursive: true });
    const alone = await attack(at('untrue'), { original: { file: at('work.csv') } });
    expect(alone).toMatchObject({ ok: false, problems: [{ code: 'verify/no-row-numbers' }] });
  });
});

describe('attacks by the ends of bands', () => {
  it('single out whoever has an end that is a value, and nobody by an end that was moved outward', async () => {
    const exact = Array.from({ length: 400 }, (_, i) => [1, 2, 3, 4].map((t) => ((i * 7919 * t) % 9973) / 100));
    writeFileSync(at('exact.csv'), `id,a,b,c,d\n${exact.map((row, i) => `${i},${row.join()}`).join('\n')}\n`);
    const policy = { ...prism, input: at('exact.csv'), subject: 'id', series: 'a,b,c,d', k: 5, seed: 1, queries: 0 };
    await release('tight', { ...policy, snap: 'off' });
    await release('snapped', { ...policy, snap: 5 });
    const [tight, snapped] = [await attackWith('tight', 'exact.csv'), await attackWith('snapped', 'exact.csv')];
    expect(called(tight, 'single-out')[0].success).toBeGreaterThan(0.95);
    expect(called(tight, 'single-out')[0].control).toBeLessThan(0.1);
    expect(called(snapped, 'single-out')[0].success).toBeLessThan(0.1);
    expect(called(tight, 'reconstruct')[0].success).toBeCloseTo(0.4, 1); // two of five values
    expect(called(snapped, 'reconstruct')[0].success).toBeLessThan(0.05);
  });
});

describe('attacks with two releases', () => {
  it('leave nobody in a smaller crowd by the very same release, and many by another one', async () => {
    const same = await attackWith('prism', 'work.csv', { second: at('prism') });
    const [alone] = called(same, 'both-releases');
    expect(alone.success).toBeCloseTo(alone.control ?? 0, 12);
    const other = await attackWith('prism', 'work.csv', { second: at('naive') });
    const [both] = called(other, 'both-releases');
    expect(both.success).toBeGreaterThan(2 * (both.control ?? 1));
    expect(both.bound).toBeUndefined();
    expect(called(other, 'both-attribute')).toMatchObject([{ column: 'Performance_SD', tried: 300 }]);
    expect(called(other, 'link-releases')[0].success).toBeGreaterThan(1 / 300);
    expect(other.problems).toEqual([]);
  });

  it('subtract two tables of counts of other rows, and are misled by noise', async () => {
    const counts = {
      method: 'hierarchy',
      subject: 'vehicle_id',
      quasi: 'section_id:prefix,exit_time:hour',
      aggregate: 'count',
      k: 5,
    };
    const sql = "SELECT * FROM input WHERE vehicle_id NOT LIKE '%7'";
    writeFileSync(at('noise.key'), '7c0a91e5d3b84f26aa1837e09bd45c62\n');
    const noisy = { noise: '3,2', noiseKey: at('noise.key') };
    for (const [name, more] of Object.entries({ all: {}, some: { sql }, 'all-noisy': noisy, 'some-noisy': { sql, ...noisy } }))
      await release(name, { ...counts, ...more, input: at('tolls.csv') });
    const [exact] = called(await attackWith('all', 'tolls.csv', { second: at('some') }), 'difference');
    const [misled] = called(await attackWith('all-noisy', 'tolls.csv', { second: at('some-noisy') }), 'difference');
    expect(exact.success).toBeGreaterThan(exact.control ?? 1);
    expect(misled.success).toBeLessThan(exact.success / 2);
    const same = await attackWith('all', 'tolls.csv', { second: at('all') });
    expect(called(same, 'difference')).toEqual([]); // nothing is left
    expect(called(same, 'both-releases')).toHaveLength(1);
  });

  it('refuse a second release of other rows of the same file, whose numbers would lead to other people', async () => {
    const policy = {
      method: 'local',
      subject: 'row',
      quasi: 'section_id:prefix',
      drop: 'vehicle_id,exit_time,vehicle_class,toll_money',
    };
    const read = { ...policy, k: 5, seed: 1, input: at('tolls.csv') };
    await release('rows', read);
    await release('fewer-rows', { ...read, sql: "SELECT * FROM input WHERE vehicle_id NOT LIKE '%7'" });
    const found = await attack(at('rows'), { original: { file: at('tolls.csv') }, second: at('fewer-rows') });
    expect(found).toMatchObject({ ok: false, problems: [{ code: 'verify/not-the-original' }] });
  });

  it('refuse a second release of another original', async () => {
    writeFileSync(at('few.csv'), `id,a\n${Array.from({ length: 40 }, (_, i) => `${i},${i}`).join('\n')}\n`);
    await release('few', { method: 'local', input: at('few.csv'), subject: 'id', quasi: 'a', k: 5, seed: 1 });
    const found = await attack(at('prism'), { original: { file: at('work.csv') }, second: at('few') });
    expect(found).toMatchObject({ ok: false, problems: [{ code: 'verify/not-the-original' }] });
  });
});

describe('attacks on records', () => {
  const people = (from: number, count: number): string => {
    const rows = Array.from({ length: count }, (_, i) => {
      const n = from + i;
      return `${20 + (n % 40)},${['a', 'b', 'c'][n % 3]},${(n * 7919) % 5}`;
    });
    return `age,town,illness\n${rows.join('\n')}\n`;
  };

  it('find the very record with at most 1/k, and beside a control group no more than is true of everybody', async () => {
    writeFileSync(at('people.csv'), people(0, 600));
    writeFileSync(at('control.csv'), people(100_000, 300));
    await release('people', {
      method: 'local',
      input: at('people.csv'),
      subject: 'row',
      quasi: 'age,town',
      sensitive: 'illness',
      k: 5,
      seed: 1,
    });
    const alone = await attackWith('people', 'people.csv');
    expect(called(alone, 'labels').map(({ knows, bound }) => [knows, bound])).toEqual([
      [1, 0.2],
      [2, 0.2],
    ]);
    expect(called(alone, 'presence')).toEqual([]);
    expect(called(alone, 'attribute')[0].controls).toBeUndefined();
    const beside = await attackWith('people', 'people.csv', { control: at('control.csv') });
    const [attribute] = called(beside, 'attribute');
    expect(attribute).toMatchObject({ column: 'illness', controls: 300 });
    expect(attribute.success).toBe(called(alone, 'attribute')[0].success); // the control changes nothing of the attack
    expect(called(beside, 'presence')).toMatchObject([{ success: 1, controls: 300 }]);
  });

  it.each(['sets', 'hierarchy'])('write narrower labels than %s tell, better than by how frequent they are', async (labelsOf) => {
    const jobs = ['baker', 'cook', 'nurse', 'vet'];
    const rows = Array.from(
      { length: 240 },
      (_, i) => `${20 + ((i * 7919) % 60)},${jobs[i % 10 === 0 ? 1 + ((i / 10) % 3) : 0]}`,
    );
    writeFileSync(at('staff.csv'), `age,job\n${rows.join('\n')}\n`);
    writeFileSync(at('jobs.csv'), 'baker;food;any\ncook;food;any\nnurse;care;any\nvet;care;any\n');
    const policy = { method: 'local', input: at('staff.csv'), subject: 'row', quasi: 'age:number,job:category', k: 5, seed: 1 };
    await release(`staff-${labelsOf}`, { ...policy, labelsOf, hierarchy: { job: at('jobs.csv') } });
    const [downcode] = called(await attackWith(`staff-${labelsOf}`, 'staff.csv'), 'downcode');
    expect(downcode.success).toBeGreaterThan(downcode.control ?? 1);
    expect(downcode.bound).toBeUndefined();
  });

  it('find a record in another release by labels that are true of a common value', async () => {
    const towns = Array.from({ length: 240 }, (_, i) => `T${i % 12},J${(i * 7) % 10}`);
    writeFileSync(at('towns.csv'), `town,job\n${towns.join('\n')}\n`);
    writeFileSync(
      at('towns-tree.csv'),
      Array.from({ length: 12 }, (_, i) => `T${i};${i % 2 === 0 ? 'even' : 'odd'};any`).join('\n'),
    );
    const policy = { method: 'local', input: at('towns.csv'), subject: 'row', quasi: 'town:category,job:category', seed: 1 };
    await release('towns-3', { ...policy, k: 3, hierarchy: { town: at('towns-tree.csv') } });
    await release('towns-7', { ...policy, k: 7 });
    const [linked] = called(await attackWith('towns-3', 'towns.csv', { second: at('towns-7') }), 'link-releases');
    expect(linked).toMatchObject({ knows: 2, of: 2, tried: 240, control: 1 / 240 });
    expect(linked.success).toBeGreaterThan(4 / 240);
    const coarse = {
      ...policy,
      k: 30,
      quasi: 'town:category',
      drop: 'job',
      labelsOf: 'hierarchy',
      hierarchy: { town: at('towns-tree.csv') },
    };
    await release('towns-tree', coarse);
    const unread = await attackWith('towns-7', 'towns.csv', { second: at('towns-tree') });
    expect(called(unread, 'link-releases')).toEqual([]); // nobody gave the hierarchy, so its labels say nothing
  });

  it('refuse a control group without a column that people are compared by', async () => {
    writeFileSync(at('short.csv'), 'age\n30\n');
    const found = await attack(at('people'), { original: { file: at('people.csv') }, control: at('short.csv') });
    expect(found).toMatchObject({ ok: false, problems: [{ code: 'attack/control-column', exit: 3 }] });
  });

  it('find a record of somebody who has most of a crowd with more than 1/k, which is not promised', async () => {
    const rows = Array.from({ length: 200 }, (_, i) => `${i < 100 ? 'much' : `s${i}`},${i % 2 === 0 ? 'a' : 'b'}`);
    writeFileSync(at('visits.csv'), `who,place\n${rows.join('\n')}\n`);
    await release('visits', { method: 'local', input: at('visits.csv'), subject: 'who', quasi: 'place', k: 5, seed: 1 });
    const found = await attackWith('visits', 'visits.csv');
    expect(found.problems).toEqual([]);
    expect(called(found, 'subject-by-labels')[0].bound).toBeUndefined();
    expect(called(found, 'subject-by-labels')[0].success).toBeGreaterThan(called(found, 'labels')[0].success);
  });

  it.each([
    ['records', {}],
    ['counts', { aggregate: 'count' }],
  ])('read places, times and %s', async (_, more) => {
    const policy = { input: at('tolls.csv'), preset: 'tolls', k: 5, seed: 3, ...more };
    await release('tolls', policy);
    const found = await attackWith('tolls', 'tolls.csv', { sample: 100 });
    rmSync(at('tolls'), { recursive: true });
    expect(found.problems).toEqual([]);
    expect(called(found, 'labels').length).toBeGreaterThan(0);
  });
});

describe('attacks on events', () => {
  const log = { method: 'events', k: 5, seed: 2 };
  beforeAll(async () => {
    expect(await generate('events', { rows: 3000, seed: 3, out: at('log.csv') })).toMatchObject({ ok: true });
  });
  const attackLog = async (pseudonym: string): Promise<Attacks> => {
    await release(pseudonym, { ...log, input: at('log.csv'), pseudonym });
    return attackWith(pseudonym, 'log.csv');
  };

  it('find one event at a time where ids are dropped, with at most 1/k', async () => {
    const found = await attackLog('drop');
    expect(found.problems).toEqual([]);
    expect(new Set(found.intrusions.map(({ intruder }) => intruder))).toEqual(new Set(['event']));
    for (const { bound } of found.intrusions) expect(bound).toBe(0.2);
  });

  it('are bounded by 1/k at any number of events where numbers link what k share, and single out nobody', async () => {
    const found = await attackLog('shared:week');
    expect(found.problems).toEqual([]);
    expect([...called(found, 'events'), ...called(found, 'history')].map(({ bound }) => bound)).toEqual(Array(5).fill(0.2));
    expect(called(found, 'single-out')[0].success).toBe(0);
  });

  it.each(['random', 'rotate:day', 'keep'])('find an id by a few events under %s, which k does not bound', async (pseudonym) => {
    const found = await attackLog(pseudonym);
    expect(found.problems).toEqual([]);
    expect(called(found, 'events').map(({ bound }) => bound)).toEqual([0.2, undefined, undefined, undefined]);
    const chances = called(found, 'events').map(({ success }) => success);
    expect(chances).toEqual(chances.toSorted((a, b) => a - b));
    expect(called(found, 'history')[0].success).toBeGreaterThanOrEqual(chances[3]);
  });

  it.each(['shared:week', 'random', 'drop'])(
    'tell people who are not in a log apart under %s, known by as much',
    async (pseudonym) => {
      writeFileSync(at('others-log.csv'), readFileSync(at('log.csv'), 'utf8').replaceAll('2024-03', '2024-04'));
      const found = await attackWith(pseudonym, 'log.csv', { control: at('log.csv') });
      const [presence] = called(found, 'presence');
      expect(presence).toMatchObject({ success: 1, knows: 8 });
      expect(presence.controls).toBeGreaterThan(0);
      const later = await attackWith(pseudonym, 'log.csv', { control: at('others-log.csv') });
      expect(called(later, 'presence')[0].control).toBeLessThan(presence.control ?? 0);
      expect(called(later, 'event')).toEqual(called(found, 'event')); // the control changes nothing of the attack
      for (const name of pseudonym === 'drop' ? [] : ['other-event', 'certain-event'])
        expect(called(later, name)[0].controls).toBe(called(later, 'presence')[0].controls);
    },
  );

  it.each([
    ['random', 0.9, 1],
    ['shared:week', 0, 0.2],
  ])('find an id of one log in another log of the same events under %s, unless k share it', async (pseudonym, least, most) => {
    await release(`${pseudonym}-again`, { ...log, seed: 7, input: at('log.csv'), pseudonym });
    const found = await attackWith(pseudonym, 'log.csv', { second: at(`${pseudonym}-again`) });
    const [linked] = called(found, 'link-releases');
    expect(linked.success).toBeGreaterThan(least);
    expect(linked.success).toBeLessThanOrEqual(most);
    expect(linked.control).toBeLessThan(0.1);
    const alone = await attackWith(pseudonym, 'log.csv', { second: at('drop'), sample: 20 });
    expect(called(alone, 'link-releases')).toEqual([]); // without ids there is nothing to find
    expect(called(alone, 'both-releases')).toHaveLength(1);
  });

  it('refuse a control group of events without a column that they are read by', async () => {
    writeFileSync(at('no-time.csv'), 'GUID;dogodek\n1;2\n');
    const found = await attack(at('drop'), { original: { file: at('log.csv') }, control: at('no-time.csv') });
    expect(found).toMatchObject({ ok: false, problems: [{ code: 'attack/control-column', exit: 3 }] });
  });

  it('read further columns of the input, an order and whole traces', async () => {
    const rows = Array.from({ length: 120 }, (_, i) =>
      ['register', 'check', 'pay'].map((code, hour) => `c${i},2024-03-04T${10 + hour}:00:00,${code},${i % 2 === 0 ? 'Ana' : ''}`),
    ).flat();
    writeFileSync(at('desk.csv'), `case,time,event,who\n${rows.join('\n')}\n`);
    const policy = { family: 'events', subject: 'case', time: 'time', event: 'event', k: 5, seed: 1, input: at('desk.csv') };
    await release('desk', {
      ...policy,
      pseudonym: 'shared:day',
      order: 'position',
      quasi: 'event,who,week_number,weekday',
      flatten: 'none',
    });
    const found = await attackWith('desk', 'desk.csv');
    expect(found.problems).toEqual([]);
    expect(called(found, 'certain-event')).toMatchObject([{ success: 1 }]); // all who register also check
    expect(called(found, 'event').at(-1)).toMatchObject({ knows: 4, bound: 0.2 });
    await release('traces', { ...policy, pseudonym: 'shared', traces: 5, durations: '1h,1d', quasi: 'event', flatten: 'none' });
    const timed = await attackWith('traces', 'desk.csv');
    expect(timed.problems).toEqual([]);
    const ordered = [...called(timed, 'ordered-events'), ...called(timed, 'ordered-history')];
    expect(ordered.map(({ knows, bound }) => [knows, bound])).toEqual([1, 2, 4, 8, 8].map((knows) => [knows, 0.2]));
    for (const { success } of ordered) expect(success).toBeCloseTo(1 / 120, 9); // everybody has the same three, after the same times
  });

  it('are a problem where numbers link what fewer than k share', async () => {
    cpSync(at('random'), at('forged'), { recursive: true });
    const manifest = readFileSync(at('forged/manifest.json'), 'utf8');
    writeFileSync(at('forged/manifest.json'), manifest.replace('"pseudonym": "random"', '"pseudonym": "shared:week"'));
    const found = await attackWith('forged', 'log.csv');
    expect(found.problems.map(({ code }) => code)).toContain('attack/above-bound');
  });
});
