import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createByteCodes } from '../../src/base/byte-codes.ts';
import { Unreadable } from '../../src/base/counting.ts';
import { countingOn } from '../../src/engine/local/local-counting.ts';
import type { EventsManifest } from '../../src/release/manifest.ts';
import { checkEventRows } from '../../src/verify/events/event-rows.ts';
import type { LinkedLines } from '../../src/verify/events/linked-lines.ts';
import { proveLinkedRelease } from '../../src/verify/events/linked-release.ts';
import { proveLinks } from '../../src/verify/events/prove-links.ts';
import { evidenceIn } from '../../src/verify/evidence.ts';
import { csvSource } from '../../src/verify/source.ts';
import { draws } from '../suite/draws.ts';
import { goodEvents, quasi, writeEvents } from './an-event-release.ts';
import { lentDuckDB, verifyLent } from './lent-duckdb.ts';
import { goodLinks, halfLinked, linkTamperings, orderedLinks } from './link-tamperings.ts';
import { writeTable } from './written-release.ts';

const home = mkdtempSync(join(tmpdir(), 'shoal-links-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** A line of a release and of its evidence, as texts. */
interface Line {
  number: string;
  owner: string;
  text: string;
}

/** A release before it is bytes. */
interface Drawn {
  readonly k: number;
  readonly lines: readonly Line[];
  readonly manifest: EventsManifest;
}

const manifestOf = (k: number, rows: number, pseudonym: 'shared:week' | 'shared:day' = 'shared:week'): EventsManifest => {
  const { manifest } = goodEvents('random');
  return { ...manifest, promises: { k }, pseudonym, data: { ...manifest.data, rows } };
};

/** What the two files hold. */
interface Written {
  readonly released: Buffer;
  readonly evidence: Buffer;
}

const bytesOf = (lines: readonly Line[]): Written => {
  const released = [['GUID', ...quasi].join(';'), ...lines.map(({ number, text }) => `${number};${text}`), ''];
  const evidence = [
    ['GUID', ...quasi, '_subject'].join(';'),
    ...lines.map((line) => `${line.number};${line.text};${line.owner}`),
    '',
  ];
  return { released: Buffer.from(released.join('\n')), evidence: Buffer.from(evidence.join('\n')) };
};

function writeFiles({ released, evidence }: Written): string {
  const folder = mkdtempSync(join(home, 'release-'));
  mkdirSync(join(folder, 'internal'));
  writeFileSync(join(folder, 'anonymized_events.csv'), released);
  writeFileSync(join(folder, 'internal', 'evidence.csv'), evidence);
  return folder;
}

const sourceIn = (folder: string, { columns }: EventsManifest) =>
  csvSource(join(folder, 'anonymized_events.csv'), columns, ';', { parallel: true, longestRow: 2_000_000 });

/** What lines alone prove of the release in a folder. */
async function provedIn(folder: string, manifest: EventsManifest) {
  const released = join(folder, 'anonymized_events.csv');
  const source = sourceIn(folder, manifest);
  const [subject, ...others] = source.columns;
  const log = { source, quasi: others, subject, file: 'anonymized_events.csv', k: manifest.promises.k };
  const place = await evidenceIn(folder, manifest);
  return countingOn(await lentDuckDB()).withCounter((counter) => proveLinkedRelease(counter, log, manifest, { released, place }));
}

/** Whether lines alone prove a release. */
async function areProof(written: Written, manifest: EventsManifest): Promise<boolean> {
  const folder = writeFiles(written);
  const proved = await provedIn(folder, manifest);
  rmSync(folder, { recursive: true });
  return proved !== undefined;
}

/** Whether lines alone prove the release, what is found of it, and what is found where lines are never looked at. */
async function judged(written: Written, manifest: EventsManifest) {
  const folder = writeFiles(written);
  const source = sourceIn(folder, manifest);
  const counting = countingOn(await lentDuckDB());
  const beside = { folder, stage: 'written', original: undefined, population: undefined, noiseKey: undefined } as const;
  const findingsOf = async (own: EventsManifest) => {
    try {
      const { census, ...found } = await counting.withCounter((counter) =>
        checkEventRows(counter, source, own, { ...beside, census: true }),
      );
      if (census?.kind !== 'events') return { found };
      const { rows, ...told } = census;
      return { found: { ...found, census: told }, rows };
    } catch (error) {
      if (error instanceof Unreadable) return { found: undefined };
      throw error;
    }
  };
  const proved = await provedIn(folder, manifest);
  const { found, rows } = await findingsOf(manifest);
  const { found: surely } = await findingsOf({ ...manifest, promises: { ...manifest.promises, confidence: 1e9 } }); // which everything keeps, and lines say nothing of
  rmSync(folder, { recursive: true });
  return { proved, found, surely, rows };
}

const week = (number: number, event: string) => `${event};${number};0;night`;
const texts = [10, 11].flatMap((number) => ['fall', 'smoke', 'door'].map((event) => week(number, event)));
const oddTexts = ['fa"ll;10;0;night', '"fall";10;0;night', 'fall;10;0', 'fall;10;0;night;1', ';10;0;night', 'été;10;0;night', "o'fall;10;0;night", 'fall;99;0;night', 'fall;10;0;night\r', 'fall\ufffd;10;0;night']; // biome-ignore format: a list

/** Sets of texts of one week, each carried by k or more, each once unless it is of one text. */
const soundRelease: fc.Arbitrary<Drawn> = fc.integer({ min: 2, max: 3 }).chain((k) =>
  fc
    .uniqueArray(
      fc.record({
        texts: fc
          .tuple(fc.constantFrom(0, 3), fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 3 }))
          .map(([from, own]) => own.map((text) => texts[from + text])),
        carriers: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: k, maxLength: k + 2 }),
        twice: fc.boolean(),
        shift: fc.nat(),
      }),
      { selector: (set) => [...set.texts].sort().join(), minLength: 1, maxLength: 6 },
    )
    .map((sets) => {
      const lines: Line[] = [];
      let number = 0;
      for (const { texts: own, carriers, twice } of sets)
        for (const owner of carriers)
          for (let copy = 0; copy < (twice && own.length === 1 ? 2 : 1); copy++) {
            number++;
            for (const text of own) lines.push({ number: String(number), owner: String(owner), text });
          }
      const owners = [...new Set(lines.map(({ owner }) => owner))]; // numbered from 1, as a run numbers them
      for (const line of lines) line.owner = String(owners.indexOf(line.owner) + 1);
      lines.sort((a, b) => order(a, sets[0].shift) - order(b, sets[0].shift));
      return { k, lines, manifest: manifestOf(k, lines.length) };
    }),
);

