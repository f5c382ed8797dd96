import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLedger } from '../../src/api/ledger.ts';
import { run } from '../../src/api/run.ts';
import type { RunOptions } from '../../src/api/run-options.ts';
import { randomFrom } from '../../src/base/random.ts';

/** Subjects with two values each; those of a group lie close together, and `shift` moves where groups are cut. */
const rowsOf = (subjects: readonly number[], shift = 0) =>
  subjects.map((subject) => ({ id: `S${subject}`, a: (subject * 7 + shift * subject * subject) % 50, b: (subject * 3) % 20 }));
const people = Array.from({ length: 40 }, (_, i) => i);

const policy = {
  family: 'series',
  method: 'naive',
  subject: 'id',
  series: ['a', 'b'],
  segments: 1,
  k: 4,
  p: 2,
  seed: 1,
} as const;

let folder: string;
let count = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'shoal-ledger-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A ledger of its own for each test. */
function fresh() {
  const file = join(folder, `${++count}.ledger`);
  const release = async (rows: readonly object[], settings: object = {}, options: RunOptions = {}) => {
    const out = join(folder, `release-${++count}`);
    const made = await run({ ...policy, out, ...settings, input: rows } as never, { ledger: { file }, ...options });
    return { out, codes: made.ok ? [] : made.problems.map(({ code }) => code), problems: made.ok ? [] : made.problems };
  };
  return { file, release };
}

describe('two releases of the same people', () => {
  it('of two months, cut into other groups, are refused; nothing of the second is there', async () => {
    const { file, release } = fresh();
    expect((await release(rowsOf(people))).codes).toEqual([]);
    const second = await release(rowsOf(people, 5));
    expect(second.codes).toEqual(['ledger/crowd-below-k']);
    expect(existsSync(second.out)).toBe(false);
    expect(readLedger(file)).toMatchObject({ ok: true, value: { sealed: true, releases: [{ number: 1, subjects: 40, k: 4 }] } });
  });
  it('of one week with two ks are refused, and with a warning are entered with what they expose', async () => {
    const { file, release } = fresh();
    await release(rowsOf(people));
    expect((await release(rowsOf(people), { k: 7 })).codes).toEqual(['ledger/crowd-below-k']);
    const notices: string[] = [];
    const warned = await release(
      rowsOf(people),
      { k: 7 },
      { ledger: { file, onConflict: 'warn' }, onNotice: (one) => notices.push(one) },
    );
    expect(warned.codes).toEqual([]);
    expect(notices.join()).toContain('in a crowd below 4');
    expect(readLedger(file, warned.out)).toMatchObject({ ok: true, value: { releases: [{ number: 2, exposes: [1] }] } });
  });
  it('made again by the same seed are the same groups, and pass', async () => {
    const { release } = fresh();
    await release(rowsOf(people));
    expect((await release(rowsOf(people))).codes).toEqual([]);
  });
  it('by another spelling of their ids are the same people', async () => {
    const { release } = fresh();
    await release(rowsOf(people));
    const shouted = rowsOf(people, 5).map((row) => ({ ...row, id: ` ${row.id.toLowerCase()} ` }));
    expect((await release(shouted)).codes).toEqual(['ledger/crowd-below-k']);
  });
  it('by numbers, once in a column of whole numbers and once in one of doubles, are the same people', async () => {
    const { release } = fresh();
    const numbered = (rows: readonly { id: string }[], end: string) =>
      rows.map((row) => ({ ...row, id: `${row.id.slice(1)}${end}` }));
    await release(numbered(rowsOf(people), ''));
    expect((await release(numbered(rowsOf(people, 5), '.0'))).codes).toEqual(['ledger/crowd-below-k']);
    expect((await release(numbered(rowsOf(people, 5), '.5'))).codes).toEqual([]); // others
  });
  it('of which fewer than k joined are refused', async () => {
    const { release } = fresh();
    await release(rowsOf(people));
    const joined = rowsOf([...people, 100]);
    expect((await release(joined)).codes).toEqual(['ledger/crowd-below-k']);
  });
  it('of other people have nothing to do with each other', async () => {
    const { release } = fresh();
    await release(rowsOf(people));
    expect((await release(rowsOf(people.map((one) => one + 1000)))).codes).toEqual([]);
  });
});

