import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Counter } from '../../../src/base/counting.ts';
import { countingOn } from '../../../src/engine/local/local-counting.ts';
import type { Manifest } from '../../../src/release/manifest.ts';
import { classMembers, namesSubjects } from '../../../src/risk/overlap/class-members.ts';
import { lentDuckDB } from '../../verify/lent-duckdb.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-members-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

interface Given {
  readonly manifest: object;
  readonly data: readonly string[];
  readonly evidence: readonly string[];
  /** The original, a line a record; none where each row is a subject, or the evidence names them. */
  readonly original?: readonly string[];
  readonly subject?: string;
}

type Spread = readonly (readonly [who: string, standsWith: readonly string[]])[];

/** Everyone by what was digested of them, each with all of those who share a class with them: classes have no names. */
async function membersIn({ manifest, data, evidence, original, subject }: Given): Promise<{ k: number; spread: Spread }> {
  const folder = mkdtempSync(join(home, 'release-'));
  mkdirSync(join(folder, 'internal'));
  const whole = {
    promises: { k: 3 },
    data: { file: 'data.csv', format: 'csv' },
    files: [{ name: 'data.csv' }],
    ...manifest,
  } as unknown as Manifest;
  const isParquet = whole.data.format === 'parquet';
  const lines = (text: readonly string[]) => text.map((line) => `${line}\n`).join('');
  return countingOn(await lentDuckDB()).withCounter(async (counter) => {
    const put = async (name: string, text: readonly string[], asParquet: boolean, delim: string) => {
      const path = join(folder, name);
      writeFileSync(asParquet ? `${path}.text` : path, lines(text));
      if (asParquet)
        await counter.ask(
          `COPY (FROM read_csv('${path}.text', delim = '${delim}', header = true)) TO '${path}' (FORMAT parquet)`,
        );
    };
    const delimiter = 'delimiter' in whole.data ? whole.data.delimiter : ',';
    await put(`data.${whole.data.format}`, data, isParquet, delimiter);
    const beside = isParquet && (whole.method === 'kaca' || whole.method === 'events');
    await put(`internal/evidence.${beside ? 'parquet' : 'csv'}`, evidence, beside, delimiter);
    const lent = original && (await lend(counter, original));
    const known: string[] = [];
    const members = await classMembers(
      counter,
      {
        ...{ folder, manifest: whole, sha256: 'of the input' },
        subject: subject === undefined ? undefined : { column: subject, original: lent },
      },
      (text) => {
        if (!known.includes(text)) known.push(text);
        return BigInt(known.indexOf(text) + 1);
      },
    );
    const who = Array.from(members.digests, (digest) => known[Number(digest) - 1]);
    const people = known.filter((text) => !text.startsWith('links ')); // what stands together under the ids of a log
    const spread = people.toSorted().map((one) => {
      const own = who.flatMap((other, i) => (other === one ? [members.classes[i]] : []));
      const others = own.map((each) => who.filter((other, i) => other !== one && members.classes[i] === each).toSorted());
      return [one, others.map((all) => all.join(' ')).toSorted()] as const;
    });
    return { k: members.k, spread };
  });
}

async function lend(counter: Counter, original: readonly string[]) {
  const rows = original.map(
    (cells) =>
      `(${cells
        .split(',')
        .map((cell) => (cell === '' ? 'NULL' : `'${cell}'`))
        .join(', ')})`,
  );
  await counter.ask(`CREATE TEMP TABLE original AS FROM (VALUES ${rows.join(', ')}) AS t(c0, c1)`);
  return {
    table: 'original',
    columns: [
      { name: 'town', sql: 'c1' },
      { name: 'ID', sql: 'c0' },
    ],
  };
}

const column = (name: string, role: string) => ({ name, role });
const table = { method: 'kaca', columns: [column('place', 'quasi'), column('size', 'quasi'), column('toll', 'kept')] };