const order = ({ number, text }: Line, shift: number): number => (Number(number) * 7919 + text.length * 31 + shift) % 1009;

/** Changes of lines, of both files or of the evidence alone. */
const changes: Readonly<Record<string, (lines: Line[], at: number, other: number) => void>> = {
  'another number': (lines, at, other) => (lines[at].number = lines[other].number),
  'a number of its own': (lines, at) =>
    (lines[at].number = String(1 + Math.max(...lines.map(({ number }) => Number(number) || 0)))),
  'two numbers the other way round': (lines, at, other) =>
    ([lines[at].number, lines[other].number] = [lines[other].number, lines[at].number]),
  'a number that leaves a gap': (lines, at) => (lines[at].number = String(lines.length + 5)),
  'an odd number': (lines, at, other) =>
    (lines[at].number = [
      '0',
      '',
      `0${lines[at].number}`,
      `${lines[at].number}.0`,
      ` ${lines[at].number}`,
      '+1',
      '1e0',
      '12345678901',
    ][other % 8]),
  'another owner': (lines, at, other) => (lines[at].owner = lines[other].owner),
  'an owner of its own': (lines, at) => (lines[at].owner = '10'),
  'an odd owner': (lines, at, other) =>
    (lines[at].owner = ['', ' ', '07', 'x', ' 7', '1234567890', '0', 'Ana', '"7"'][other % 9]),
  'another text': (lines, at, other) => (lines[at].text = texts[other % texts.length]),
  'an odd text': (lines, at, other) => (lines[at].text = oddTexts[other % oddTexts.length]),
  'an odd text everywhere': (lines, at, other) => {
    const { text } = lines[at];
    for (const line of lines) if (line.text === text) line.text = oddTexts[other % oddTexts.length];
  },
  'a line less': (lines, at) => lines.splice(at, 1),
  'a line twice': (lines, at) => lines.push({ ...lines[at] }),
  'all of a number twice, by another': (lines, at, other) => {
    const [{ number }, { owner }] = [lines[at], lines[other]];
    const more = String(1 + Math.max(...lines.map((line) => Number(line.number) || 0)));
    for (const line of lines.filter((one) => one.number === number)) lines.push({ ...line, number: more, owner });
  },
  'nobody but one subject': (lines, at) => {
    const { owner } = lines[at];
    for (const line of lines) line.owner = owner;
  },
};