it('tells nowhere how many are exposed: they, or all others, may be fewer than k', async () => {
  const { release } = fresh();
  await release(rowsOf(people));
  const [{ what, why, facts }] = (await release(rowsOf([...people, 100]))).problems;
  expect(what).toBe('Laid over what was released before, this release leaves subjects in a crowd below 4.');
  expect(why).toContain('entry 1');
  expect(facts).toEqual({ k: 4, entries: [1] });
});

it('knows rows that are subjects again in the very same file alone, and says so', async () => {
  const { release } = fresh();
  const settings = { subject: 'row', drop: ['id'] };
  await release(rowsOf(people), settings);
  const notices: string[] = [];
  const other = await release(rowsOf(people, 5), settings, { onNotice: (one) => notices.push(one) });
  expect(other.codes).toEqual([]);
  expect(notices.join()).toContain('only in the very same file');
  expect((await release(rowsOf(people), { ...settings, k: 7 })).codes).toEqual(['ledger/crowd-below-k']);
});

it('logs and transactions are entered by all classes a subject stands in', async () => {
  const { file, release } = fresh();
  const events = people.flatMap((one) =>
    [1, 2].map((day) => ({ who: `S${one}`, at: `2024-03-0${day + (one % 2)}T08:00:00`, what: one % 3 === 0 ? 'fall' : 'call' })),
  );
  const log = {
    family: 'events',
    method: 'flatten',
    subject: 'who',
    time: 'at',
    event: 'what',
    quasi: ['generalized_event', 'iso_year_week', 'weekday'],
    flatten: 'weekday',
    series: undefined,
    segments: undefined,
    p: undefined,
  };
  const first = await release(events, log);
  expect(first.codes).toEqual([]);
  const table = {
    family: 'table',
    method: 'local',
    subject: 'who',
    quasi: ['what'],
    drop: ['at'],
    series: undefined,
    segments: undefined,
    p: undefined,
  };
  expect((await release(events, table)).codes).toEqual([]);
  const read = readLedger(file);
  expect(read.ok && read.value.releases.map(({ family, subjects, period }) => [family, subjects, period])).toEqual([
    ['events', 40, { from: '2024-W09', to: '2024-W09' }],
    ['table', 40, undefined],
  ]);
  const byDay = fresh();
  expect((await byDay.release(events, { ...table, quasi: ['at:date'], drop: ['what'] })).codes).toEqual([]);
  expect(readLedger(byDay.file)).toMatchObject({
    value: { releases: [{ period: { from: '2024-03-01', to: '2024-03-03' } }] },
  });
});

