import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DuckDBInstance } from '@duckdb/node-api';
import { tableFromArrays, tableToIPC } from '@uwdata/flechette';
import { Field, Int32, List, Table, vectorFromArray } from 'apache-arrow';
import { type Input, inspect, plan, run, sweep, verify } from 'shoal';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';

const home = mkdtempSync(join(tmpdir(), 'shoal-refusals-'));
const scratch = join(home, 'tmp');
const before = process.env.TMPDIR;
afterAll(() => {
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  rmSync(home, { recursive: true });
});
beforeEach(async () => {
  rmSync(scratch, { recursive: true, force: true });
  (await import('node:fs')).mkdirSync(scratch);
  process.env.TMPDIR = scratch;
});

const policy = { method: 'naive', subject: 'id', series: 'a,b', segments: 2, k: 2, seed: 1, out: join(home, 'out') } as const;
const people = (count = 6) => Array.from({ length: count }, (_, i) => ({ id: `p${i}`, a: i, b: 2 * i }));

/** What a run says to an input; nothing may be left of it, wherever it was. */
async function refusalTo(input: unknown): Promise<{ code?: string | undefined; told: string }> {
  const made = await run({ ...policy, input: input as Input });
  expect(existsSync(policy.out)).toBe(false);
  expect(readdirSync(scratch)).toEqual([]);
  return made.ok ? { told: '' } : { code: made.problems[0].code, told: JSON.stringify(made.problems) };
}

const secret = 'Anna Kowalska';

describe('refuses', () => {
  it.each<[string, string, () => unknown]>([
    ['a nested object', 'input/nested-value', () => [...people(), { id: 'x', a: { deep: secret }, b: 1 }]],
    ['a list', 'input/nested-value', () => [{ id: [secret], a: 1, b: 1 }]],
    ['NaN', 'input/not-finite', () => [{ id: secret, a: Number.NaN, b: 1 }]],
    ['an invalid date', 'input/invalid-date', () => [{ id: secret, a: 1, b: new Date('31/12/2024') }]],
    ['half a character', 'input/broken-text', () => [{ id: `${secret}\ud83d`, a: 1, b: 1 }]],
    ['half a character in a name', 'input/broken-text', () => [{ id: secret, '\ud83d': 1 }]],
    ['NUL', 'input/nul-character', () => [{ id: `${secret}\0`, a: 1, b: 1 }]],
    ['a number too large for any double', 'input/too-large', () => people().map((row) => ({ ...row, a: 2n ** 70n }))],
    ['a list for a row', 'input/not-a-row', () => [[secret, 1, 2]]],
    ['a text for a row', 'input/not-a-row', () => [secret]],
    ['a Map', 'input/not-a-row', () => [new Map([['id', secret]])]],
    ['promises', 'input/not-a-row', () => [Promise.resolve({ id: secret })]],
    ['null', 'input/not-a-row', () => [...people(), null]],
    ['nothing at all', 'input/empty', () => []],
    ['rows without a key', 'input/empty', () => [{}, {}]],
    ['an empty stream', 'input/empty', () => Readable.from([], { objectMode: false })],
    ['no bytes', 'input/empty', () => new Uint8Array()],
    ['names that differ only by blanks', 'input/duplicate-column', () => people().map((row) => ({ ...row, ' a ': 1 }))],
    [
      'keys that are data',
      'input/too-many-columns',
      () => [{ id: 1 }, Object.fromEntries(Array.from({ length: 20_001 }, (_, i) => [`${secret} ${i}`, i]))],
    ],
    ['an object that is nothing known', 'input/unknown-kind', () => ({ rows: people() })],
    ['a promise', 'input/unknown-kind', () => Promise.resolve(people())],
    ['a function', 'input/unknown-kind', () => () => people()],
    ['an unknown format', 'input/unknown-kind', () => ({ bytes: Buffer.from('a,b\n'), format: 'xml' })],
    ['a number', 'policy/bad-value', () => 7],
    ['Arrow bytes that are cut', 'input/unreadable', () => arrowBytes().subarray(0, -64)],
    ['Arrow bytes of noise', 'input/unreadable', () => Buffer.from(`ARROW1${'noise '.repeat(99)}`)],
    [
      'Arrow lists',
      'input/unsupported-type',
      () => new Table({ id: vectorFromArray([[1]], new List(new Field('x', new Int32()))) }),
    ],
  ])('%s', async (_, code, make) => {
    const refusal = await refusalTo(make());
    expect(refusal.code).toBe(code);
    expect(refusal.told).not.toContain(secret);
  });
});