const change = fc.record({
  how: fc.constantFrom(...Object.keys(changes)),
  at: fc.nat(),
  other: fc.nat(),
  where: fc.constantFrom('both', 'both', 'both', 'evidence', 'release'),
});

/** A byte put into a file, over another or between two. */
const oddByte = fc.record({
  byte: fc.constantFrom(0xff, 0xc3, 0x00, 0x22, 0x0d, 0x0a, 0x3b, 0x30, 0x23),
  at: fc.nat(),
  over: fc.boolean(),
  where: fc.constantFrom('both', 'evidence', 'release'),
});

function putByte(bytes: Buffer, { byte, at, over }: { byte: number; at: number; over: boolean }): Buffer {
  const first = bytes.indexOf('\n') + 1;
  const place = first + (at % (bytes.length - first));
  return Buffer.concat([bytes.subarray(0, place), Buffer.from([byte]), bytes.subarray(over ? place + 1 : place)]);
}

describe('shared numbers proved by lines', () => {
  it('hold where cells do, with the same counts', async () => {
    await fc.assert(
      fc.asyncProperty(soundRelease, async ({ lines, manifest }) => {
        const { proved, found, surely, rows } = await judged(bytesOf(lines), manifest);
        expect(proved).toMatchObject({ rows: lines.length });
        expect(found?.breaches).toEqual([]);
        expect(found).toEqual(surely);
        const read = [...(rows?.held ?? [])].map((code, i) => ({
          number: String(rows?.numbers?.[i]),
          owner: String(rows?.owners?.[i]),
          text: rows?.combinations[code].join(';'),
        }));
        expect(read).toEqual(lines);
      }),
      { numRuns: draws(25) },
    );
  });

  it('are never proved where cells find a breach: what was changed is judged as cells judge it', async () => {
    let kept = 0;
    await fc.assert(
      fc.asyncProperty(
        soundRelease,
        fc.array(change, { minLength: 1, maxLength: 3 }),
        fc.option(oddByte, { freq: 4, nil: undefined }),
        async ({ lines, manifest }, made, odd) => {
          const [release, evidence] = [lines, lines].map((some) => some.map((line) => ({ ...line })));
          for (const { how, at, other, where } of made)
            for (const [name, some] of [['release', release], ['evidence', evidence]] as const) // biome-ignore format: a pair each
              if (some.length > 0 && (where === 'both' || where === name))
                changes[how](some, at % some.length, other % some.length);
          if (release.length === 0) return;
          let [{ released }, { evidence: beside }] = [bytesOf(release), bytesOf(evidence)];
          if (odd !== undefined && odd.where !== 'evidence') released = putByte(released, odd);
          if (odd !== undefined && odd.where !== 'release') beside = putByte(beside, odd);
          const own = { ...manifest, data: { ...manifest.data, rows: release.length } };
          const { proved, found, surely } = await judged({ released, evidence: beside }, own);
          if (proved !== undefined) kept++;
          if (proved !== undefined) expect(surely).toBeDefined();
          expect(found).toEqual(surely);
        },
      ),
      { numRuns: draws(100) },
    );
    expect(kept).toBeGreaterThan(0); // some changes break nothing
  });

  const eachLine = (spoil: (line: Line, i: number, lines: Line[]) => unknown) => (lines: Line[]) => {
    for (const [i, line] of lines.entries()) spoil(line, i, lines);
  };
  const good = (): Line[] =>
    goodLinks('shared:week').rows.map(([number, ...cells], i) => ({ number, owner: String((i % 6) + 1), text: cells.join(';') }));

  /** Asked once: it is the same release before each fault. */
  let goodAreProof: Promise<boolean> | undefined;

  it.each<readonly [fault: string, spoil: (lines: Line[]) => void]>([
    ['k are more than carry a set', eachLine((line) => line.owner === '6' && (line.owner = '5'))],
    ['a number has two owners', (lines) => (lines[0].owner = '2')],
    ['a number holds a text twice', (lines) => (lines[18].number = lines[12].number)],
    ['every number holds a text twice', eachLine((line, i, lines) => i >= 18 && (line.number = lines[i - 6].number))],
    [
      'all numbers reach into another week',
      eachLine((line, i, lines) => (line.number = i < 18 ? lines[i % 6].number : String(i - 11))),
    ],
    ['a number reaches into another week', (lines) => (lines[12].number = lines[0].number)],
    ['a number is missing', eachLine((line) => Number(line.number) > 8 && (line.number = String(Number(line.number) + 1)))],
    ['numbers begin at 2', eachLine((line) => (line.number = String(Number(line.number) + 1)))],
    ['numbers begin at 0', eachLine((line) => (line.number = String(Number(line.number) - 1)))],
    ['a subject carries a set of two twice', eachLine((line) => line.number === '2' && (line.owner = '1'))],
    ['a number is written otherwise', (lines) => (lines[12].number = `0${lines[12].number}`)],
    ['an owner is written otherwise', (lines) => (lines[12].owner = '01')],
    ['an owner is a text', (lines) => (lines[12].owner = 'Ana')],
    ['an owner has more digits than lines could have', (lines) => (lines[12].owner = '999999999')],
    ['there is a quote', (lines) => (lines[12].text = '"door";11;0;night')],
    ['there is a carriage return', (lines) => (lines[12].text += '\r')],
    ['a cell is missing', eachLine((line) => (line.text = line.text.replace(';night', '')))],
    ['a cell is one too many', eachLine((line) => (line.text += ';1'))],
    ['a character is none', eachLine((line) => (line.text = line.text.replace('door', 'do\ufffd')))],
  ])('are not proved where %s', async (_, spoil) => {
    goodAreProof ??= areProof(bytesOf(good()), manifestOf(5, 24));
    expect(await goodAreProof).toBe(true);
    const lines = good();
    spoil(lines);
    const { proved, found, surely } = await judged(bytesOf(lines), manifestOf(5, 24));
    expect(proved).toBeUndefined();
    expect(found).toEqual(surely);
  });

  it('are not proved where a byte is of no text', async () => {
    for (const byte of [0xff, 0xc3, 0x80]) {
      const { released, evidence } = bytesOf(good());
      for (const file of [released, evidence]) file[file.indexOf('fall')] = byte;
      expect((await judged({ released, evidence }, manifestOf(5, 24))).proved).toBeUndefined();
    }
  });

  it('are not proved where the evidence is of other lines, in Parquet, or of other columns', async () => {
    const { released } = bytesOf(good());
    const other = good();
    other[3].text = other[12].text;
    expect(await areProof({ released, evidence: bytesOf(other).evidence }, manifestOf(5, 24))).toBe(false);
    const named = Buffer.from(String(bytesOf(good()).evidence).replace('_subject', '_other'));
    expect(await areProof({ released, evidence: named }, manifestOf(5, 24))).toBe(false);
    const folder = writeFiles(bytesOf(good()));
    rmSync(join(folder, 'internal', 'evidence.csv'));
    const rows = good().map(({ number, text, owner }) => [number, ...text.split(';'), owner]);
    await writeTable(join(folder, 'internal', 'evidence.parquet'), 'parquet', ['GUID', ...quasi, '_subject'], rows, ';');
    const place = await evidenceIn(folder, manifestOf(5, 24));
    expect(place).toMatchObject({ there: true, format: 'parquet' });
    const [subject, ...others] = csvSource('x', manifestOf(5, 24).columns, ';', { parallel: true, longestRow: 1 }).columns;
    const source = csvSource('x', manifestOf(5, 24).columns, ';', { parallel: true, longestRow: 1 });
    const log = { source, quasi: others, subject, file: 'x', k: 5 };
    const asked = { released: join(folder, 'anonymized_events.csv'), place };
    const proved = await countingOn(await lentDuckDB()).withCounter((counter) =>
      proveLinkedRelease(counter, log, manifestOf(5, 24), asked),
    );
    expect(proved).toBeUndefined();
  });

  it('are not looked at where more is promised of them', async () => {
    const manifest = manifestOf(5, 24);
    const more = [
      { ...manifest, promises: { k: 5, confidence: 1 } },
      { ...manifest, promises: { k: 5, traces: 5 } },
      { ...manifest, pseudonym: 'random' as const },
      { ...manifest, pseudonym: 'rotate' as const },
    ];
    for (const own of more) expect(await areProof(bytesOf(good()), own)).toBe(false);
    expect(orderedLinks().manifest.columns.length).toBe(6); // a column more is one that lines do not know
  });

  it('of one day are of one day', async () => {
    const lines = good().map((line) => ({ ...line, text: line.text.replace('smoke;10;1', 'smoke;10;0') }));
    expect(await areProof(bytesOf(lines), manifestOf(5, 24, 'shared:day'))).toBe(true);
    expect(await areProof(bytesOf(good()), manifestOf(5, 24, 'shared:day'))).toBe(false); // a fall of Monday, a smoke of Tuesday
    expect(await areProof(bytesOf(good()), manifestOf(5, 24))).toBe(true);
  });

  it('link nothing where no column says which week it was, and pass where they do not', async () => {
    const manifest = manifestOf(5, 24);
    const columns = manifest.columns.filter(({ name }) => name !== 'week_number');
    const released = (lines: readonly Line[]) => {
      const { released: own, evidence } = bytesOf(lines);
      const without = (file: Buffer) =>
        Buffer.from(
          String(file)
            .replace(';week_number', '')
            .replaceAll(/;1[01];/g, ';'),
        );
      return { released: without(own), evidence: without(evidence) };
    };
    expect((await judged(released(good()), { ...manifest, columns })).proved).toBeUndefined();
    const alone = good().map((line, i) => ({ ...line, number: String(i + 1) }));
    expect((await judged(released(alone), { ...manifest, columns })).proved).toBeDefined();
  });

  it('are not proved where texts are too many for one statement', async () => {
    const of = (many: number) =>
      Array.from({ length: 2 * many }, (_, i) => ({
        number: String(i + 1),
        owner: String((i % 2) + 1),
        text: week(10, `e${i >> 1}`),
      }));
    const few = await judged(bytesOf(of(3000)), manifestOf(2, 6000));
    expect(few.proved).toMatchObject({ combinations: 3000, smallest: 2 });
    expect(few.found).toEqual(few.surely);
    const many = await judged(bytesOf(of(20_001)), manifestOf(2, 40_002));
    expect(many.proved).toBeUndefined();
    expect(many.found?.breaches).toEqual([]);
  }, 60_000);
});

