import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Problem, serve } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FlowBody, flowBody } from '../../src/server/flow-schema.ts';
import { lendPostgres } from '../lent-postgres.ts';
import type { TestServer as TestPostgres } from '../postgres.ts';
import { aServer, newFolder, type ProblemShown, refusalIn, someExits, type TestServer } from './a-server.ts';

const flow = '/api/analytics/truck/exit-hourly-flow-k-anonymized';
const threeDays = `${flow}?start_date=2023-01-02&end_date=2023-01-04&k=5`;
const bodyOf = async (answer: Response | Promise<Response>): Promise<FlowBody> => flowBody.parse(await (await answer).json());

describe('with its own data', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await aServer();
  });
  afterAll(() => server.remove());

  it('makes it up when somebody first asks, not when it starts', async () => {
    const madeUp = join(server.state, 'answers', 'exit_transactions.csv');
    expect(existsSync(madeUp)).toBe(false);
    expect((await server.get(threeDays)).status).toBe(200);
    expect(existsSync(madeUp)).toBe(true);
  });

  it("answers the seed's request in the seed's form, word for word where the words are fixed", async () => {
    const answer = await server.get(threeDays);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const body = await bodyOf(answer);
    const { data, privacy_protection: told } = body;
    expect(Object.keys(body)).toEqual(['success', 'data', 'count', 'category', 'privacy_protection']);
    expect(Object.keys(data[0])).toEqual([
      'section_region',
      'time_period',
      'truck_count',
      'avg_toll',
      'k_anonymized',
      'algorithm',
    ]);
    expect(body).toMatchObject({ success: true, count: data.length, category: '📊 流量统计类（k-匿名保护）' });
    expect(told).toEqual({
      method: 'KACA (K-Anonymity Clustering Algorithm)',
      algorithm: 'KACA',
      k_value: 5,
      input_source: '原始出口交易记录',
      quasi_identifiers: ['section_id', 'exit_time'],
      clustering: { algorithm: 'K-Means', clusters: told.clustering.clusters, description: '基于聚类的自适应泛化' },
      generalization: { geographic: '聚类内section_id公共前缀 + "区域"', temporal: '聚类内时间范围泛化' },
      statistics: told.statistics,
    });
    expect(data.length).toBeGreaterThan(3);
    for (const { section_region, time_period, truck_count, k_anonymized } of data) {
      expect(section_region).toMatch(/^([A-Z]\d*区域|全部区域)$/);
      expect(time_period).toMatch(/^(凌晨时段|上午时段|下午时段|晚上时段|时段|跨夜时段|全天)\(\d\d-\d\d\)$/);
      expect(truck_count).toBeGreaterThanOrEqual(5);
      expect(k_anonymized).toBe(true);
    }
    const { total_records, anonymized_groups, suppressed_records, retention_rate } = told.statistics;
    expect(anonymized_groups).toBe(data.length);
    expect(retention_rate).toBeCloseTo((100 * ((total_records ?? 0) - (suppressed_records ?? 0))) / (total_records ?? 1), 6);
  });

  it('takes every parameter as optional: all days, k of 5', async () => {
    const all = await bodyOf(server.get(flow));
    expect(all.privacy_protection).toMatchObject({ k_value: 5, statistics: { total_records: 21_000 } });
  });
});

describe('asked again and again', () => {
  let folder: string;
  let data: string;
  let server: TestServer;
  beforeAll(async () => {
    folder = newFolder();
    data = await someExits(folder);
    server = await aServer({ data }, folder);
  });
  afterAll(() => server.remove());

  it('counts the last day as a day of the period', async () => {
    const [one, two, both] = await Promise.all(
      [
        'start_date=2023-01-02&end_date=2023-01-02',
        'start_date=2023-01-03&end_date=2023-01-03',
        'start_date=2023-01-02&end_date=2023-01-03',
      ].map(async (period) => (await bodyOf(server.get(`${flow}?${period}`))).privacy_protection.statistics.total_records ?? 0),
    );
    expect([one > 0, two > 0, one + two]).toEqual([true, true, both]);
  });

  it('with k above the crowd says so, and the largest k only where it may be asked for', async () => {
    const answer = await server.get(`${flow}?k=5000`);
    const problem = (await answer.clone().json()) as ProblemShown;
    expect(await refusalIn(answer)).toEqual([422, 'server/k-above-crowd']);
    const most = Number(/largest that can be met here is (\d+)/.exec(problem.suggestion)?.[1]);
    expect((await server.get(`${flow}?k=${most}`)).status).toBe(200);
    const nobody = await server.get(`${flow}?start_date=1999-01-01&end_date=1999-01-02`);
    const empty = (await nobody.clone().json()) as ProblemShown;
    expect(await refusalIn(nobody)).toEqual([422, 'server/k-above-crowd']);
    expect(empty.suggestion).not.toMatch(/\d/);
  });

  it('gives the same bytes to whoever asks the same, at once, later and after a restart', async () => {
    const texts = await Promise.all(Array.from({ length: 6 }, async () => await (await server.get(threeDays)).text()));
    expect(flowBody.parse(JSON.parse(texts[0])).count).toBeGreaterThan(0);
    expect(new Set(texts).size).toBe(1);
    expect(await (await server.get(threeDays)).text()).toBe(texts[0]);
    await server.stop();
    server = await aServer({ data }, folder);
    expect(await (await server.get(threeDays)).text()).toBe(texts[0]);
  });
});

