import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { descriptionFiles } from '../../src/release/describe/describe.ts';
import { type Manifest, manifestSchema } from '../../src/release/manifest.ts';
import { canonicalJson } from '../../src/verify/canonical-json.ts';
import { checkFolder } from '../../src/verify/folder.ts';
import { checkHeader, csvHeader } from '../../src/verify/header.ts';
import { checkPartRows, checkParts } from '../../src/verify/parts.ts';
import { beginning, fingerprint, watchFiles } from '../../src/verify/read-file.ts';
import { readManifest } from '../../src/verify/read-manifest.ts';
import { goodEvents } from './an-event-release.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-folder-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const newFolder = () => mkdtempSync(join(home, 'folder-'));
const put = (content: string | Buffer, folder = newFolder()): string => {
  const path = join(folder, 'file');
  writeFileSync(path, content);
  return path;
};
/** A folder with these plain files, each of one byte. */
const folderOf = (names: readonly string[]): string => {
  const folder = newFolder();
  for (const name of names) writeFileSync(join(folder, name), 'x');
  return folder;
};

describe('what lies in a folder', () => {
  const file = 'naive_anonymized.csv';
  const series = { method: 'naive', data: { file, format: 'csv', rows: 1 } };
  const check = async (folder: string, manifest: object, declared: readonly string[]) => {
    const files = declared.map((name) => ({ name }));
    const { breaches, present } = await checkFolder(folder, { ...series, ...manifest, files } as unknown as Manifest);
    return { breaches, present: [...present] };
  };
  const found = (names: readonly string[], manifest: object = {}, declared: readonly string[] = names) =>
    check(folderOf(['manifest.json', ...names]), manifest, declared);
  const own = [file, 'report.json', 'report.html'];
  const foreign = (name: string, known: readonly string[] = own) => ({ kind: 'foreign-file', file: name, own: known });

  it('is what the manifest declares, with what hangs on the manifest and what stays inside', async () => {
    expect(await found([file])).toEqual({ breaches: [], present: [file] });
    expect(await found(own)).toEqual({ breaches: [], present: own });
    const folder = folderOf(['manifest.json', 'manifest.sig', ...descriptionFiles, file]);
    mkdirSync(join(folder, 'internal'));
    expect(await check(folder, {}, [file])).toEqual({ breaches: [], present: [file] });
  });

  it('is called after its method, and after its format', async () => {
    const called = async (method: string, name: string) => (await found([name], { method, data: { ...series.data, file: name } })).breaches; // biome-ignore format: a line
    expect(await called('events', 'anonymized_events.csv')).toEqual([]);
    expect(await called('kaca', 'kaca_anonymized.csv')).toEqual([]);
    expect(await called('events', 'events_anonymized.csv')).toEqual([foreign('events_anonymized.csv', ['anonymized_events.csv', ...own.slice(1)])]); // biome-ignore format: a line
    expect(await called('naive', 'naive_anonymized.parquet')).toEqual([foreign('naive_anonymized.parquet')]);
  });

  it('has its data declared, and a page only beside what it shows', async () => {
    expect(await found([file], {}, [])).toEqual({
      breaches: [{ kind: 'undeclared-data-file', file }, { kind: 'undeclared-file', file, entry: 'file' }],
      present: [],
    }); // biome-ignore format: two breaches
    expect((await found([file, 'report.html'])).breaches).toEqual([foreign('report.html')]);
    expect((await found([file, 'report.json'])).breaches).toEqual([]);
    expect((await found([file, 'notes.txt'])).breaches).toEqual([foreign('notes.txt')]);
  });

  it('has each file once, under a name that means the same on any system', async () => {
    const declared = async (name: string) => (await found([file], {}, [file, name])).breaches;
    expect(await declared(file)).toEqual([{ kind: 'repeated-file', file }]);
    const unsafe = ['', 'a/b', 'a\\b', 'c:d', 'a\0b', '.', '..', 'internal', 'Internal', 'manifest.json', 'MANIFEST.json', 'manifest.sig', ...descriptionFiles]; // biome-ignore format: a line
    for (const name of unsafe) {
      expect(await declared(name), name).toEqual([{ kind: 'unsafe-file-name', file: name }]);
      const { breaches } = await found([], { data: { ...series.data, file: name } }, []);
      expect(breaches, name).toEqual([{ kind: 'unsafe-file-name', file: name }]);
    }
  });

  it('is there, as plain files and nothing else', async () => {
    expect(await found([], {}, [file])).toEqual({ breaches: [{ kind: 'missing-file', file }], present: [] });
    const folder = folderOf([]);
    mkdirSync(join(folder, file));
    const socket = createServer();
    await new Promise<void>((resolve) => socket.listen(join(folder, 'report.json'), resolve));
    symlinkSync('nowhere', join(folder, 'report.html'));
    mkdirSync(join(folder, 'manifest.sig'));
    const odd = (name: string, entry: string) => ({ kind: 'not-a-plain-file', file: name, entry });
    const seen = await check(folder, {}, own).finally(() => socket.close());
    expect(seen).toEqual({
      breaches: [odd(file, 'folder'), odd('report.json', 'special file'), odd('report.html', 'symbolic link'), odd('manifest.sig', 'folder')], // biome-ignore format: a line
      present: [],
    });
  });

  it('has nothing beside, be it called like what stays inside, and all of it is told in the order of names', async () => {
    const names = ['m', 'c', 'x', 'b', 'internal', 'z', 'a', 'k', '～', '🐟', 'e', 'y']; // systems list the last two the other way round
    const folder = folderOf(['manifest.json', file, ...names]);
    mkdirSync(join(folder, 'more'));
    const beside = [...names.map((name) => [name, 'file'] as const), ['more', 'folder'] as const]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, entry]) => ({ kind: 'undeclared-file', file: name, entry }));
    expect((await check(folder, {}, [file])).breaches).toEqual(beside);
  });

  it('may be parts of the data, under whatever names, beside one table that has no file', async () => {
    const parts = ['p1', 'p2'].map((name) => ({ name }));
    const ofParts = (name: string) => found(['p1', 'p2'], { data: { ...series.data, file: name, parts } }, []);
    expect(await ofParts(file)).toEqual({ breaches: [], present: ['p1', 'p2'] });
    expect((await ofParts('other.csv')).breaches).toEqual([foreign('other.csv', [file])]);
    const both = await found(['p1', 'p2', file], { data: { ...series.data, file, parts } }, [file]);
    expect(both.breaches).toEqual([foreign(file, own.slice(1))]);
  });

  it('may be the same rows once more, declared and by their one name', async () => {
    const [events, xes, arrow] = ['anonymized_events.csv', 'anonymized_events.xes', 'anonymized_events.arrow'];
    const data = { ...series.data, file: events };
    const log = { method: 'events', data: { ...data, xes, arrow } };
    expect(await found([events, xes, arrow], log)).toEqual({ breaches: [], present: [events, xes, arrow] });
    expect((await found([events, arrow], log)).breaches).toEqual([{ kind: 'undeclared-data-file', file: xes }]);
    expect((await found([events, xes], log)).breaches).toEqual([{ kind: 'undeclared-data-file', file: arrow }]);
    const known = [events, 'report.json', 'report.html'];
    const [declared, told] = (await found([events, 'x.arrow'], { method: 'events', data: { ...data, arrow: 'x.arrow' } })).breaches; // biome-ignore format: a line
    expect([declared, told]).toEqual([foreign('x.arrow', known), foreign('x.arrow', known)]);
  });
});