describe('a release whose subjects are numbers', () => {
  const breachesOf = async ({ manifest, header, rows, subjects }: ReturnType<typeof goodLinks>) => {
    const folder = mkdtempSync(join(home, 'whole-'));
    const numbered = rows.map((row, i) => [...row, subjects[i].replace('home-', '')]);
    const evidence = { header: [...header, '_subject'], rows: numbered, format: 'csv' as const };
    await writeEvents(folder, { manifest, header, rows, subjects, evidence, delimiter: ';' });
    const verdict = await verifyLent(folder, {});
    if (!verdict.ok) throw new Error(verdict.problems[0].what);
    return verdict.value.breaches.map(({ kind }) => kind);
  };

  it('passes', async () => {
    expect(await breachesOf(goodLinks('shared:week'))).toEqual([]);
    expect(await breachesOf(halfLinked())).toEqual([]);
  });

  it.each(linkTamperings)('does not pass with $says', async ({ before, breach }) => {
    const draft = goodLinks('shared:week');
    before(draft);
    expect(await breachesOf(draft)).toContain(breach);
  });

  it('does not pass where one carries a set twice, a number is of two, or two days are linked', async () => {
    const twice = goodLinks('shared:week');
    for (const place of [5, 11]) twice.subjects[place] = 'home-1';
    expect(await breachesOf(twice)).toEqual(['loose-link']);
    const mixed = goodLinks('shared:week');
    [mixed.subjects[0], mixed.subjects[1]] = [mixed.subjects[1], mixed.subjects[0]];
    expect(await breachesOf(mixed)).toEqual(['ambiguous-pseudonym']);
    expect(await breachesOf(goodLinks('shared:day'))).toContain('loose-link');
  });

  it('does not pass with a gap in its numbers, or too few rows', async () => {
    const gap = goodLinks('shared:week');
    for (const row of gap.rows) if (Number(row[0]) > 8) row[0] = String(Number(row[0]) + 1);
    expect(await breachesOf(gap)).toEqual(['gap-in-numbers']);
    const less = goodLinks('shared:week');
    less.manifest.data.rows = 23;
    expect(await breachesOf(less)).toEqual(['wrong-row-count']);
  });
});

