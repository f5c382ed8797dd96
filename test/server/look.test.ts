import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { draftPolicy, inspect } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aServer, curvesPolicy, fortyCurves, refusalIn, type TestServer, tokenFile } from './a-server.ts';

const secret = 'a-second-secret-that-is-long';
const { seed: _, ...unseeded } = curvesPolicy;
const days = [
  'id,day,amount',
  ...Array.from({ length: 30 }, (_, row) => `p${row},0${1 + (row % 9)}/0${1 + (row % 7)}/2024,"${row},5"`),
];
let server: TestServer;
let fixed: TestServer;
beforeAll(async () => {
  const withSources = (folder: string) => {
    writeFileSync(join(folder, 'curves.csv'), fortyCurves);
    writeFileSync(join(folder, 'curves.yaml'), 'method: naive\nsubject: id\nseries: a..d\nk: 5\np: 2\n');
    return { sources: { curves: join(folder, 'curves.csv') }, internalTokenFile: tokenFile(folder, 'internal', secret) };
  };
  server = await aServer(withSources);
  fixed = await aServer((folder) => ({ ...withSources(folder), policies: { curves: join(folder, 'curves.yaml') } }));
});
afterAll(() => Promise.all([server.remove(), fixed.remove()]));

const ask = (call: string, body: unknown, headers: Readonly<Record<string, string>> = {}, at = server) =>
  fetch(`${at.url}/api/v1/${call}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
const told = async (answer: Promise<Response>): Promise<Record<string, never>> => (await (await answer).json()) as never;
const uploaded = async (csv: string, at = server): Promise<string> => {
  const answer = fetch(`${at.url}/api/v1/uploads`, { method: 'POST', body: csv, headers: { 'content-type': 'text/csv' } });
  return (await told(answer)).id as string;
};
const inside = { 'shoal-internal-token': secret };

describe('inspect', () => {
  it('of an upload tells what the library tells', async () => {
    const upload = await uploaded(fortyCurves);
    const own = await inspect({ input: server.path('curves.csv') });
    if (!own.ok) throw new Error(own.problems[0].what);
    expect(await told(ask('inspect', { upload }))).toEqual(JSON.parse(JSON.stringify({ ...own.value, input: 'upload' })));
  });

  it('has questions about how cells are written, and reads the file as they are answered', async () => {
    const upload = await uploaded(days.join('\n'));
    const asked = (await told(ask('inspect', { upload }))) as never as { notations: { open: { column: string }[] } };
    expect(asked.notations.open.map(({ column }) => column)).toContain('day');
    const answered = (await told(ask('inspect', { upload, timeFormat: { day: 'dd/MM/yyyy' }, decimal: ',' }))) as never as {
      notations: { open: unknown[] };
      fields: { name: string; kind: string }[];
    };
    expect(answered.notations.open).toEqual([]);
    expect(answered.fields.find(({ name }) => name === 'day')?.kind).toBe('date');
    expect(answered.fields.find(({ name }) => name === 'amount')?.kind).toBe('number');
    const draft = await told(ask('draft', { upload, timeFormat: { day: 'dd/MM/yyyy' }, decimal: ',' }));
    expect(draft.policy).toMatchObject({ timeFormat: 'dd/MM/yyyy' });
  });

  it('refuses a column that is not there, and says where in the request', async () => {
    const upload = await uploaded(fortyCurves);
    const answer = await ask('inspect', { upload, subject: 'who' });
    const problem = (await answer.json()) as { code: string; pointer: string };
    expect([answer.status, problem.code, problem.pointer]).toEqual([422, 'input/missing-column', '/body/subject']);
    expect(await refusalIn(ask('inspect', {}))).toEqual([400, 'server/bad-request']);
    expect(await refusalIn(ask('inspect', { source: 'curves', upload }))).toEqual([400, 'server/bad-request']);
    expect(await refusalIn(ask('inspect', { source: 'cruves' }))).toEqual([422, 'server/unknown-source']);
    expect(await refusalIn(ask('inspect', { upload, sql: 'select 1' }))).toEqual([400, 'server/unknown-parameter']);
    expect(await refusalIn(ask('inspect', { upload: '../jobs' }))).toEqual([422, 'server/unknown-upload']);
  });

  it('of a source tells kinds and sizes, and with the second token all', async () => {
    const reduced = await told(ask('inspect', { source: 'curves' }));
    expect(Object.keys(reduced).toSorted()).toEqual(
      ['alone', 'fields', 'format', 'questions', 'rows', 'shape', 'subjects'].filter((key) => key in reduced),
    );
    expect(JSON.stringify(reduced)).not.toMatch(/histogram|reason|"unique"|largestK/);
    const whole = await told(ask('inspect', { source: 'curves' }, inside));
    expect(whole).toMatchObject({ input: 'curves', rows: 40 });
    expect(JSON.stringify(whole)).not.toContain(server.folder);
    expect(await refusalIn(ask('inspect', { source: 'curves' }, { 'shoal-internal-token': 'wrong' }))).toEqual([
      403,
      'server/internal-forbidden',
    ]);
  });

  it('of a source whose policy is fixed needs the second token', async () => {
    expect(await refusalIn(ask('inspect', { source: 'curves' }, {}, fixed))).toEqual([403, 'server/source-closed']);
    expect(await refusalIn(ask('draft', { source: 'curves' }, {}, fixed))).toEqual([403, 'server/source-closed']);
    expect(await told(ask('inspect', { source: 'curves' }, inside, fixed))).toMatchObject({ rows: 40 });
  });
});

describe('draft', () => {
  it('is the policy of the library, and a job takes it as it is', async () => {
    const upload = await uploaded(fortyCurves);
    const own = await inspect({ input: server.path('curves.csv') });
    if (!own.ok) throw new Error(own.problems[0].what);
    const { yaml, policy } = draftPolicy(own.value, 'data.csv', { k: 6 });
    const draft = await told(ask('draft', { upload, choices: { k: 6 } }));
    const { input, out, version, ...settings } = policy;
    expect(draft).toEqual({ policy: settings, yaml, notes: expect.any(Array), toldNotes: expect.any(Array) });
    expect((await ask('releases', { upload, policy: draft.policy })).status).toBe(202);
    expect(await told(ask('check', { upload, yaml: draft.yaml }))).toMatchObject({ holds: true });
  });

  it('of a source has no reasons, and no k below the floor', async () => {
    const draft = await told(ask('draft', { source: 'curves', choices: { k: 2 } }));
    expect(draft).toMatchObject({ policy: { k: 5 }, notes: [] });
    expect(draft.yaml).not.toContain('#');
  });
});

describe('check', () => {
  it('finds every problem with its place, in an object and in a file', async () => {
    const upload = await uploaded(fortyCurves);
    expect(await told(ask('check', { policy: curvesPolicy, upload }))).toMatchObject({
      holds: true,
      problems: [],
      policy: { k: 5 },
    });
    const wrong = await told(ask('check', { policy: { ...curvesPolicy, subject: 'who' }, upload }));
    expect(wrong).toMatchObject({ holds: false, problems: [{ code: 'input/missing-column', pointer: '/subject' }] });
    const yaml = 'method: naive\nseries: a..d\nk: 5\nkk: 6\nsubject: id\n';
    expect(await told(ask('check', { yaml }))).toMatchObject({
      holds: false,
      problems: [{ code: 'policy/unknown-key', line: 4 }],
    });
    expect(await told(ask('check', { yaml: 'k: [5' }))).toMatchObject({
      holds: false,
      problems: [{ code: 'policy/unreadable', line: 1 }],
    });
    expect(await told(ask('check', { policy: { ...curvesPolicy, out: 'x' } }))).toMatchObject({
      problems: [{ code: 'server/own-setting' }],
    });
  });

  it('holds a policy over a source to what its operator decided', async () => {
    const low = await told(ask('check', { policy: { ...unseeded, k: 3 }, source: 'curves' }));
    expect(low).toMatchObject({ holds: false, problems: [{ code: 'server/k-below-floor' }] });
    const other = await told(ask('check', { policy: unseeded, source: 'curves' }, {}, fixed));
    expect(other).toMatchObject({ holds: false, problems: [{ code: 'server/policy-is-fixed' }] });
    expect(await told(ask('check', { policy: { lang: 'it' }, source: 'curves' }, {}, fixed))).toEqual({
      holds: true,
      problems: [],
    });
  });
});

it('a job with a wrong column is refused when it is asked for', async () => {
  const upload = await uploaded(fortyCurves);
  const wrong = { ...curvesPolicy, subject: 'who' };
  for (const answer of [
    await ask('releases', { upload, policy: wrong }),
    await ask('releases', { source: 'curves', policy: { ...unseeded, subject: 'who' } }),
    await server.post(wrong, fortyCurves),
  ]) {
    const problem = (await answer.json()) as { code: string; pointer: string };
    expect([answer.status, problem.code, problem.pointer]).toEqual([422, 'input/missing-column', '/body/policy/subject']);
  }
  expect(
    ((await told(server.get('/api/v1/releases'))) as never as { jobs: { state: string }[] }).jobs.filter(
      ({ state }) => state === 'failed',
    ),
  ).toEqual([]);
});
