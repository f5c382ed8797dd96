import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomFrom } from '../../src/base/random.ts';
import { countingOn } from '../../src/engine/local/local-counting.ts';
import { linkFiguresCounted } from '../../src/risk/events/kept-links.ts';
import { type Histories, knownPoints } from '../../src/risk/events/known-points.ts';
import { linksHeld, readLinked } from '../../src/risk/events/linked-log.ts';
import { readLinkedRows } from '../../src/risk/events/linked-rows.ts';
import { linksOf } from '../../src/risk/events/links.ts';
import { linksInRows } from '../../src/risk/events/links-in-rows.ts';
import { inPortions } from '../../src/risk/events/portions.ts';
import { wilson } from '../../src/risk/events/wilson.ts';
import { draws } from '../suite/draws.ts';
import { lentDuckDB } from '../verify/lent-duckdb.ts';

/** What stands under a number, and whose it is. */
interface Held {
  readonly owner: number;
  /** Combinations by their place. */
  readonly all: readonly number[];
}

const columns = ['event', 'week_number', 'weekday'];
const texts = ['fall', 'door'].flatMap((event) => ['9', '10'].flatMap((week) => ['0', '1'].map((day) => [event, week, day])));

const rowsOf = (numbers: readonly Held[], combinations: readonly (readonly string[])[] = texts) => {
  const rows = numbers.flatMap(({ owner, all }, i) => all.map((held) => ({ number: i + 1, owner, held })));
  const column = (name: 'number' | 'owner' | 'held') => Uint32Array.from(rows, (row) => row[name]);
  return { numbers: column('number'), owners: column('owner'), held: column('held'), combinations };
};

/** Every figure by its definition, slowly. */
function byHand(numbers: readonly Held[], combinations: readonly (readonly string[])[]) {
  const owners = [...new Set(numbers.map(({ owner }) => owner))];
  const has = (owner: number) => [...new Set(numbers.flatMap((one) => (one.owner === owner ? one.all : [])))];
  const share = (isWithin: (one: readonly string[], other: readonly string[]) => boolean) => {
    let [kept, all] = [0, 0];
    for (const owner of owners)
      for (const one of has(owner))
        for (const other of has(owner)) {
          if (other <= one || !isWithin(combinations[one], combinations[other])) continue;
          all++;
          if (numbers.some((each) => each.owner === owner && each.all.includes(one) && each.all.includes(other))) kept++;
        }
    return all === 0 ? undefined : kept / all;
  };
  const events = numbers.reduce((sum, { all }) => sum + all.length, 0);
  const ofSize = (isSize: (size: number) => boolean) =>
    numbers.reduce((sum, { all }) => (isSize(all.length) ? sum + all.length : sum), 0) / Math.max(1, events);
  const known = combinations.flatMap((_, one) => (numbers.some(({ all }) => all.includes(one)) ? [one] : []));
  const ownersOf = (one: number) => owners.filter((owner) => has(owner).includes(one));
  let [certain, owned, mostTold] = [0, 0, 0];
  for (const one of known) {
    const standing = numbers.filter(({ all }) => all.includes(one));
    const isCertain = known.some((other) => other !== one && standing.every(({ all }) => all.includes(other)));
    owned += ownersOf(one).length;
    if (isCertain) certain += ownersOf(one).length;
    const tells = (isTold: (other: number) => boolean) =>
      new Set(standing.filter(({ all }) => all.some((other) => other !== one && isTold(other))).map(({ owner }) => owner)).size;
    const [happened] = combinations[one];
    const told = [
      ...known.map((other) => (combinations[other][0] === happened ? tells((each) => each === other) : 0)),
      ...known.flatMap((other) => {
        const [another] = combinations[other];
        return another === happened ? [] : [tells((each) => combinations[each][0] === another)];
      }),
    ];
    mostTold = Math.max(mostTold, Math.max(...told) / ownersOf(one).length);
  }
  const [sameDay, sameWeek] = [
    share((one, other) => one[1] === other[1] && one[2] === other[2]),
    share((one, other) => one[1] === other[1]),
  ];
  return {
    ...(sameDay === undefined ? {} : { sameDay }),
    ...(sameWeek === undefined ? {} : { sameWeek }),
    linkedEvents: 1 - ofSize((size) => size === 1),
    sizes: [1, 2, 3, 4, 5].map((size) => ofSize((each) => each === size)).concat(ofSize((each) => each > 5)),
    certainPartners: certain / Math.max(1, owned),
    mostTold,
  };
}

