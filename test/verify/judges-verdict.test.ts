import { generateKeyPairSync, sign } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CounterNeeds, Counting } from '../../src/base/counting.ts';
import type { Progress } from '../../src/base/progress.ts';
import { countingOn } from '../../src/engine/local/local-counting.ts';
import { tellReport } from '../../src/figures/public-report.ts';
import { descriptionsOf } from '../../src/release/describe/describe.ts';
import type { Manifest, TableManifest } from '../../src/release/manifest.ts';
import { canonicalJson } from '../../src/verify/canonical-json.ts';
import type { Original } from '../../src/verify/original.ts';
import type { Population } from '../../src/verify/table/population.ts';
import { type Verdict, verifyRelease, withNote } from '../../src/verify/verify.ts';
import { changeManifest, type Draft, goodDraft, withCurves, write } from './a-good-release.ts';
import { goodTable, writeTableRelease } from './a-table-release.ts';
import { goodEvents, writeEvents } from './an-event-release.ts';
import { type LentOptions, lentDuckDB, verifyLent } from './lent-duckdb.ts';
import { cutIntoParts } from './part-tamperings.ts';
import { changeManifestOf, seal } from './written-release.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-verdict-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const release = async (make: (folder: string) => Promise<void>): Promise<string> => {
  const folder = mkdtempSync(join(home, 'release-'));
  await make(folder);
  return folder;
};
const series = () => release((folder) => write(folder, goodDraft('csv')));
const events = () => release((folder) => writeEvents(folder, goodEvents()));
const table = () => release((folder) => writeTableRelease(folder, goodTable('records')));
const families = [['series', series], ['events', events], ['table', table]] as const; // biome-ignore format: pairs

const verdictOn = async (folder: string, options: LentOptions = {}) => {
  const verified = await verifyLent(folder, options);
  if (!verified.ok) throw new Error(`refused: ${verified.problems[0]?.code}`);
  return verified.value;
};