describe('an answer that takes its time', () => {
  it('keeps nobody waiting longer than it may, and is there when asked for again', async () => {
    const folder = newFolder();
    const server = await aServer({ answerTime: 0.05, data: await someExits(folder) }, folder);
    const early = await server.get(threeDays);
    expect(early.headers.get('retry-after')).toBe('5');
    expect(await refusalIn(early)).toEqual([504, 'server/answer-time']);
    await expect.poll(async () => (await server.get(threeDays)).status, { timeout: 90_000, interval: 200 }).toBe(200);
    await server.remove();
  });

  it('is refused when as many as may wait are waiting', async () => {
    const folder = newFolder();
    const server = await aServer({ answerTime: 0.05, data: await someExits(folder) }, folder);
    const statuses = await Promise.all(
      Array.from({ length: 24 }, async (_, k) => (await server.get(`${flow}?k=${k + 5}`)).status),
    );
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0);
    expect(new Set(statuses)).toEqual(new Set([503, 504]));
    await server.remove();
  });
});

describe('in public mode', () => {
  it('answers whole weeks, tells no count when there are too few, and obeys the rule of dominance', async () => {
    const server = await aServer((folder) => {
      const rows = Array.from(
        { length: 12 },
        (_, row) => `v${row},G5615${row % 2}00,2023-01-0${2 + (row % 6)} 0${row % 6}:30:00,${row === 0 ? 100_000 : 10}`,
      );
      writeFileSync(join(folder, 'exits.csv'), ['vehicle_id,section_id,exit_time,toll_money', ...rows].join('\n'));
      return { mode: 'public', ks: [5, 100], data: join(folder, 'exits.csv') };
    });
    const week = `${flow}?start_date=2023-01-02&end_date=2023-01-08`;
    const { data } = await bodyOf(server.get(week));
    expect(data.some(({ avg_toll }) => avg_toll === null)).toBe(true);
    const answer = await server.get(`${week}&k=100`);
    const problem = (await answer.clone().json()) as ProblemShown;
    expect(await refusalIn(answer)).toEqual([422, 'server/k-above-crowd']);
    expect(JSON.stringify(problem).replaceAll('100', '')).not.toMatch(/12|largest/);
    await server.remove();
  });
});