describe('how rows are dealt out to parts', () => {
  const parts = (rows: readonly number[], name = (part: number) => `a.b-0000${part}.csv`) =>
    checkParts({ file: 'a.b.csv', parts: rows.map((some, i) => ({ name: name(i + 1), rows: some })) } as unknown as Manifest['data']); // biome-ignore format: a line

  it('is evenly, the last one with the rest', () => {
    for (const rows of [[3, 3, 3], [3, 3, 1], [3, 3], [1, 1]]) expect(parts(rows)).toEqual([]); // biome-ignore format: lists
    const uneven = (part: number, rows: number, most: number) => [{ kind: 'uneven-parts', file: `a.b-0000${part}.csv`, rows, most }]; // biome-ignore format: a line
    expect(parts([3, 3, 4])).toEqual(uneven(3, 4, 3));
    expect(parts([3, 2, 3])).toEqual(uneven(2, 2, 3));
    expect(parts([3, 4, 3])).toEqual(uneven(2, 4, 3));
    expect(parts([2, 3, 1])).toEqual(uneven(2, 3, 2));
    expect(checkParts({ file: 'a.csv', format: 'csv', rows: 1 })).toEqual([]);
  });

  it('is by numbers from 1 on', () => {
    const misnamed = (name: string, part: number) => [{ kind: 'misnamed-part', file: name, part }];
    expect(parts([3, 3], (part) => `a.b-0000${part - 1}.csv`)).toEqual(misnamed('a.b-00000.csv', 1));
    expect(parts([3, 3], () => 'a.b-00001.csv')).toEqual(misnamed('a.b-00001.csv', 2));
    expect(parts([3, 3], (part) => `a-0000${part}.b.csv`)).toEqual(misnamed('a-00001.b.csv', 1));
    expect(parts([3, 3], (part) => `a.b-0000${part}`)).toEqual(misnamed('a.b-00001', 1));
    const many = Array.from({ length: 12 }, () => 3);
    expect(parts(many, (part) => `a.b-${String(part).padStart(5, '0')}.csv`)).toEqual([]);
    expect(parts(many)).toEqual(misnamed('a.b-000010.csv', 10));
  });

  it('is as declared', () => {
    const data = { file: 'a.csv', parts: [{ name: 'p', rows: 3 }, { name: 'q', rows: 1 }] } as unknown as Manifest['data']; // biome-ignore format: a line
    expect([checkPartRows('p', 3, data), checkPartRows('q', 1, data), checkPartRows('r', 1, data)]).toEqual([[], [], []]);
    expect(checkPartRows('q', 3, data)).toEqual([{ kind: 'wrong-part-rows', file: 'q', declared: 1, found: 3 }]);
    expect(checkPartRows('p', 3, { file: 'p', format: 'csv', rows: 1 })).toEqual([]);
  });
});