describe('who stands in which class', () => {
  it('of a table is told by its evidence, whatever is kept, by all labels together', async () => {
    const { k, spread } = await membersIn({
      manifest: table,
      subject: 'ID',
      data: ['place,size,toll', 'G*,[1-2],5'],
      evidence: [
        'place,size,toll,_subject,_row',
        'G*,[1-2],5,Ana,3',
        'G*,[1-2],6,Bor,1',
        'G*,[3-4],6,Ana,2',
        'H*,[1-2],6,Cene,4',
        'G*,[1-2],9,Ana,5',
      ],
    });
    expect(k).toBe(3);
    expect(spread).toEqual([
      ['id ana', ['', 'id bor']],
      ['id bor', ['id ana']],
      ['id cene', ['']],
    ]);
  });

  it('takes spellings of one id for one, and a whole number with idle decimals too', async () => {
    const { spread } = await membersIn({
      manifest: { ...table, columns: [column('place', 'quasi')], data: { file: 'data.parquet', format: 'parquet' } },
      subject: 'ID',
      data: ['place', 'G*'],
      evidence: ['place,_subject,_row', 'G*,ANA ,1', 'H*,ana,2', 'G*,17.00,3', 'H*,17,4', 'G*,1.5,5', 'H*,x7.0,6'],
    });
    expect(spread).toEqual([
      ['id 1.5', ['id 17 id ana']],
      ['id 17', ['id 1.5 id ana', 'id ana id x7.0']],
      ['id ana', ['id 1.5 id 17', 'id 17 id x7.0']],
      ['id x7.0', ['id 17 id ana']],
    ]);
  });

  const log = {
    method: 'events',
    pseudonym: 'random',
    columns: [column('GUID', 'subject'), column('event', 'quasi'), column('week', 'quasi')],
  };
  const logFiles = {
    data: ['GUID;event;week', '1;fall;9', '2;fall;9', '1;door;9'],
    evidence: ['GUID;event;week;_subject;_row', '1;fall;9;x;2', '2;fall;9;y;3', '1;door;9;x;1'],
    original: ['Ana,Koper', 'Ana,Koper', 'Bor,Piran', ',Izola'],
  };

  it.each(['csv', 'parquet'])('of a log is told by the places of its rows in the original (%s)', async (format) => {
    const { spread } = await membersIn({
      ...logFiles,
      subject: 'ID',
      manifest: {
        ...log,
        data: { file: `data.${format}`, format, delimiter: ';' },
        files: [{ name: `data.${format}` }],
      },
    });
    expect(spread).toEqual([
      ['id ana', ['', 'id bor']],
      ['id bor', ['id ana']],
    ]);
  });

  const series = { method: 'prism', columns: [column('GroupID', 'group'), column('H1', 'band'), column('Level', 'level')] };

  it('of series is told by their group, and a missing id is one as well', async () => {
    const { spread } = await membersIn({
      manifest: series,
      subject: 'ID',
      data: ['GroupID,H1,Level', '1,[0-1],2', '2,[0-1],2', '1,[0-1],3'],
      evidence: ['_row', '1', '3', '4'],
      original: logFiles.original,
    });
    expect(spread).toEqual([
      ['id ', ['id ana']],
      ['id ana', ['id ']],
      ['id bor', ['']],
    ]);
  });

  it('of series in the long shape is told once for each record', async () => {
    const { spread } = await membersIn({
      manifest: { ...series, shape: 'long', columns: [column('Record', 'record'), ...series.columns] },
      subject: 'ID',
      data: ['Record,GroupID,H1,Level', '3,2,a,1', '2,1,a,1', '1,1,a,1', '1,1,b,1', '2,1,b,1', '3,2,b,1'],
      evidence: ['_row', '1', '4', '3'],
      original: logFiles.original,
    });
    expect(spread).toEqual([
      ['id ', ['id ana']],
      ['id ana', ['id ']],
      ['id bor', ['']],
    ]);
  });

  it('where each row is a subject is told by its place in that very input', async () => {
    const { spread } = await membersIn({
      manifest: { ...series, data: { file: 'data.parquet', format: 'parquet' }, files: [{ name: 'data.parquet' }] },
      data: ['GroupID,H1,Level', '1,x,2', '2,x,2', '1,x,2'],
      evidence: ['_row', '7', '8', '9'],
    });
    expect(spread).toEqual([
      ['row 7 of of the input', ['row 9 of of the input']],
      ['row 8 of of the input', ['']],
      ['row 9 of of the input', ['row 7 of of the input']],
    ]);
  });

  it('is read in the evidence of tables alone', () => {
    expect(['kaca', 'events', 'naive'].map((method) => namesSubjects({ method } as Manifest))).toEqual([true, false, false]);
  });
});