const anyAll = (most: number) => fc.uniqueArray(fc.nat(texts.length - 1), { minLength: 1, maxLength: most });
const anyNumbers = fc.oneof(
  fc.array(fc.record({ owner: fc.integer({ min: 1, max: 4 }), all: anyAll(7) }), { minLength: 1, maxLength: 9 }),
  fc.array(fc.record({ owner: fc.integer({ min: 1, max: 20 }), all: fc.oneof(anyAll(1), anyAll(1), anyAll(3)) }), {
    minLength: 10,
    maxLength: 45,
  }),
);
/** Others tell nothing where each event has a text of its own. */
const eachItsOwn = texts.map((_, one) => [`event ${one}`, '9', '0']);

describe('links in rows', () => {
  it('keep what the definition of each figure says', () => {
    fc.assert(
      fc.property(anyNumbers, fc.constantFrom(texts, eachItsOwn), (numbers, combinations) => {
        const kept = linksInRows(rowsOf(numbers, combinations), columns)?.kept();
        const { sizes, linkedEvents, ...others } = byHand(numbers, combinations);
        expect(kept).toMatchObject(others);
        expect(Object.keys(kept ?? {}).sort()).toEqual([...Object.keys(others), 'sizes', 'linkedEvents'].sort());
        expect(kept?.linkedEvents).toBeCloseTo(linkedEvents, 12);
        for (const [i, size] of sizes.entries()) expect(kept?.sizes[i]).toBeCloseTo(size, 12);
      }),
      { numRuns: draws(400) },
    );
  });

  it.each([
    [['event', 'weekday'], []],
    [['event', 'week_number'], ['sameWeek']],
    [['event', 'month', 'day'], ['sameDay']],
  ])('are told of windows that %s show', (named, windows) => {
    const all = ['a', 'b'].map((event) => named.map((_, c) => (c === 0 ? event : '1')));
    const rows = { ...rowsOf([{ owner: 1, all: [0, 1] }]), combinations: all };
    const kept = linksInRows(rows, named)?.kept() ?? {};
    expect(Object.keys(kept).filter((name) => name.startsWith('same'))).toEqual(windows);
  });

  it('are those of each subject by its number with most, the lowest of several', async () => {
    await fc.assert(
      fc.asyncProperty(anyNumbers, async (numbers) => {
        const rows = rowsOf(numbers);
        const links = linksInRows(rows, columns)?.links;
        const owners = [...new Set(numbers.map(({ owner }) => owner))];
        const sizeOf = (i: number) => numbers[i].all.length;
        const richest = owners.map((owner) => {
          const own = [...numbers.keys()].filter((i) => numbers[i].owner === owner);
          const most = Math.max(...own.map(sizeOf));
          return (own.find((i) => sizeOf(i) === most) ?? -1) + 1;
        });
        expect(links?.ids).toBe(numbers.length + 1);
        expect([...(links?.candidates ?? [])]).toEqual(richest.sort((a, b) => a - b));
        const asked = numbers.map((_, i) => i + 1);
        const found = (await links?.combinationsOf(asked)) ?? [];
        expect(Array.from(found, (own) => [...own].sort())).toEqual(numbers.map(({ all }) => [...all].sort()));
        const wanted = new Set([0, 3, 6]);
        const marked = await links?.subjectsWith(wanted);
        for (const one of wanted)
          for (const number of asked) {
            const word = marked?.bits[(marked.rows.get(one) ?? 0) * marked.words + (number >>> 5)] ?? 0;
            expect((word >>> (number & 31)) & 1).toBe(numbers[number - 1].all.includes(one) ? 1 : 0);
          }
        expect(marked?.bits).toHaveLength(3 * Math.ceil((numbers.length + 1) / 32));
      }),
    );
  });

  it('have as many bits as numbers, of which 32 go into a word', async () => {
    const links = linksInRows(rowsOf(Array.from({ length: 70 }, () => ({ owner: 1, all: [0, 2] }))), columns)?.links;
    const marked = await links?.subjectsWith(new Set([0, 1, 2]));
    const all = [0xfffffffe, 0xffffffff, 0x7f];
    expect([marked?.words, ...(marked?.bits ?? [])]).toEqual([3, ...all, 0, 0, 0, ...all]);
  });

  it('are not looked for in arrays where a number is missing, or holds a combination twice', () => {
    const good = rowsOf([
      { owner: 1, all: [0, 1] },
      { owner: 2, all: [0, 1] },
    ]);
    expect(linksInRows(good, columns)).toBeDefined();
    expect(linksInRows({ ...good, numbers: Uint32Array.of(1, 1, 3, 3) }, columns)).toBeUndefined();
    expect(linksInRows({ ...good, numbers: Uint32Array.of(1, 1, 5, 5) }, columns)).toBeUndefined();
    expect(linksInRows({ ...good, held: Uint32Array.of(0, 0, 0, 1) }, columns)).toBeUndefined();
    expect(linksInRows(rowsOf([{ owner: 1, all: [2] }]), columns)?.kept()).toEqual({
      linkedEvents: 0,
      sizes: [1, 0, 0, 0, 0, 0],
      certainPartners: 0,
      mostTold: 0,
    });
  });
});