describe('a log, in which a subject stands in several classes', () => {
  const eventsOf = (shift: (one: number) => number) =>
    people.flatMap((one) =>
      [1, 2, 3].map((day) => ({
        who: `S${one}`,
        at: `2024-03-0${day + (one % 2)}T08:00:00`,
        what: ['fall', 'call', 'door'][(one * day + shift(one)) % 3],
        nurse: `N${one % 9}`,
      })),
    );
  const events = eventsOf(() => 0);
  const none = { series: undefined, segments: undefined, p: undefined };
  const log = {
    ...{ family: 'events', method: 'flatten', subject: 'who', time: 'at', event: 'what', k: 3, ...none },
    ...{ quasi: ['generalized_event', 'iso_year_week', 'weekday'], flatten: 'weekday' },
  };
  it.each([
    ['random', 'random', []],
    ['random', 'drop', []],
    ['shared', 'drop', []],
    ['drop', 'random', ['ledger/crowd-below-k']],
    ['rotate:week', 'rotate:month', ['ledger/crowd-below-k']],
    ['drop', 'shared', ['ledger/crowd-below-k']],
  ])(
    'of the same events under %s and then under %s, by another seed, exposes whom its ids link otherwise',
    async (one, other, codes) => {
      const { release } = fresh();
      const draw = randomFrom('months');
      const months = events.map((row) => ({
        ...row,
        at: `2024-0${3 + draw.below(2)}-0${1 + draw.below(4)}T08:00:00`,
        what: ['fall', 'call'][draw.below(2)],
      }));
      const policy = { ...log, quasi: ['generalized_event', 'week_number', 'weekday'], flatten: 'none' };
      expect((await release(months, { ...policy, pseudonym: one })).codes).toEqual([]);
      expect((await release(months, { ...policy, pseudonym: other, seed: 5 })).codes).toEqual(codes);
    },
  );

  it.each([
    { pseudonym: 'drop', format: 'xes' },
    { pseudonym: 'shared', order: 'position', durations: '1h,1d', confidence: 0.9, format: 'arrow' },
    { pseudonym: 'shared', traces: 3, alsoProtect: 'nurse', format: 'parquet' },
    { pseudonym: 'random', partRows: 100 },
    {
      family: 'table',
      method: 'local',
      subject: 'who',
      quasi: ['what', 'at:date'],
      drop: ['nurse'],
      time: undefined,
      event: undefined,
      flatten: undefined,
    },
  ])('passes where it is the same again, and is refused where it is of other events: %j', async (settings) => {
    const { file, release } = fresh();
    const policy = { ...log, ...settings };
    expect((await release(events, policy)).codes).toEqual([]);
    expect((await release(events, policy)).codes).toEqual([]);
    const otherwise = eventsOf((one) => Math.floor(one / 7));
    expect((await release(otherwise, policy)).codes).toEqual(['ledger/crowd-below-k']);
    expect(readLedger(file)).toMatchObject({ value: { releases: [{ subjects: 40 }, { subjects: 40 }] } });
  });
});