describe('sets under numbers', () => {
  const linesOf = (sets: readonly (readonly [owner: number, held: readonly number[]])[]): LinkedLines => {
    const codes = createByteCodes(1e7);
    const most = Math.max(...sets.flatMap(([, held]) => held));
    for (let code = 0; code <= most; code++) {
      const bytes = Buffer.from(`text ${code}`);
      codes.codeOf(bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 0, bytes.length);
    }
    const rows = sets.flatMap(([owner, held], i) => held.map((text) => [i + 1, owner, text]));
    const [numbers, owners, held] = [0, 1, 2].map((place) => Uint32Array.from(rows, (row) => row[place]));
    return { numbers, owners, held, texts: codes };
  };
  const windows = new Uint32Array(100);

  it('are compared text by text: a hash that all have in common fakes no k', () => {
    const sets = (last: readonly number[]) => linesOf([[1, [0, 1, 2]], [2, [2, 1, 0]], [3, [1, 0, 2]], [4, last]]); // biome-ignore format: a row
    const byHash = (lines: LinkedLines, k: number) =>
      [undefined, () => 7].map((hash) => proveLinks(lines, { k, windows, ...(hash && { hash }) }) !== undefined);
    expect(byHash(sets([0, 2, 1]), 4)).toEqual([true, true]);
    expect(byHash(sets([0, 1, 3]), 4)).toEqual([false, false]);
    expect(byHash(sets([0, 1]), 4)).toEqual([false, false]);
    const some = linesOf([[1, [0, 1]], [2, [1, 0]], [3, [2, 3]], [4, [3, 2]], [1, [0, 3]], [2, [0, 3]]]); // biome-ignore format: a row
    expect(byHash(some, 2)).toEqual([true, true]);
    expect(byHash(some, 3)).toEqual([false, false]);
  });

  it('are of one window each, the last one too, and proved only where it is told', () => {
    const lines = linesOf([[1, [0, 1]], [2, [0, 1]], [3, [2, 3]], [4, [2, 3]]]); // biome-ignore format: a row
    const proved = (...of: readonly number[]) =>
      proveLinks(lines, { k: 2, windows: of.length === 0 ? undefined : Uint32Array.from(of) }) !== undefined;
    expect([proved(7, 7, 8, 8), proved(7, 7, 7, 7)]).toEqual([true, true]);
    expect([proved(7, 8, 7, 7), proved(7, 7, 7, 8), proved()]).toEqual([false, false, false]);
  });

  it('are counted to the last, and so are those who have the events of each text', () => {
    const some = [[1, [0, 1]], [2, [0, 1]], [3, [1]]] as const; // biome-ignore format: a row
    expect(proveLinks(linesOf([...some, [3, [1]]]), { k: 1, windows })).toEqual({
      events: Uint32Array.of(2, 4),
      sizes: Uint32Array.of(2, 3),
      subjects: 3,
    });
    expect(proveLinks(linesOf([[1, [0]], [2, [0]]]), { k: 2, windows })).toMatchObject({ subjects: 2 }); // biome-ignore format: as many numbers as lines
    expect(proveLinks(linesOf([[1, [0]], [2, [0]], [3, [1]]]), { k: 2, windows })).toBeUndefined(); // biome-ignore format: one alone under the last number
  });

  it('of one hash are not looked through without end', () => {
    const pairs = Array.from({ length: 60 }, (_, a) => Array.from({ length: a }, (__, b) => [b, a])).flat();
    const lines = linesOf(pairs.flatMap((pair) => [[1, pair], [2, pair]] as const)); // biome-ignore format: a row
    expect(proveLinks(lines, { k: 2, windows })).toMatchObject({ subjects: 2 });
    expect(proveLinks(lines, { k: 2, windows, hash: () => 7 })).toBeUndefined();
  });

  it('of many texts are put in order', () => {
    const all = Array.from({ length: 90 }, (_, text) => text);
    const turned = [...all.slice(40), ...all.slice(0, 40)];
    expect(proveLinks(linesOf([[1, all], [2, turned], [3, [...all].reverse()]]), { k: 3, windows })).toBeDefined(); // biome-ignore format: a row
    expect(proveLinks(linesOf([[1, all], [2, turned], [3, [...all.slice(1), 1]]]), { k: 3, windows })).toBeUndefined(); // biome-ignore format: a row
  });
});

describe('many texts', () => {
  it('have a number each, also where hashes agree, as of 300,000 some do', () => {
    const codes = createByteCodes(1e8);
    const bytes = Buffer.alloc(7);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let i = 0; i < 300_000; i++) {
      bytes.write(String(1_000_000 + i));
      if (codes.codeOf(bytes, view, 0, 7) !== i) throw new Error(`text ${i} has the number of another`);
    }
    expect(codes.count()).toBe(300_000);
  });
});