const arrowBytes = () =>
  tableToIPC(tableFromArrays({ id: ['a', 'b'], a: [1, 2], b: [3, 4] }), { format: 'file' }) ?? new Uint8Array();

describe('code of the program that fails', () => {
  class Unlucky extends Error {
    override name = `Unlucky ${secret}`;
  }
  const fail = () => {
    throw new Unlucky(secret);
  };

  it.each<[string, number, () => unknown]>([
    [
      'a getter',
      6,
      () => [
        ...people(),
        {
          id: 'x',
          get a() {
            return fail();
          },
          b: 1,
        },
      ],
    ],
    ['a proxy', 0, () => [new Proxy({}, { ownKeys: fail })]],
    [
      'a generator',
      6,
      () =>
        (function* () {
          yield* people();
          fail();
        })(),
    ],
    [
      'an async generator',
      6,
      () =>
        (async function* () {
          yield* people();
          fail();
        })(),
    ],
    ['a beginning', 0, () => ({ [Symbol.iterator]: fail })],
    [
      'a rejected promise of null',
      0,
      () =>
        (async function* () {
          yield await Promise.reject(null);
        })(),
    ],
  ])('is told by its kind, not its words: %s', async (_, rows, make) => {
    const refusal = await refusalTo(make());
    expect(refusal.code).toBe('input/stopped');
    expect(refusal.told).toContain(`(Error) after ${rows} rows`);
    expect(refusal.told).not.toContain(secret);
  });

  it('a stream that is destroyed midway is told', async () => {
    const stream = new Readable({
      read() {
        this.push('id,a,b\n1,2,3\n');
        setImmediate(() => this.destroy());
      },
    });
    expect((await refusalTo(stream)).code).toBe('input/stopped');
    const broken = new Readable({
      read() {
        this.push('id,a,b\n1,2,3\n');
        setImmediate(() => this.destroy(new Error(secret)));
      },
    });
    expect((await refusalTo(broken)).told).not.toContain(secret);
  });

  it('a proxy that throws at every question is nothing known', async () => {
    const refuse = () => fail();
    expect((await refusalTo(new Proxy({}, { has: refuse, get: refuse, getPrototypeOf: refuse }))).code).toBe(
      'input/unknown-kind',
    );
  });
});

describe('what gives its rows once', () => {
  it('is refused the second time, and an array is not', async () => {
    const { out: _, ...settings } = policy;
    const generator = (function* () {
      yield* people();
    })();
    expect((await plan({ ...settings, input: generator })).ok).toBe(true);
    expect((await refusalTo(generator)).code).toBe('input/consumed');
    const stream = Readable.from(people());
    expect((await inspect({ input: stream })).ok).toBe(true);
    expect((await refusalTo(stream)).code).toBe('input/consumed');
    const rows = people();
    expect((await plan({ ...settings, input: rows })).ok).toBe(true);
    expect((await plan({ ...settings, input: rows })).ok).toBe(true);
  });

  it('is let go of when a row is refused', async () => {
    let ended = false;
    const rows = (function* () {
      try {
        yield { id: 1, a: {} };
      } finally {
        ended = true;
      }
    })();
    expect((await refusalTo(rows)).code).toBe('input/nested-value');
    expect(ended).toBe(true);
    const stream = Readable.from([{ id: [] }, { id: 1 }]);
    await refusalTo(stream);
    expect(stream.destroyed).toBe(true);
  });
});