describe('a verdict', () => {
  it.each(families)('has a census where it is asked for, and else none: %s', async (kind, make) => {
    const folder = await make();
    const asked = await verdictOn(folder, { census: true });
    expect(asked).toMatchObject({ holds: true, census: { kind } });
    expect(await verdictOn(folder)).not.toHaveProperty('census');
    const { census: _, ...rest } = asked;
    expect(await verdictOn(folder)).toEqual(rest);
  });

  it('asks for a signature where a key is given, and says so; without one it notes that nobody looked', async () => {
    const folder = await events();
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const said = ({ checks }: Verdict) => checks.filter((check) => check.startsWith('signature:'));
    const unsigned = await verdictOn(folder, { signer: publicKey });
    expect([unsigned.holds, unsigned.breaches, said(unsigned).length]).toEqual([false, [{ kind: 'missing-signature' }], 1]);
    const plain = await verdictOn(folder);
    expect([plain.holds, said(plain), plain.toldNotes]).toEqual([true, [], []]);
    const manifest = readFileSync(join(folder, 'manifest.json'));
    const path = join(folder, 'manifest.sig');
    const put = (text: string) => writeFileSync(path, text);
    const good = `${sign(null, manifest, privateKey).toString('base64')}\n`;
    put(good);
    expect(await verdictOn(folder, { signer: publicKey })).toMatchObject({ holds: true, toldNotes: [] });
    expect(await verdictOn(folder)).toMatchObject({ holds: true, toldNotes: [{ code: 'unchecked-signature' }] });
    expect(await verdictOn(folder, { signer: generateKeyPairSync('ed25519').publicKey })).toMatchObject({ breaches: [{ kind: 'wrong-signature' }] }); // biome-ignore format: a line
    for (const odd of [good.trim(), `${good}\n`, good.replace(/.==\n$/, 'A= \n'), ` ${good.slice(0, -2)}\n`, '']) {
      put(odd);
      expect(await verdictOn(folder)).toMatchObject({ holds: false, breaches: [{ kind: 'unreadable-signature' }] });
    }
  });

  it('is none where a file changes while it is judged, and a file inside that is no evidence may', async () => {
    const folder = await series();
    const meanwhile = (path: string) => {
      let isDone = false;
      return verifyLent(folder, {
        onProgress: () => {
          if (!isDone) appendFileSync(path, 'x');
          isDone = true;
        },
      });
    };
    const within = join(home, 'beside.txt');
    expect(await meanwhile(within)).toMatchObject({ ok: true, value: { holds: true } });
    expect(await meanwhile(join(folder, 'naive_anonymized.csv'))).toMatchObject({ ok: false, problems: [{ code: 'verify/changed-meanwhile' }] }); // biome-ignore format: a line
  });

  it('is refused where there is nothing to read, or a population that nobody promised anything of', async () => {
    expect(await verifyLent(join(home, 'nowhere'))).toMatchObject({ ok: false, problems: [{ code: expect.stringMatching(/^verify\//) }] }); // biome-ignore format: a line
    const population = { name: 'x.csv', table: 'x', columns: [] } as unknown as Population;
    for (const [, make] of families)
      expect(await verifyLent(await make(), { population })).toMatchObject({ ok: false, problems: [{ code: 'verify/no-population' }] }); // biome-ignore format: a line
  });

  it('throws what is no fault of a file, and stops where it is asked to', async () => {
    const folder = await series();
    await expect(verifyLent(folder, { onProgress: () => { throw new TypeError('ours'); } })).rejects.toThrow('ours'); // biome-ignore format: a line
    await expect(verifyLent(folder, { signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow('stopped');
  });

  it('counts nothing where the data cannot be judged', async () => {
    const folder = await events();
    rmSync(join(folder, 'anonymized_events.csv'));
    expect(await verdictOn(folder)).toMatchObject({ holds: false, rows: 0, groups: 0, leaves: 0, smallestGroup: 0, smallestLeaf: 0 }); // biome-ignore format: a line
  });

  it('takes one more note, and stays as it is', async () => {
    const verdict = await verdictOn(await events());
    const noted = withNote(verdict, { code: 'told-of-original' });
    const again = withNote(noted, { code: 'not-drawn' });
    expect(again.toldNotes).toEqual([...verdict.toldNotes, { code: 'told-of-original' }, { code: 'not-drawn' }]);
    expect(again.notes).toHaveLength(again.toldNotes.length);
    expect(again).toMatchObject({ holds: true, checks: verdict.checks });
  });
});

const kindsOf = ({ breaches }: Verdict) => breaches.map(({ kind }) => kind);
const manifestIn = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
/** Changes a file; its size and its hash are declared as they are then. */
const rewrite = (folder: string, name: string, change: (text: string) => string) => {
  writeFileSync(join(folder, name), change(readFileSync(join(folder, name), 'utf8')));
  seal(folder);
};
const report = 'report.json';

/** A report of events that some of its sections stand for. */
const ofEvents = (combinations: number): object => {
  const policy = { method: 'events', k: 5 };
  const risk = { largest: 0.2, mean: 0.1, above: [5, 11, 20].map((crowd) => ({ crowd, subjects: 0 })) };
  const calendar = { axes: [{ column: 'week_number', labels: ['51'] }, { column: 'weekday', labels: ['0'] }], after: [[0, 0, 10]] }; // biome-ignore format: a line
  const told = tellReport({
    ...{ method: 'events', k: 5, files: ['anonymized_events.csv'], release: { rows: 40, subjects: 5, combinations } },
    ...{ measure: {}, verdict: { holds: true, smallestGroup: 5, breaches: [] } },
    sections: { kind: 'events', lang: 'en', policy, risk, combinationSizes: [{ from: 5, to: 9, count: combinations }], calendar },
  });
  if (told === undefined) throw new Error('no report could be made of it');
  return told as object;
};

describe('what a verdict looks at', () => {
  it('is the manifest first, and without one nothing else', async () => {
    const folder = await series();
    writeFileSync(join(folder, 'manifest.json'), '{');
    const found = await verdictOn(folder);
    expect(found).toMatchObject({ holds: false, rows: 0, breaches: [{ kind: 'unreadable-manifest' }], toldNotes: [] });
    expect(found.checks).toHaveLength(1);
  });

  it('are the bytes of every file: so many, and these', async () => {
    const folder = await series();
    const data = join(folder, 'naive_anonymized.csv');
    const { size } = statSync(data);
    appendFileSync(data, 'x');
    expect((await verdictOn(folder)).breaches[0]).toEqual({ kind: 'wrong-size', file: 'naive_anonymized.csv', declared: size, found: size + 1 }); // biome-ignore format: a line
    const other = await series();
    writeFileSync(join(other, report), readFileSync(join(other, report), 'utf8').replace('naive', 'kapra'));
    expect(kindsOf(await verdictOn(other))).toEqual(['wrong-hash']);
  });

  it('are all parts of the data, or no rows where one is missing', async () => {
    const folder = await series();
    rmSync(join(folder, report));
    await cutIntoParts(folder);
    changeManifest(folder, (manifest) => {
      manifest.files = [];
    });
    expect(await verdictOn(folder)).toMatchObject({ holds: true, rows: 40 });
    rmSync(join(folder, 'naive_anonymized-00002.csv'));
    expect(await verdictOn(folder)).toMatchObject({ holds: false, rows: 0, breaches: [{ kind: 'missing-file' }] });
  });

  it('is the report, once a release is published, and beside data that holds', async () => {
    const folder = await series();
    expect((await verdictOn(folder)).toldNotes).toEqual([{ code: 'told-of-original' }]);
    rewrite(folder, report, (text) => text.replace(/"groups": \d+/, '"groups": 9'));
    expect(await verdictOn(folder)).toMatchObject({
      breaches: [{ kind: 'false-report', place: 'release.groups' }],
      toldNotes: [],
    });
    expect(await verdictOn(folder, { stage: 'written' })).toMatchObject({ holds: true, toldNotes: [] });
    expect(kindsOf(await verdictOn(folder, { atLeast: { k: 6 } }))).toEqual(['weak-promise']);
    rewrite(folder, report, () => '{');
    expect(kindsOf(await verdictOn(folder))).toEqual(['unreadable-report']);
    expect(await verdictOn(folder, { stage: 'written' })).toMatchObject({ holds: true });
    expect(kindsOf(await verdictOn(folder, { atLeast: { k: 6 } }))).toEqual(['weak-promise']);
  });

  it('are the bands that a report shows, and a report of another family', async () => {
    const folder = await series();
    const { sections, ...others } = JSON.parse(readFileSync(join(folder, report), 'utf8'));
    const shown = (lower: number) => {
      const bands = [{ size: 6, valueLoss: 1, lower: [lower], upper: [-1.75], curve: [-2] }];
      rewrite(folder, report, () => canonicalJson(tellReport({ ...others, sections: { ...sections, instants: ['H1'], bands } })));
      return verdictOn(folder);
    };
    expect(await shown(-3)).toMatchObject({ holds: true });
    expect(await shown(-2.5)).toMatchObject({ breaches: [{ kind: 'false-report', place: 'sections.bands' }] });
    rewrite(folder, report, () => canonicalJson(ofEvents(4)));
    expect((await verdictOn(folder)).breaches).toEqual([{ kind: 'false-report', file: report, place: '' }]);
    const log = await events();
    changeManifestOf(log, ({ files }) => files.push({ name: report, sha256: '', bytes: 0 }));
    writeFileSync(join(log, report), canonicalJson(ofEvents(9)));
    seal(log);
    expect(await verdictOn(log)).toMatchObject({
      breaches: [{ kind: 'false-report', place: expect.stringMatching(/^release\./) }],
    });
  });

  it('are descriptions, of a published release that holds otherwise', async () => {
    const folder = await series();
    for (const [name, text] of Object.entries(descriptionsOf(manifestIn(folder)))) writeFileSync(join(folder, name), text);
    expect(await verdictOn(folder)).toMatchObject({ holds: true });
    appendFileSync(join(folder, 'dcat.jsonld'), ' ');
    expect(await verdictOn(folder)).toMatchObject({ breaches: [{ kind: 'false-description', file: 'dcat.jsonld' }] });
    expect(await verdictOn(folder, { stage: 'written' })).toMatchObject({ holds: true });
    expect(kindsOf(await verdictOn(folder, { atLeast: { k: 6 } }))).toEqual(['weak-promise']);
    rewrite(folder, report, () => '{');
    for (const [name, text] of Object.entries(descriptionsOf(manifestIn(folder)))) writeFileSync(join(folder, name), text);
    appendFileSync(join(folder, 'dcat.jsonld'), ' ');
    expect(kindsOf(await verdictOn(folder))).toEqual(['unreadable-report']);
  });

  it('are the same rows as Arrow, beside rows that hold', async () => {
    const folder = await series();
    writeFileSync(join(folder, 'naive_anonymized.arrow'), 'no Arrow');
    changeManifest(folder, (manifest) => {
      manifest.data.arrow = 'naive_anonymized.arrow';
      manifest.files.push({ name: manifest.data.arrow, sha256: '', bytes: 0 });
    });
    seal(folder);
    expect(kindsOf(await verdictOn(folder))).toEqual(['other-bytes']);
    expect(kindsOf(await verdictOn(folder, { atLeast: { k: 6 } }))).toEqual(['weak-promise']);
  });

  it('may be a file inside that is no evidence, which may change meanwhile; evidence may not', async () => {
    const folder = await series();
    const meanwhile = (name: string) => {
      let isDone = false;
      return verifyLent(folder, {
        onProgress: () => {
          if (!isDone) writeFileSync(join(folder, 'internal', name), 'x');
          isDone = true;
        },
      });
    };
    expect(await meanwhile('more.txt')).toMatchObject({ ok: true, value: { holds: true } });
    expect(await meanwhile('evidence.csv')).toMatchObject({ ok: false, problems: [{ code: 'verify/changed-meanwhile' }] });
  });

  it('are no empty cells at the end of a row but those that a rule leaves blank', async () => {
    const ends = async (make: () => Promise<string>) => kindsOf(await verdictOn(await make())).includes('dangling-comma');
    const blank = (draft: Draft) => {
      draft.rows[0][draft.rows[0].length - 1] = '';
      return release((folder) => write(folder, draft));
    };
    const ofMeans = (draft: Draft) => ({ ...draft, manifest: { ...draft.manifest, curve: 'mean' as const } });
    expect(await ends(() => blank(goodDraft('csv')))).toBe(true);
    expect(await ends(() => blank(withCurves(goodDraft('csv'))))).toBe(true);
    expect(await ends(() => blank(ofMeans(withCurves(goodDraft('csv')))))).toBe(false);
    const records = goodTable('records');
    for (const rows of [records.rows, records.evidence?.rows ?? []]) rows[0][5] = '';
    expect(await verdictOn(await release((folder) => writeTableRelease(folder, records)))).toMatchObject({ holds: true });
  });

  it('is told in the system’s words where the system refuses, and as it is where the fault is ours', async () => {
    expect(await verifyLent(join(home, 'x'.repeat(5000)))).toMatchObject({ ok: false, problems: [{ code: 'verify/cannot-read', facts: { error: 'ENAMETOOLONG' } }] }); // biome-ignore format: a line
    const folder = await series();
    const ours = (more: object) => verifyLent(folder, { onProgress: () => { throw Object.assign(new Error('ours'), more); } }); // biome-ignore format: a line
    for (const more of [{ code: 'ERR_OURS' }, { syscall: 'open' }, { syscall: 'open', code: 7 }]) await expect(ours(more)).rejects.toThrow('ours'); // biome-ignore format: a line
    expect(await ours({ syscall: 'open', code: 'EIO' })).toMatchObject({ ok: false, problems: [{ code: 'verify/cannot-read' }] });
  });
});

describe('how a verdict reads', () => {
  /** A release of nothing but intervals, patterns and levels, which is read line by line. */
  const plain = (without: readonly string[] = ['Town', 'Note']) =>
    release(async (folder) => {
      const draft = goodDraft('csv');
      const kept = draft.manifest.columns.flatMap(({ name }, c) => (without.includes(name) ? [] : [c]));
      const cut = <Item>(items: readonly Item[]) => kept.map((c) => items[c]);
      const manifest = { ...draft.manifest, columns: cut(draft.manifest.columns) };
      await write(folder, { ...draft, manifest, header: cut(draft.header), rows: draft.rows.map(cut) });
    });
  /** What a verdict asks of the counting port. */
  const needsOf = async (folder: string, options: LentOptions = {}) => {
    const all: CounterNeeds[] = [];
    const lent = countingOn(await lentDuckDB());
    const counting: Counting = { withCounter: (use, needs = {}) => { all.push(needs); return lent.withCounter(use); } }; // biome-ignore format: a line
    const verified = await verifyRelease(folder, counting, options);
    expect(verified).toMatchObject({ ok: true, value: { holds: true } });
    return all[0];
  };

  it('is by lines where all rows are plain, in threads or not, and nothing else is taken for them', async () => {
    const folder = await plain();
    const found = await verdictOn(folder);
    expect(found).toMatchObject({ holds: true, rows: 40, groups: 5, smallestGroup: 6 });
    expect(await verdictOn(folder, { threads: 4 })).toEqual(found);
    for (const [, make] of families) expect(await verdictOn(await make())).toMatchObject({ holds: true });
    for (const pseudonym of ['drop', 'rotate', 'keep'] as const)
      expect(await verdictOn(await release((log) => writeEvents(log, goodEvents(pseudonym)))), pseudonym).toMatchObject({ holds: true, rows: 40 }); // biome-ignore format: a line
    const log = await events();
    await cutIntoParts(log);
    expect(await verdictOn(log)).toMatchObject({ holds: true, rows: 40, groups: 4 });
    expect(await verdictOn(await plain(['Note']))).toMatchObject({ holds: true, rows: 40, groups: 5 });
    rewrite(folder, 'naive_anonymized.csv', (text) => text.replace(/\n1,\S+\n/, '\n'));
    expect(await verdictOn(folder)).toMatchObject({ holds: false, rows: 39 });
  });

  it('says how much there is to count, and hears how far a question is where somebody wants to know', async () => {
    const folder = await series();
    const { size } = statSync(join(folder, 'naive_anonymized.csv'));
    expect(await needsOf(folder)).toEqual({ bytes: size, onShare: undefined });
    const told: Progress[] = [];
    const { onShare } = await needsOf(folder, { onProgress: (progress) => told.push(progress) });
    const before = told.length;
    onShare?.(0.5);
    expect(told.length).toBe(before + 1);
    expect(told.every(({ phase, unit }) => phase === 'verify' && unit === 'rows')).toBe(true);
    const beside = { name: 'x', table: 'x', columns: [], hierarchy: {} };
    const asked: CounterNeeds[] = [];
    const counting: Counting = { withCounter: (_, needs = {}) => { asked.push(needs); return Promise.reject(new Error('enough')); } }; // biome-ignore format: a line
    for (const bytes of [1000, undefined]) await expect(verifyRelease(folder, counting, { original: { ...beside, bytes } })).rejects.toThrow('enough'); // biome-ignore format: a line
    expect(asked.map(({ bytes }) => bytes)).toEqual([size + 1000, undefined]);
    const parts = await series();
    rmSync(join(parts, report));
    await cutIntoParts(parts);
    changeManifest(parts, (manifest) => {
      manifest.files = [];
    });
    const sizes = [1, 2, 3].map((part) => statSync(join(parts, `naive_anonymized-0000${part}.csv`)).size);
    expect((await needsOf(parts)).bytes).toBe(sizes[0] + sizes[1] + sizes[2]);
  });

  it('ends its threads, which it starts for large files', async () => {
    const folder = await plain();
    const ended = vi.spyOn(Worker.prototype, 'terminate');
    try {
      await verdictOn(folder, { threads: 2 });
      expect(ended).not.toHaveBeenCalled();
      changeManifest(folder, ({ files }) => {
        for (const file of files) if (file.name.endsWith('.csv')) file.bytes = 40_000_000; // as it says
      });
      expect(kindsOf(await verdictOn(folder, { threads: 2 }))).toEqual(['wrong-size']);
      expect(ended).toHaveBeenCalledTimes(2);
    } finally {
      ended.mockRestore();
    }
  });
});

describe('a verdict beside the original', () => {
  const columns = ['vehicle_id', 'section_id', 'exit_time', 'axles', 'cargo', 'weight', 'toll_money', 'driver'];
  const beside = (folder: string, more: object = {}): Original => ({
    ...{ name: 'original.csv', bytes: 1000, hierarchy: { cargo: `${folder}-cargo.csv` } },
    table: `read_csv('${folder}-original.csv', header = true, all_varchar = true, auto_detect = false, columns = {${columns.map((name) => `'${name}': 'VARCHAR'`).join(', ')}})`,
    columns: columns.map((name) => ({ name, sql: name })),
    ...more,
  });
  const codeOf = (verified: Awaited<ReturnType<typeof verifyLent>>) => (verified.ok ? verified.value.breaches : verified.problems[0]?.code); // biome-ignore format: a line

  it('holds where every record is as it says, and names what was compared', async () => {
    const folder = await table();
    const [told, toldBeside]: [number[], number[]] = [[], []];
    const alone = await verdictOn(folder, { onProgress: ({ done }) => told.push(done) });
    const found = await verdictOn(folder, { original: beside(folder), onProgress: ({ done }) => toldBeside.push(done) });
    expect(toldBeside[4]).toBeLessThan(told[4]); // the same questions are less of more
    expect([alone, found].map(({ holds }) => holds)).toEqual([true, true]);
    const compared = ({ checks }: Verdict) => checks.filter((check) => check.startsWith('original:')).length;
    expect([compared(alone), compared(found)]).toEqual([0, 1]);
    const other = `(SELECT * REPLACE ('0.01' AS toll_money) FROM ${beside(folder).table})`;
    expect(kindsOf(await verdictOn(folder, { original: beside(folder, { table: other }) }))).toEqual(['changed-value']);
  });

  it('knows which columns there were to drop', async () => {
    const folder = await table();
    const names = columns.filter((name) => name !== 'driver').map((name) => ({ name, sql: name }));
    const without = { original: beside(folder, { columns: names }) };
    expect((await verdictOn(folder, without)).breaches).toEqual([{ kind: 'unknown-dropped', names: 1 }]);
    expect(await verdictOn(folder, { original: beside(folder, { columns: names, header: ['driver'] }) })).toMatchObject({ holds: true }); // biome-ignore format: a line
  });

  it('reads it in its own notation, and refuses it where it cannot', async () => {
    const folder = await table();
    const comma = `(SELECT * REPLACE (replace(axles, '.', ',') || ' axles' AS axles) FROM ${beside(folder).table})`;
    const written = [{ column: 'axles', notations: [{ kind: 'number', decimal: ',', units: ['axles'] }], unfit: 'refuse' }];
    expect(await verdictOn(folder, { original: beside(folder, { table: comma, written }) })).toMatchObject({ holds: true });
    expect(kindsOf(await verdictOn(folder, { original: beside(folder, { table: comma }) }))).toEqual(['false-label']);
    const unfit = [{ ...written[0], notations: [{ kind: 'number', decimal: ',', units: [] }] }];
    expect(codeOf(await verifyLent(folder, { original: beside(folder, { table: comma, written: unfit }) }))).toBe('verify/not-the-original'); // biome-ignore format: a line
    const keep = [{ ...written[0], unfit: 'keep' }];
    const broken = "(SELECT * REPLACE (CAST(error('it ends here') AS VARCHAR) AS axles) FROM";
    expect(codeOf(await verifyLent(folder, { original: beside(folder, { table: `${broken} ${beside(folder).table})`, written: keep }) }))).toBe('verify/not-the-original'); // biome-ignore format: a line
    await expect(verifyLent(folder, { original: beside(folder, { table: '(SELEC', written: keep }) })).rejects.toThrow(/Parser Error/); // biome-ignore format: a line
  });

  it('reads a long one twice, and refuses it where the two give other values', async () => {
    const folder = await table();
    const pivoted = (value: string, table_ = beside(folder).table) => {
      const long = {
        table: `(SELECT '1,5' AS value, '01.02.2024' AS moment)`,
        time: { name: 'moment', sql: 'moment' },
        value: { name: 'value', sql: 'value' },
        instants: [{ label: '2024-02-01', sql: value }],
      };
      const written = [
        { column: 'value', notations: [{ kind: 'number', decimal: ',', units: [] }], unfit: 'refuse' },
        { column: 'moment', notations: [{ kind: 'time', format: 'dd.MM.yyyy' }], unfit: 'refuse' },
        { column: 'toll_money', notations: [{ kind: 'number', decimal: ',', units: [] }], unfit: 'refuse' }, // of the wide one, which is plain by now
      ];
      return verifyLent(folder, { original: beside(folder, { table: table_, long, written }) });
    };
    const once = (value: string) => `CASE WHEN vehicle_id = 'lorry-1' AND toll_money = '10.00' THEN ${value} END`;
    expect(codeOf(await pivoted(once('1.5')))).toEqual([]);
    expect(codeOf(await pivoted(once('1.6')))).toBe('verify/not-the-original');
    expect(codeOf(await pivoted('1.5'))).toBe('verify/not-the-original');
  });

  it('says what only a population could prove, and takes one that was promised of', async () => {
    const folder = await table();
    changeManifestOf<TableManifest>(folder, (manifest) => {
      const population = { kMap: 5, rows: 40, subjects: 8, sha256: 'a'.repeat(64) };
      Object.assign(manifest, { promises: { ...manifest.promises, population } });
    });
    const found = await verdictOn(folder);
    expect(found).toMatchObject({ holds: true, toldNotes: [{ code: 'population-needed' }] });
    expect(found.notes).toHaveLength(1);
    const population = { name: 'x.csv', sha256: 'b'.repeat(64), table: 'x', columns: [], hierarchy: {} } as unknown as Population;
    expect(codeOf(await verifyLent(folder, { population }))).toBe('verify/not-the-population');
    rmSync(join(folder, 'kaca_anonymized.csv'));
    expect(await verdictOn(folder)).toMatchObject({ holds: false, toldNotes: [] }); // nothing was looked at
  });
});
