import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { tableFromIPC } from '@uwdata/flechette';
import {
  Bool,
  Decimal,
  Dictionary,
  Float64,
  Int32,
  Int64,
  makeData,
  makeVector,
  Null,
  Table,
  tableToIPC,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import { generate, type Input, plan, run, sweep } from 'shoal';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';

const home = mkdtempSync(join(tmpdir(), 'shoal-odd-'));
const scratch = join(home, 'tmp');
const before = process.env.TMPDIR;
afterAll(() => {
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  rmSync(home, { recursive: true });
});
beforeEach(() => {
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch);
  process.env.TMPDIR = scratch;
});

const policy = { method: 'naive', subject: 'id', series: 'a,b', segments: 2, k: 2, seed: 1, threads: 1, queries: 0 } as const;
const people = Array.from({ length: 12 }, (_, i) => ({ id: `p${i}`, a: i, b: 2 * i }));
const secret = 'Anna Kowalska';
const fail = (): never => {
  throw new Error(secret);
};

describe('an iterator that breaks the rules of iterators', () => {
  const answering = (next: () => unknown) => ({ [Symbol.iterator]: () => ({ next }) });
  const answeringLater = (next: () => unknown) => ({ [Symbol.asyncIterator]: () => ({ next: async () => next() }) });
  let asked = 0;
  it.each<[string, (next: () => unknown) => object, () => unknown]>([
    ['answers nothing', answering, () => undefined],
    ['promises nothing', answeringLater, () => undefined],
    ['promises null after some rows', answeringLater, () => (asked++ < 3 ? { done: false, value: people[asked] } : null)],
    [
      'fails when it is asked whether it is done',
      answering,
      () => ({
        value: 1,
        get done() {
          return fail();
        },
      }),
    ],
    [
      'fails when its value is asked for',
      answering,
      () => ({
        done: false,
        get value() {
          return fail();
        },
      }),
    ],
    [
      'fails so later',
      answeringLater,
      () => ({
        done: false,
        get value() {
          return fail();
        },
      }),
    ],
  ])('is a problem, and nothing is left of it: one that %s', async (_, input, next) => {
    asked = 0;
    const made = await run({ ...policy, input: input(next) as Input });
    expect(made).toMatchObject({ ok: false, problems: [{ code: 'input/stopped' }] });
    expect(JSON.stringify(made)).not.toContain(secret);
    expect(readdirSync(scratch)).toEqual([]);
  });
});

describe('an Arrow table', () => {
  const base = {
    id: vectorFromArray(
      people.map(({ id }) => id),
      new Dictionary(new Utf8(), new Int32()),
    ),
    a: vectorFromArray(
      people.map(({ a }) => a),
      new Float64(),
    ),
    b: vectorFromArray(
      people.map(({ b }) => BigInt(b)),
      new Int64(),
    ),
  };
  const rowsOf = async (input: Input, more: object = {}) => {
    const made = await run({ ...policy, ...more, input });
    if (!made.ok) throw new Error(JSON.stringify(made.problems));
    try {
      const rows = [];
      for await (const row of made.value.rows()) rows.push(row);
      return rows;
    } finally {
      made.value.discard();
    }
  };

  it('of dictionaries, decimals and 64-bit numbers is read as the same rows are', async () => {
    const words = new Uint32Array(4 * people.length);
    for (const [place, { b }] of people.entries()) words[4 * place] = 100 * b; // 128 bits each, the least first
    const decimal = makeVector(makeData({ type: new Decimal(2, 10), length: people.length, nullCount: 0, data: words }));
    const wanted = await rowsOf(people);
    expect(await rowsOf(new Table(base))).toEqual(wanted);
    expect(await rowsOf(new Table(base).slice(0, 5).concat(new Table(base).slice(5)))).toEqual(wanted);
    for (const format of ['file', 'stream'] as const) expect(await rowsOf(tableToIPC(new Table(base), format))).toEqual(wanted);
    const bands = (rows: readonly object[]) => rows.map((row) => ('b' in row ? String(row.b).replaceAll('.00', '') : ''));
    expect(bands(await rowsOf(new Table({ ...base, b: decimal })))).toEqual(bands(wanted));
  });

  it('of nulls and truths is read, an empty cell for each null', async () => {
    const n = vectorFromArray(
      people.map(() => null),
      new Null(),
    );
    const t = vectorFromArray(
      people.map((_, i) => (i % 3 === 0 ? null : i % 2 === 0)),
      new Bool(),
    );
    const rows = await rowsOf(new Table({ ...base, n, t }), { sensitive: 'n,t' });
    expect(new Set(rows.map((row) => row.n))).toEqual(new Set(['']));
    expect(new Set(rows.map((row) => row.t))).toEqual(new Set(['', 'true', 'false']));
  });

  it('that only looks like one is a problem', async () => {
    const shape = { numRows: 3, getChildAt: fail, schema: { fields: [{ name: 'id' }] } };
    for (const input of [shape, { ...shape, schema: { fields: [{ name: 'id', type: { typeId: 5 } }] } }]) {
      const made = await run({ ...policy, input: input as unknown as Input });
      expect(made).toMatchObject({ ok: false, problems: [{ exit: 3 }] });
      expect(JSON.stringify(made)).not.toContain(secret);
      expect(readdirSync(scratch)).toEqual([]);
    }
  });
});