describe('rows of linked events', () => {
  let home = '';
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'shoal-linked-rows-'));
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  const log = (text: string, more: object = {}) => {
    writeFileSync(join(home, 'log.csv'), text, 'latin1');
    const whole = {
      path: join(home, 'log.csv'),
      format: 'csv',
      number: 'GUID',
      owner: 'who',
      columns: ['a', 'b'],
      delimiter: ';',
      ...more,
    };
    return readLinkedRows(whole as unknown as Parameters<typeof readLinkedRows>[0]);
  };
  const plain = async (text: string, more?: object) => {
    const read = await log(text, more);
    return read && Array.from(read.numbers, (number, i) => [number, ...read.combinations[read.held[i]], read.owners[i]]);
  };

  it('are read wherever the subject stands behind them', async () => {
    const rows = [
      [12, 'x', 'z', 123456789],
      [7, '', 'y', 4],
      [123456789, 'x', 'z', 1],
    ];
    const asText = (columns: string, lines: readonly string[]) => `${columns}\n${lines.map((line) => `${line}\n`).join('')}`;
    expect(await plain(asText('GUID;a;b;who', ['12;x;z;123456789', '7;;y;4', '123456789;x;z;1']))).toEqual(rows);
    expect(await plain(asText('GUID;a;b;c;who', ['12;x;z;;123456789', '7;;y;7;4', '123456789;x;z;q;1']))).toEqual(rows);
    expect(await plain(asText('GUID;a;b;c;d;who', ['12;x;z;;5;123456789', '7;;y;7;;4', '123456789;x;z;q;q;1']))).toEqual(rows);
    expect(await plain(asText('GUID;a;b;who;c', ['12;x;z;123456789;', '7;;y;4;w', '123456789;x;z;1;ww']))).toEqual(rows);
    expect(await plain(asText('GUID;a;b;who;c;d', ['12;x;z;123456789;;', '7;;y;4;w;v', '123456789;x;z;1;;w']))).toEqual(rows);
    expect(await plain('GUID;a;b;who\n')).toEqual([]);
  });

  it('have combinations in the order of their cells, one after the other', async () => {
    const read = await log('GUID;a;b;who\n1;a;c;1\n2;b;a;1\n3;a;a!;1\n4;ab;b;1\n5;b;a;1\n6;a;b;1\n');
    expect(read?.combinations).toEqual([
      ['a', 'a!'],
      ['a', 'b'],
      ['a', 'c'],
      ['ab', 'b'],
      ['b', 'a'],
    ]);
    expect([...(read?.held ?? [])]).toEqual([2, 4, 0, 3, 4, 1]);
  });

  it.each([
    ['another number first', 'id;a;b;who\n1;x;y;1\n'],
    ['other columns between', 'GUID;b;a;who\n1;x;y;1\n'],
    ['no subject', 'GUID;a;b;whom\n1;x;y;1\n'],
    ['the subject before them', 'GUID;who;a;b\n1;1;x;y\n'],
    ['a quote in the first line', 'GUID;a;b;who;"c"\n1;x;y;1;2\n'],
    ['a carriage return', 'GUID;a;b;who\r\n1;x;y;1\r\n'],
    ['a carriage return behind the subject', 'GUID;a;b;who;c\n1;x;y;1;\r\n'],
    ['a number with a sign', 'GUID;a;b;who\n+1;x;y;1\n'],
    ['a number of ten digits', 'GUID;a;b;who\n1234567890;x;y;1\n'],
    ['a zero before a number', 'GUID;a;b;who\n1;x;y;01\n'],
    ['no number', 'GUID;a;b;who\n;x;y;1\n'],
    ['a letter behind a number', 'GUID;a;b;who\n1x;x;y;1\n'],
    ['a letter in place of what parts', 'GUID;a;b;who\n1xa;y;1\n'],
    ['a letter behind the last subject', 'GUID;a;b;who;c\n1;x;y;1x\n'],
    ['two rows in one line', 'GUID;a;b;who\n1;x;y;1;2;x;y;1\n'],
    ['a carriage return and nothing else', 'GUID;a;b;who\r\n'],
    ['a letter behind a subject', 'GUID;a;b;who;c\n1;x;y;1x;2\n'],
    ['a quote in a cell', 'GUID;a;b;who\n1;"x";y;1\n'],
    ['a quote in a cell between', 'GUID;a;b;c;who\n1;x;y;";1\n'],
    ['a quote behind the subject', 'GUID;a;b;who;c\n1;x;y;1;"\n'],
    ['a cell too few', 'GUID;a;b;c;who\n1;x;y;1\n'],
    ['a cell too few behind the subject', 'GUID;a;b;who;c\n1;x;y;1\n'],
    ['a cell too many', 'GUID;a;b;who\n1;x;y;1;2\n'],
    ['a line without an end', 'GUID;a;b;who\n1;x;y;1'],
    ['a number without an end', 'GUID;a;b;who\n1'],
    ['a cell without an end', 'GUID;a;b;c;who\n1;x;y;z'],
    ['a cell behind without an end', 'GUID;a;b;who;c\n1;x;y;1;z'],
    ['nothing', ''],
    ['a first line without an end', 'GUID;a;b;who'],
  ])('are left to the database with %s', async (_, text) => {
    expect(await log('GUID;a;b;who\n1;x;y;1\n')).toBeDefined();
    expect(await log(text)).toBeUndefined();
  });

  it('are left to the database where they lie in Parquet or in several files, or nothing of them is published', async () => {
    const good = 'GUID;a;b;who\n1;x;y;1\n';
    for (const more of [{ format: 'parquet' }, { path: [join(home, 'log.csv')] }, { delimiter: undefined }, { delimiter: '::' }])
      expect(await log(good, more)).toBeUndefined();
    expect(await log('GUID;who\n1;1\n', { columns: [] })).toBeUndefined();
    expect(await log('GUID;who\n', { columns: [] })).toBeUndefined();
    expect(await log('GUID;a;who\n1;x;5;7\n', { columns: ['a', 'who'] })).toBeUndefined();
  });

  it('are read wherever a buffer ends, and left to the database whatever line is not plain', async () => {
    const rows = Array.from({ length: 60_000 }, (_, i) => [i + 1, `x${i % 5}`, 'some text', (i % 7) + 1, i % 3]);
    const text = `GUID;a;b;who;c\n${rows.map((row) => `${row.join(';')}\n`).join('')}`;
    expect(text.length).toBeGreaterThan(1 << 20);
    expect(await plain(text)).toEqual(rows.map((row) => row.slice(0, 4)));
    for (const line of ['x;a;b;1;2\n', '7;"a";b;1;2\n', '7;a;b;x;2\n', '7;a;b;1;"2"\n', '7;a;b;1;2'])
      expect(await log(text + line)).toBeUndefined();
  });

  it('are as many as there are', async () => {
    const rows = Array.from({ length: 9000 }, (_, i) => [i + 1, `x${i % 5}`, 'y', (i % 7) + 1]);
    expect(await plain(`GUID;a;b;who\n${rows.map((row) => `${row.join(';')}\n`).join('')}`)).toEqual(rows);
  });
});