describe('with data of its own', () => {
  let folder: string;
  let exits: string;
  beforeAll(async () => {
    folder = newFolder();
    exits = await someExits(folder);
  });

  let expected: string;
  it('answers the whole of it where no period is asked for, or one that holds it', async () => {
    const server = await aServer({ data: exits }, folder);
    expected = await (await server.get(threeDays)).text();
    const all = await bodyOf(server.get(flow));
    expect(await bodyOf(server.get(`${flow}?start_date=2023-01-02&end_date=2023-01-29`))).toEqual(all);
    expect(await bodyOf(server.get(`${flow}?start_date=2023-01-02`))).toEqual(all);
    await server.stop();
  });

  it('reads columns by the names they have there', async () => {
    const renamed = readFileSync(exits, 'utf8')
      .replace('vehicle_id', 'plate')
      .replace('section_id', 'road part')
      .replace('toll_money', 'fee');
    writeFileSync(join(folder, 'renamed.csv'), renamed);
    const map = { vehicle_id: 'plate', section_id: 'road part', toll_money: 'fee' };
    const server = await aServer({ data: join(folder, 'renamed.csv'), map }, folder);
    expect(await (await server.get(threeDays)).text()).toBe(expected);
    await server.stop();
  });

  it('reads cells as they are written there, by a policy file', async () => {
    const [, ...rows] = readFileSync(exits, 'utf8').trimEnd().split('\n');
    const office = rows.map((row) => {
      const [plate, section, time, kind, toll] = row.split(',');
      const [year, month, day] = time.slice(0, 10).split('-');
      return [plate, section, `${Number(day)}.${month}.${year}`, time.slice(11), kind, `${toll.replace('.', ',')} EUR`].join(';');
    });
    const lines = ['vehicle_id;section_id;Tag;Uhr;vehicle_class;toll_money', ...office];
    const data = join(folder, 'office.csv');
    writeFileSync(data, lines.join('\n'));
    const dataPolicy = join(folder, 'office.json');
    const written = { decimal: ',', unit: 'EUR', timeFormat: 'd.MM.yyyy HH:mm:ss', join: { exit_time: ['Tag', 'Uhr'] } };
    writeFileSync(dataPolicy, JSON.stringify({ ...written, subject: 'vehicle_id', k: 3 }));
    const told: Problem[] = [];
    const server = await aServer({ data, dataPolicy }, folder, { onProblem: (problem) => void told.push(problem) });
    expect(await (await server.get(threeDays)).text()).toBe(expected);
    writeFileSync(data, [...lines, lines[1].replace(/\d+,\d\d EUR/, '77.77 EUR')].join('\n'));
    expect(await refusalIn(await server.get(threeDays))).toEqual([500, 'server/data-unusable']);
    expect(told.map(({ code }) => code)).toEqual(['input/unfit-cells']);
    expect(JSON.stringify(told)).not.toContain('77.77');
    await server.stop();
    const alone = await serve({ port: 0, state: join(folder, 'state'), dataPolicy });
    expect(alone.ok ? [] : alone.problems.map(({ code }) => code)).toEqual(['server/bad-option']);
  });

  it('answers anew when the data has changed', async () => {
    const changing = join(folder, 'changing.csv');
    const [head, ...rows] = readFileSync(exits, 'utf8').trimEnd().split('\n');
    writeFileSync(changing, [head, ...rows.slice(0, 500)].join('\n'));
    const server = await aServer({ data: changing }, folder);
    const total = async () => (await bodyOf(server.get(flow))).privacy_protection.statistics.total_records;
    expect(await total()).toBe(500);
    writeFileSync(changing, [head, ...rows].join('\n'));
    utimesSync(changing, new Date(), new Date(Date.now() + 5000));
    expect(await total()).toBe(900);
    await server.stop();
  });

  it('that cannot be used tells whoever asks nothing, and whoever runs it what is wrong', async () => {
    const told: Problem[] = [];
    const started = await serve(
      { port: 0, state: join(folder, 'state'), data: exits, map: { vehicle_id: 'licence' } },
      { onProblem: (problem) => void told.push(problem) },
    );
    if (!started.ok) throw new Error(started.problems[0].what);
    const answer = await fetch(`${started.value.url}${flow}`);
    const body = await answer.clone().text();
    expect(await refusalIn(answer)).toEqual([500, 'server/data-unusable']);
    expect(body).not.toMatch(/licence|vehicle_id|exits/);
    expect(told.map(({ code }) => code)).toEqual(['input/missing-column']);
    await started.value.stop();
  });
});

describe('with a table of a database', () => {
  let postgres: TestPostgres;
  let folder: string;
  beforeAll(async () => {
    folder = newFolder();
    const exits = await someExits(folder);
    postgres = await lendPostgres();
    process.env.PGPASSWORD = postgres.password;
    await postgres.sql(
      'CREATE TABLE exit_transactions (vehicle_id text, section_id text, exit_time timestamp, vehicle_class int, toll_money numeric(10,2))',
    );
    const [, ...rows] = readFileSync(exits, 'utf8').trimEnd().split('\n');
    const values = rows.map(
      (row) =>
        `(${row
          .split(',')
          .map((cell) => `'${cell}'`)
          .join(',')})`,
    );
    await postgres.sql(`INSERT INTO exit_transactions VALUES ${values.join(',')}`);
  });
  afterAll(async () => {
    delete process.env.PGPASSWORD;
    await postgres.stop();
  });

  it('answers as from the same records in a file, byte for byte, with the period filtered in the database', async () => {
    const table = postgres.url('table=exit_transactions');
    const server = await aServer({ data: table }, folder);
    const body = await (await server.get(threeDays)).text();
    await server.stop();
    writeFileSync(join(folder, 'exported.csv'), await postgres.csv('SELECT * FROM exit_transactions'));
    const file = await aServer({ data: join(folder, 'exported.csv') }, folder);
    expect(body).toBe(await (await file.get(threeDays)).text());
    await file.stop();
  });

  it('runs a job over it by its name, and tells nobody where it lies', async () => {
    const server = await aServer(
      { sources: { exits: postgres.url('table=exit_transactions'), gone: postgres.url('table=gone') } },
      folder,
    );
    const policy = {
      method: 'kaca',
      subject: 'vehicle_id',
      quasi: 'section_id:prefix,exit_time:time',
      aggregate: 'count,avg:toll_money',
      drop: 'vehicle_class',
    };
    const post = async (source: string) =>
      server.ended(((await (await server.postJson({ policy, source })).json()) as { id: string }).id);
    expect(await post('exits')).toMatchObject({ state: 'done', source: 'exits' });
    const gone = await post('gone');
    expect(gone).toMatchObject({ state: 'failed', problems: [{ code: 'input/missing-table' }] });
    expect(JSON.stringify(gone)).not.toMatch(/127\.0\.0\.1|keeper|postgres:/);
    await server.stop();
  });
});