describe('a header', () => {
  const columns = ['a', 'b', 'c'].map((name) => ({ name }));
  const check = (names: string, dropped: readonly string[] = []) =>
    checkHeader(names.split(' '), { data: { file: 'x.csv' }, columns, dropped } as unknown as Manifest);

  it('has the declared names, in their order, each once, and none that was dropped', () => {
    expect(check('a b c')).toEqual([]);
    expect(check('a b')).toEqual([{ kind: 'missing-column', file: 'x.csv', columns: ['c'] }]);
    expect(check('a d b c e')).toEqual([{ kind: 'undeclared-column', file: 'x.csv', positions: [2, 5] }]);
    expect(check('a b a c b')).toEqual([{ kind: 'repeated-column', file: 'x.csv', positions: [3, 5] }]);
    expect(check('a c b')).toEqual([{ kind: 'misplaced-column', file: 'x.csv', positions: [2, 3] }]);
    expect(check('d c a')).toEqual([
      { kind: 'missing-column', file: 'x.csv', columns: ['b'] },
      { kind: 'undeclared-column', file: 'x.csv', positions: [1] },
    ]);
    expect(check('b a d d')).toHaveLength(3);
    expect(check('b a c', ['A'])).toMatchObject([{ kind: 'dropped-column' }, { kind: 'misplaced-column' }]);
    expect(check('a b c', ['d'])).toEqual([]);
  });

  it('is the first record of a file, however long and wherever it is read', async () => {
    const header = (content: string) => csvHeader(put(content), ',');
    expect(await header('a,b\nc,d\n')).toEqual(['a', 'b']);
    expect(await header('a,"b\n,""c"""\n')).toEqual(['a', 'b\n,"c"']);
    expect(await header('a,b')).toEqual(['a', 'b']);
    expect(await header('a,')).toEqual(['a', '']);
    expect(await header(',\n')).toEqual(['', '']);
    expect(await header('a"b,c\n')).toEqual(['a"b,c\n']); // an opened cell that never ends
    expect(await header('a\n')).toEqual(['a']);
    expect(await header('')).toBeUndefined();
    expect(await header('\na\n')).toBeUndefined();
    expect(await csvHeader(put('a,b;c\n'), ';')).toEqual(['a,b', 'c']);
    for (const length of [65_535, 65_536, 65_537, 600_000]) {
      const name = 'x'.repeat(length - 2);
      expect(await header(`${name},b\n1,2\n`)).toEqual([name, 'b']);
      expect(await header(`${name},b`)).toEqual([name, 'b']);
    }
    const names = await header(`${'x'.repeat(4_200_000)},b\n1,2\n`);
    expect(names?.map(({ length }) => length)).toEqual([4_200_000, 1]);
  });

  it('is none where it does not end within 32 MB', async () => {
    const [path, ended] = [put('a,b'), put('a,b\n')];
    for (const one of [path, ended]) truncateSync(one, (1 << 25) + 1);
    expect(await csvHeader(path, ',')).toBeUndefined();
    expect(await csvHeader(ended, ',')).toEqual(['a', 'b']);
  });
});