describe('what is known of somebody', () => {
  const histories = (all: readonly (readonly number[])[]): Histories => ({
    candidates: Uint32Array.from(all, (_, i) => i),
    combinationsOf: async (some) => some.map((one) => Uint32Array.from(all[one])),
  });

  it('is four points at most, drawn from all that there are, each once, and the same for the same seed', async () => {
    const all = Array.from({ length: 400 }, (_, i) => Array.from({ length: i % 2 === 0 ? 8 : 3 }, (_, point) => point));
    const given = histories(all);
    const drawn = await knownPoints(given, 400, randomFrom('points'));
    expect(drawn.map(({ subject }) => subject)).not.toEqual([...given.candidates]);
    expect(drawn.map(({ subject }) => subject).sort((a, b) => a - b)).toEqual([...given.candidates]);
    expect([...given.candidates]).toEqual(all.map((_, i) => i));
    for (const { subject, points } of drawn) {
      expect(points).toHaveLength(subject % 2 === 0 ? 4 : 3);
      expect(new Set(points).size).toBe(points.length);
    }
    const often = (place: number, point: number) =>
      drawn.filter(({ subject, points }) => subject % 2 === 0 && points[place] === point).length;
    for (const place of [0, 3]) for (const point of [0, 1, 6, 7]) expect(Math.abs(often(place, point) - 25)).toBeLessThan(17); // of 200, one in eight
    expect(await knownPoints(given, 400, randomFrom('points'))).toEqual(drawn);
    expect(await knownPoints(given, 7, randomFrom('points'))).toHaveLength(7);
  });

  it('leaves what it was drawn from as it was', async () => {
    const own = Uint32Array.of(5, 4, 3, 2, 1, 0);
    const given = { candidates: Uint32Array.of(0), combinationsOf: async () => [own] };
    for (const seed of [1, 2, 3]) await knownPoints(given, 1, randomFrom(seed));
    expect([...own]).toEqual([5, 4, 3, 2, 1, 0]);
  });
});