describe('a stream of objects', () => {
  it('that gives text or bytes is read as a file, and one that fails after some rows is a problem', async () => {
    const csv = ['id,a,b\n', ...people.map(({ id, a, b }) => `${id},${a},${b}\n`)];
    for (const chunks of [csv, csv.map((line) => Buffer.from(line))]) {
      const made = await run({ ...policy, input: Readable.from(chunks) });
      expect(made).toMatchObject({ ok: true, value: { release: { rows: 12 } } });
      if (made.ok) made.value.discard();
    }
    const broken = async function* () {
      yield* people;
      throw Object.assign(new Error(secret), { code: 'ECONNRESET' });
    };
    const made = await run({ ...policy, input: Readable.from(broken()) });
    expect(made).toMatchObject({ ok: false, problems: [{ code: 'input/stopped' }] });
    expect(JSON.stringify(made)).toContain('ECONNRESET');
    expect(JSON.stringify(made)).not.toContain(secret);
  });
});

describe('a listener that fails', () => {
  it.each(['read', 'group', 'write', 'verify'])(
    'in phase %s ends the work with its own error, and nothing is left',
    async (phase) => {
      const out = join(home, 'out');
      const onProgress = (now: { readonly phase: string }) => void (now.phase === phase && fail());
      await expect(run({ ...policy, input: people, out }, { onProgress })).rejects.toThrow(secret);
      expect(existsSync(out)).toBe(false);
      expect(readdirSync(scratch)).toEqual([]);
    },
  );
});

describe('a kept release', () => {
  it('is read twice at once, left early, and while it is placed', async () => {
    const made = await run({ ...policy, input: people });
    if (!made.ok) throw new Error('people are fine');
    const [one, two] = [made.value.rows()[Symbol.asyncIterator](), made.value.rows()[Symbol.asyncIterator]()];
    expect(await one.next()).toEqual(await two.next());
    await one.return?.();
    const out = join(home, 'placed');
    expect(await made.value.place(out)).toMatchObject({ ok: true });
    let rest = 1;
    while ((await two.next()).done !== true) rest++;
    expect(rest).toBe(12);
    expect(readdirSync(scratch)).toEqual([]);
    expect(existsSync(join(out, 'manifest.json'))).toBe(true);
  });

  it('may be made and discarded as often as one likes, with one word to the process', async () => {
    const listeners = () => process.listenerCount('exit');
    const made = await run({ ...policy, input: people });
    if (made.ok) made.value.discard();
    const first = listeners();
    for (let n = 0; n < 3; n++) {
      const again = await run({ ...policy, input: people });
      if (again.ok) again.value.discard();
    }
    expect(listeners()).toBe(first);
  });

  it('has a column of any name, also in its rows', async () => {
    const input = people.map((row) => JSON.parse(JSON.stringify(row).replace('{', '{"__proto__":"kept","constructor":"too",')));
    const made = await run({ ...policy, sensitive: '__proto__,constructor', input });
    if (!made.ok) throw new Error(JSON.stringify(made.problems));
    for await (const row of made.value.rows())
      expect(Object.entries(row)).toEqual(
        expect.arrayContaining([
          ['__proto__', 'kept'],
          ['constructor', 'too'],
        ]),
      );
    for await (const batch of made.value.batches())
      expect(tableFromIPC(batch).getChild('__proto__')?.toArray()).toEqual(people.map(() => 'kept'));
    expect(readFileSync(join(made.value.out ?? '', made.value.files[0]), 'utf8')).toContain('kept');
    made.value.discard();
  });
});

describe('settings that are none', () => {
  const nothing = undefined as never;
  it('are a problem and no throw', async () => {
    for (const made of [run(nothing), run(null as never), plan(nothing), sweep(nothing)])
      expect(await made).toMatchObject({ ok: false, problems: [{ code: 'policy/bad-value' }] });
    const out = join(home, 'made.csv');
    for (const [kind, options] of [
      ['nothing', { rows: 5 }],
      ['work', { rows: -1 }],
      ['work', { rows: 0.5 }],
      ['walks', { rows: 5, length: 0 }],
    ] as const)
      expect(await generate(kind as 'work', { seed: 1, out, ...options })).toMatchObject({
        ok: false,
        problems: [{ code: 'policy/bad-value' }],
      });
    expect(existsSync(out)).toBe(false);
  });
});