describe('the bytes of a file', () => {
  const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
  const sizes = [0, 1, 2, 4_194_303, 4_194_304, 4_194_305, 9_000_000];

  it.each(sizes)('are hashed and counted, all %i of them, in pieces of at most 4 MB', async (size) => {
    const content = Buffer.alloc(size, 'abcdefg');
    const pieces: Buffer[] = [];
    const look = async (piece: Buffer) => {
      pieces.push(Buffer.from(piece));
    };
    expect(await fingerprint(put(content), look)).toEqual({ sha256: sha256(content), bytes: size });
    expect(Buffer.concat(pieces).equals(content)).toBe(true);
    expect(pieces.every(({ length }) => length <= 4_194_304)).toBe(true);
    expect(await fingerprint(put(content))).toEqual({ sha256: sha256(content), bytes: size });
  });

  it('are the first ones where only so many are asked for', async () => {
    const path = put('abcdefghij');
    for (const length of [0, 1, 9, 10, 11, 500])
      expect(String(await beginning(path, length))).toBe('abcdefghij'.slice(0, length));
    expect(await beginning(put(''), 5)).toHaveLength(0);
  });

  it('are all read where the system gives fewer at a time, or a file has become shorter', async () => {
    const path = put('abcdefghij');
    const handle = await open(path);
    const prototype = Object.getPrototypeOf(handle);
    await handle.close();
    const { read, stat } = prototype;
    const reading = vi.spyOn(prototype, 'read').mockImplementation(function (this: unknown, ...given: unknown[]) {
      const [buffer, offset, length, position] = given as [Buffer, number, number, number | null];
      if (offset + length > buffer.length) throw new RangeError('beyond the buffer');
      return read.call(this, buffer, offset, Math.min(length, 3), position);
    });
    const asking = vi.spyOn(prototype, 'stat').mockImplementation(async function (this: unknown) {
      const { size } = await stat.call(this);
      return { size: size + 4 };
    });
    try {
      expect(String(await beginning(path, 8))).toBe('abcdefgh');
      expect(String(await beginning(path, 500))).toBe('abcdefghij');
      expect(await fingerprint(path)).toEqual({ sha256: sha256('abcdefghij'), bytes: 10 });
    } finally {
      reading.mockRestore();
      asking.mockRestore();
    }
  });

  it('are watched: which file changed meanwhile, be it by its dates alone', async () => {
    const paths = [put('one'), put('two'), join(newFolder(), 'later')];
    const watch = () => watchFiles(paths);
    expect(await (await watch())()).toBeUndefined();
    const [first, second, third, fourth] = [await watch(), await watch(), await watch(), await watch()];
    utimesSync(paths[1], 1, 1);
    expect(await first()).toBe(paths[1]);
    utimesSync(paths[0], 1, 1);
    expect(await second()).toBe(paths[0]);
    const before = await watch();
    writeFileSync(paths[2], '');
    expect(await before()).toBe(paths[2]);
    const there = await watch();
    rmSync(paths[2]);
    expect(await there()).toBe(paths[2]);
    expect([await third(), await fourth()]).toEqual([paths[0], paths[0]]);
  });
});