describe('a ledger', () => {
  it('holds no id, and nothing that can be tried without its key', async () => {
    const { file, release } = fresh();
    await release(rowsOf(people));
    expect(readFileSync(file, 'utf8')).not.toMatch(/"S\d|id s\d/i);
    expect(readFileSync(file, 'utf8')).not.toContain(readFileSync(`${file}.key`, 'utf8').trim());
  });
  it('that was changed, cut in the middle, or sealed by somebody else is found out', async () => {
    const { file, release } = fresh();
    await release(rowsOf(people));
    await release(rowsOf(people));
    const whole = readFileSync(file, 'utf8');
    const [head, one, two] = whole.split('\n');
    const codesOf = (text: string) => {
      writeFileSync(file, text);
      const read = readLedger(file);
      return read.ok ? [] : read.problems.map(({ code }) => code);
    };
    expect(codesOf(whole)).toEqual([]);
    expect(codesOf(`${head}\n${two}\n`)).toEqual(['ledger/broken-chain']);
    expect(codesOf(`${head}\n${one.replace('"k":4', '"k":2')}\n${two}\n`)).toEqual(['ledger/broken-chain']);
    expect(codesOf(`${head}\n${one}\n${two.replace('"k":4', '"k":2')}\n`)).toEqual(['ledger/broken-chain']); // the last line has none after it: its seal tells
    expect(codesOf(`${head}\n${one}\nhello\n`)).toEqual(['ledger/not-a-ledger']);
    expect(codesOf('id,a,b\n1,2,3\n')).toEqual(['ledger/not-a-ledger']);
    expect(codesOf('')).toEqual(['ledger/not-a-ledger']);
  });
  it('goes on after an entry that was cut short', async () => {
    const { file, release } = fresh();
    await release(rowsOf(people));
    appendFileSync(file, '{"number":2,"da');
    expect((await release(rowsOf(people))).codes).toEqual([]);
    expect(readLedger(file)).toMatchObject({ ok: true, value: { releases: [{ number: 1 }, { number: 2 }] } });
  });
  it('is not used without its key, nor with another', async () => {
    const [mine, other] = [fresh(), fresh()];
    await mine.release(rowsOf(people));
    await other.release(rowsOf(people));
    copyFileSync(`${other.file}.key`, `${mine.file}.key`);
    expect((await mine.release(rowsOf(people))).codes).toEqual(['ledger/wrong-key']);
    rmSync(`${mine.file}.key`);
    const phases: string[] = [];
    const late = await mine.release(rowsOf(people), {}, { onProgress: ({ phase }) => void phases.push(phase) });
    expect([late.codes, phases]).toEqual([['ledger/key-missing'], []]); // heard before anything is read
    expect(readLedger(mine.file)).toMatchObject({ ok: true, value: { sealed: false } });
  });
  it('takes over the lock of a process that ended', async () => {
    const { file, release } = fresh();
    await release(rowsOf(people));
    writeFileSync(`${file}.lock`, (await import('../../src/base/scratch.ts')).ownName().replace(/^\d+-\d+/, '999999-1'));
    expect((await release(rowsOf(people))).codes).toEqual([]);
    expect(existsSync(`${file}.lock`)).toBe(false);
  });
  it('withdraws a release that could not be put into its place', async () => {
    const { file, release } = fresh();
    const out = join(folder, `taken-${count}`);
    const take = () => mkdirSync(join(out, 'something'), { recursive: true });
    const late = await release(rowsOf(people), { out }, { onProgress: ({ phase }) => phase === 'verify' && take() });
    expect(late.codes).toEqual(['output/exists']);
    expect(readLedger(file)).toMatchObject({ ok: true, value: { releases: [{ number: 1, withdrawn: true }] } });
    expect((await release(rowsOf(people, 5))).codes).toEqual([]); // what never left is compared with nothing
  });
  it('that cannot be written is named, and nothing is published', async () => {
    const { release } = fresh();
    const file = join(folder, 'nowhere', 'releases.ledger');
    const { out, problems } = await release(rowsOf(people), {}, { ledger: { file } });
    expect(problems).toMatchObject([{ code: 'output/unwritable', what: expect.stringContaining('releases.ledger') }]);
    expect(existsSync(out)).toBe(false);
  });
  it('that lies in the folder of the release is refused, as what a run reads there is: --force would take it away', async () => {
    const { release } = fresh();
    const made = await release(rowsOf(people));
    const csv = ['id,a,b', ...rowsOf(people).map(({ id, a, b }) => `${id},${a},${b}`)].join('\n');
    writeFileSync(join(made.out, 'data.csv'), csv);
    writeFileSync(join(made.out, 'internal', 'seed'), '0123456789abcdef0123456789abcdef');
    const link = join(folder, 'a link');
    symlinkSync(made.out, link);
    const codesOf = async (settings: object, file?: string) => {
      const given = { ...policy, input: rowsOf(people), out: made.out, ...settings } as never;
      const again = await run(given, { force: true, ...(file === undefined ? {} : { ledger: { file } }) });
      return again.ok ? [] : again.problems.map(({ code, facts }) => [code, facts]);
    };
    const held = (file: string) => [['output/holds-what-is-read', { out: made.out, file }]];
    for (const file of [join(made.out, 'new.ledger'), join(made.out, 'internal', 'l.ledger'), join(link, 'new.ledger')])
      expect(await codesOf({}, file)).toEqual(held(file));
    for (const input of [join(made.out, 'data.csv'), join(link, 'data.csv')])
      expect(await codesOf({ input })).toEqual(held(input));
    const seedFile = join(made.out, 'internal', 'seed');
    expect(await codesOf({ seed: undefined, seedFile })).toEqual(held(seedFile));
    expect(readFileSync(join(made.out, 'data.csv'), 'utf8')).toBe(csv);
    expect(await codesOf({}, `${made.out}.ledger`)).toEqual([]); // beside it
  });
  it('that is a folder, or whose key is one, is a problem as well', () => {
    const place = join(folder, 'a-folder.ledger');
    mkdirSync(place);
    expect(readLedger(place)).toMatchObject({ ok: false, problems: [{ code: 'ledger/not-a-ledger' }] });
    mkdirSync(`${place}.key`);
    expect(readLedger(place)).toMatchObject({ ok: false, problems: [{ code: 'ledger/key-missing' }] });
  });

  it('that is not there, or does not know a release, is a problem', async () => {
    const { file, release } = fresh();
    expect(readLedger(file)).toMatchObject({ ok: false, problems: [{ code: 'ledger/not-found' }] });
    await release(rowsOf(people));
    expect(readLedger(file, folder)).toMatchObject({ ok: false, problems: [{ code: 'ledger/not-entered' }] });
  });
});