describe('a signal ends', () => {
  it.each<[string, () => unknown]>([
    [
      'rows that never come',
      () =>
        (async function* () {
          yield* people();
          await new Promise(() => {});
        })(),
    ],
    [
      'rows that never end',
      () =>
        (function* () {
          for (let i = 0; ; i++) yield { id: i, a: 1, b: 2 };
        })(),
    ],
    [
      'a stream that never ends',
      () =>
        new Readable({
          read() {
            this.push('1,2,3\n');
          },
        }),
    ],
    ['a stream that is silent', () => new Readable({ read() {} })],
  ])('%s', async (_, make) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    const made = await run({ ...policy, input: make() as Input }, { signal: controller.signal });
    expect(made).toMatchObject({ ok: false, problems: [{ code: 'run/aborted' }] });
    expect(existsSync(policy.out)).toBe(false);
    expect(readdirSync(scratch)).toEqual([]);
  });

  it('a query that takes long', async () => {
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 100);
    const query = 'SELECT count(*) AS id FROM range(1e6::BIGINT) a, range(1e7::BIGINT) b WHERE (a.range * b.range) % 7 = 3';
    const made = await run({ ...policy, input: { connection, query } }, { signal: controller.signal });
    expect(made).toMatchObject({ ok: false, problems: [{ code: 'run/aborted' }] });
    expect((await connection.runAndReadAll('SELECT 1')).getRows()).toEqual([[1]]);
  });
});

describe('a connection', () => {
  const open = async () => (await DuckDBInstance.create(':memory:')).connect();

  it.each([
    ['DROP TABLE t', 'input/bad-query'],
    ['INSERT INTO t VALUES (9)', 'input/bad-query'],
    ["COPY t TO 'elsewhere.csv'", 'input/bad-query'],
    ['SELECT 1; DELETE FROM t', 'input/bad-query'],
    ["SELECT 1) TO 'elsewhere.csv'; --", 'input/bad-query'],
    ['', 'input/bad-query'],
    ['SELECT nothing FROM nowhere', 'input/bad-query'],
    [`SELECT CAST('${secret}' || x AS INTEGER) AS id FROM t`, 'input/bad-query'],
    ['SELECT x AS id, [x] AS a FROM t', 'input/unsupported-type'],
    ['SELECT x AS id, x AS id FROM t', 'input/duplicate-column'],
    ['SELECT * FROM t WHERE x > 100', 'input/missing-column'],
  ])('runs nothing but a query: %s', async (query, code) => {
    const connection = await open();
    await connection.run('CREATE TABLE t AS SELECT 7 AS x');
    const refusal = await refusalTo({ connection, query });
    expect(refusal.code).toBe(code);
    if (!query.includes('nowhere')) expect(refusal.told).not.toContain(secret);
    expect((await connection.runAndReadAll('SELECT * FROM t')).getRows()).toEqual([[7]]);
    expect(existsSync('elsewhere.csv')).toBe(false);
    connection.closeSync();
  });

  it('that is closed is told', async () => {
    const connection = await open();
    connection.closeSync();
    expect((await refusalTo({ connection, query: 'SELECT 1' })).code).toBe('input/bad-query');
  });
});

it('plan, sweep, inspect and verify take data as run does', async () => {
  const { out, ...settings } = policy;
  const rows = people(20);
  expect(await plan({ ...settings, input: rows })).toMatchObject({
    ok: true,
    value: { input: { rows: 20 }, policy: { input: '-' } },
  });
  expect(await inspect({ input: rows })).toMatchObject({
    ok: true,
    value: { input: 'the iterable of rows', format: 'rows', rows: 20 },
  });
  const { seed: _, ...grid } = settings;
  expect(await sweep({ ...grid, input: rows }, { k: [2], p: [2], maxLevel: [3] }, { out: join(home, 'sweep') })).toMatchObject({
    ok: true,
  });
  expect(await run({ ...policy, input: rows })).toMatchObject({ ok: true });
  expect(await verify(out, { original: { file: rows } })).toMatchObject({ ok: true, value: { holds: true } });
  const others = await verify(out, { original: { file: people(21) } });
  expect(others).toMatchObject({ ok: false });
  expect(await verify(out, { original: { file: [{ id: {} }] as Input } })).toMatchObject({
    ok: false,
    problems: [{ code: 'input/nested-value' }],
  });
  expect(readdirSync(scratch)).toEqual([]);
  rmSync(out, { recursive: true });
});