describe('links counted by a database', () => {
  let home = '';
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'shoal-links-counted-'));
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  const logOf = (numbers: readonly Held[], names: readonly string[] = columns) => {
    const lines = numbers.flatMap(({ owner, all }, i) =>
      all.map((one) => [i + 1, ...texts[one].slice(0, names.length), owner].join(';')),
    );
    const path = join(home, 'log.csv');
    writeFileSync(path, [['GUID', ...names, 'who'].join(';'), ...lines].map((line) => `${line}\n`).join(''));
    return { path, format: 'csv', number: 'GUID', owner: 'who', columns: names, delimiter: ';' } as const;
  };
  const counting = async () => countingOn(await lentDuckDB());
  const figures = async (log: ReturnType<typeof logOf>) =>
    (await linkFiguresCounted(log, randomFrom(1), { counting: await counting() })).links;

  it('are told of windows that are published, and of no others', async () => {
    const numbers = [{ owner: 1, all: [0, 4] }];
    const windows = async (names: readonly string[]) =>
      Object.keys(await figures(logOf(numbers, names))).filter((key) => key.startsWith('same'));
    expect(await windows(['event', 'week_number', 'weekday'])).toEqual(['sameDay', 'sameWeek']);
    expect(await windows(['event', 'week_number'])).toEqual(['sameWeek']);
    expect(await windows(['event', 'hour'])).toEqual([]);
    expect(await windows(['event', 'month', 'day'])).toEqual(['sameDay']);
  });

  it('are those of the definition, also where a number holds a combination several times', async () => {
    const random = randomFrom('traces');
    const numbers = Array.from({ length: 60 }, (_, i) => {
      const all = texts.map((_, one) => one).filter(() => random.below(4) === 0);
      return { owner: 1 + random.below(i < 30 ? 4 : 25), all: all.length === 0 ? [random.below(8)] : all };
    });
    const twice = numbers.map(({ owner, all }, i) => ({ owner, all: i % 3 === 0 ? [...all, all[0], all[0]] : all }));
    const { sizes: _, linkedEvents: __, ...others } = byHand(numbers, texts);
    const found = await figures(logOf(twice));
    for (const [name, value] of Object.entries(others)) expect(found[name as keyof typeof others], name).toBeCloseTo(value, 12);
  });

  it('hold a combination once that stands several times under a number', async () => {
    const log = logOf([
      { owner: 1, all: [0, 0, 1] },
      { owner: 2, all: [1, 1] },
    ]);
    await (await counting()).withCounter(async (counter) => {
      await readLinked(counter, log);
      expect((await (await linksHeld(counter)).combinationsOf([1, 2])).map(({ length }) => length)).toEqual([2, 1]);
      expect(await counter.numbers('SELECT count(*) FROM items')).toEqual([3]);
    });
    await (await counting()).withCounter(async (counter) => {
      const { candidates, combinationsOf } = await linksOf(counter, { ...log, subject: 'GUID' });
      expect((await combinationsOf([...candidates])).map(({ length }) => length).sort()).toEqual([1, 2]);
    });
  });

  it('lead to the same numbers as those in arrays', async () => {
    const numbers = Array.from({ length: 90 }, (_, i) => ({
      owner: 1 + (i % 11),
      all: i % 4 === 0 ? [i % 8, (i + 3) % 8] : [i % 8],
    }));
    const inArrays = linksInRows(rowsOf(numbers), columns)?.links;
    await (await counting()).withCounter(async (counter) => {
      await readLinked(counter, logOf(numbers));
      const counted = await linksHeld(counter);
      expect(counted.ids).toBe(inArrays?.ids);
      expect([...counted.candidates]).toEqual([...(inArrays?.candidates ?? [])]);
      const texted = async (links: typeof counted | undefined, some: readonly number[], wanted: Set<number>) => {
        const marked = await links?.subjectsWith(wanted);
        const isIn = (row: number, number: number) =>
          (((marked?.bits[row * (marked.words ?? 0) + (number >>> 5)] ?? 0) >>> (number & 31)) & 1) === 1;
        const whole = numbers
          .map((_, i) => i + 1)
          .filter((number) => [...(marked?.rows.values() ?? [])].some((row) => isIn(row, number)));
        const own = (await links?.combinationsOf(some)) ?? [];
        return { whole, sizes: own.map(({ length }) => length) };
      };
      const [by] = await counter.ask(
        "SELECT combination FROM combinations WHERE event = 'door' AND week_number = '10' AND weekday = '1'",
      );
      expect(await texted(counted, [1, 5, 2], new Set([Number(by[0])]))).toEqual(await texted(inArrays, [1, 5, 2], new Set([7])));
    });
  });
});

it('portions are filled to the last combination that fits', () => {
  const targets = [[1, 2], [3], [1], [4]].map((points) => ({ points: Uint32Array.from(points) }));
  expect(inPortions(targets, 10, 30).map(({ length }) => length)).toEqual([3, 1]);
  expect(inPortions(targets, 10, 29).map(({ length }) => length)).toEqual([1, 2, 1]);
  expect(inPortions(targets, 10, 40)).toEqual([targets]);
  expect(inPortions([], 10, 40)).toEqual([]);
});

it('the interval of a share of nobody is nothing, and that of none or all begins or ends there', () => {
  expect(wilson(0, 0)).toEqual({ low: 0, high: 0 });
  for (const trials of [1, 3, 7, 10, 29, 100]) {
    expect(wilson(0, trials).low).toBe(0);
    expect(wilson(trials, trials).high).toBe(1);
    expect(wilson(0, trials).high).toBeCloseTo(1 - wilson(trials, trials).low, 12);
  }
});