describe('a manifest', () => {
  const good = canonicalJson(manifestSchema.parse({ ...goodEvents().manifest, dropped: ['"a":', '\\', 'a\\": "b', ':'] }));
  const read = (content: string | Buffer) => {
    const folder = newFolder();
    writeFileSync(join(folder, 'manifest.json'), content);
    return readManifest(folder);
  };
  const unreadable = (reason: string) => [{ kind: 'unreadable-manifest', reason }];

  it('is read where it is written as a run writes it', async () => {
    expect(await read(good)).toEqual(JSON.parse(good));
    expect(await read(good.replace('{', '{ '))).toEqual([{ kind: 'reworded-manifest' }]);
    expect(await read(`${good} `)).toEqual([{ kind: 'reworded-manifest' }]);
    const other = await read(good.replace('"format": 1', '"format": 2'));
    expect(other).toMatchObject([{ kind: 'unknown-manifest', key: 'format', fault: expect.stringMatching(/1/) }]);
    const inside = await read(good.replace(/"rows": \d+/, '"rows": "x"'));
    expect(inside).toMatchObject([{ kind: 'unknown-manifest', key: 'data.rows' }]);
  });

  it('says every key once, on whatever level', async () => {
    for (const twice of [
      good.replace('{', '{"shoal": "0.0.0",'),
      good.replace('"data": {', '"data": {"rows": 1,'),
      good.replace('"columns": [\n    {', '"columns": [\n    {"name" : "x",'),
    ]) {
      expect(twice).not.toBe(good);
      expect(await read(twice)).toEqual(unreadable('one key given twice'));
    }
  });

  it('is UTF-8 without a mark before it, and JSON', async () => {
    expect(await read(Buffer.concat([Buffer.from(good.slice(0, -3)), Buffer.from([0xff]), Buffer.from(good.slice(-3))]))).toEqual(unreadable('not UTF-8')); // biome-ignore format: a line
    expect(await read(`\ufeff${good}`)).toEqual(unreadable('not JSON'));
    expect(await read(good.slice(0, -3))).toEqual(unreadable('not JSON'));
    for (const other of ['null', '1', '"x"', '[]', '[1, null]']) expect(await read(other), other).toMatchObject([{ kind: 'unknown-manifest', key: '' }]); // biome-ignore format: a line
  });

  it('is a plain file of at most 32 MB', async () => {
    const folder = newFolder();
    const path = join(folder, 'manifest.json');
    const sized = async (size: number) => {
      writeFileSync(path, '');
      truncateSync(path, size);
      return readManifest(folder);
    };
    expect(await sized(1 << 25)).toEqual(unreadable('not JSON'));
    expect(await sized((1 << 25) + 1)).toEqual(unreadable('too large'));
    rmSync(path);
    mkdirSync(path);
    expect(await readManifest(folder)).toEqual(unreadable('not a plain file'));
    rmSync(path, { recursive: true });
    writeFileSync(join(folder, 'elsewhere'), good);
    symlinkSync('elsewhere', path);
    expect(await readManifest(folder)).toEqual(unreadable('not a plain file'));
  });

  it('lies in a folder, or behind a link to one', async () => {
    const code = (folder: string) => readManifest(folder).then(() => 'read', (error) => error.problems?.[0]?.code ?? error.code); // biome-ignore format: a line
    const folder = newFolder();
    expect(await code(folder)).toBe('verify/not-a-release');
    expect(await code(join(folder, 'nowhere'))).toBe('verify/no-such-folder');
    writeFileSync(join(folder, 'manifest.json'), good);
    expect(await code(folder)).toBe('read');
    expect(await code(join(folder, 'manifest.json'))).toBe('verify/no-such-folder');
    expect(await code(join(folder, 'manifest.json', 'within'))).toBe('verify/no-such-folder');
    symlinkSync(folder, join(folder, 'link'));
    expect(await code(join(folder, 'link'))).toBe('read');
    expect(await code(join(folder, 'x'.repeat(5000)))).toBe('ENAMETOOLONG');
  });
});
