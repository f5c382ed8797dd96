import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomFrom } from '../../src/base/random.ts';
import { openWorkspace, type Workspace } from '../../src/base/workspace.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { homeFiles } from '../../src/engine/local/home-file.ts';
import { openLocalEngine } from '../../src/engine/local/local-engine.ts';
import { readSelect } from '../../src/engine/local/read-select.ts';
import { openTablesBeside } from '../../src/engine/local/tables-beside.ts';
import { call, type Expression, type Query, type Relational, select, source } from '../../src/engine/relation.ts';
import { openSparkEngine } from '../../src/engine/spark/spark-engine.ts';
import { normalForm } from '../../src/frame/normal-form.ts';
import { unwrap } from './cluster.ts';

let home: string;
let workspace: Workspace;
let local: Engine;
let spark: Engine;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'shoal-odd-'));
  workspace = openWorkspace();
  local = await openLocalEngine({ workspace, threads: 1 });
  const beside = await openTablesBeside(workspace, { threads: 1 });
  const openFile = homeFiles(workspace, { threads: 1 });
  const address = process.env.SHOAL_SPARK ?? '';
  spark = unwrap(
    await openSparkEngine({
      address,
      workspace,
      beside,
      local,
      openFile,
      readSelect: (sql) => readSelect(sql, workspace),
      kernels: false,
    }),
  );
});
afterAll(async () => {
  await spark.close();
  await local.close();
  workspace.dispose();
  rmSync(home, { recursive: true, force: true });
});

/** A column of texts, one in each row, over both engines. */
async function bothOver(name: string, texts: readonly string[]): Promise<readonly Relational[]> {
  const path = join(home, `${name}.csv`);
  writeFileSync(path, `text,n\n${texts.map((text, n) => `"${text.replaceAll('"', '""')}",${n}\n`).join('')}`);
  return Promise.all([local, spark].map(async (engine) => engine.relate(unwrap(await engine.open({ input: path })))));
}

const n: Expression = { kind: 'cell', column: 'n' };
const inOrder = (rows: readonly (readonly unknown[])[]) => [...rows].sort((a, b) => Number(a[0]) - Number(b[0]));

const dates = [
  '2024-02-29',
  '2023-02-29',
  '0000-01-01',
  '0001-12-31',
  '9999-12-31',
  '1582-10-10',
  '2024-3-1',
  '24-03-01',
  '2024-13-01',
  '1969-12-31',
];
const clocks = [
  '00:00',
  '23:59:59',
  '24:00',
  '24:00:00',
  '23:59:60',
  '12:60',
  '7:05',
  '07:05:1',
  '23:59:59.999999999',
  '23:59:59.9',
  '12:00:00.',
  '12',
  '',
];
const zones = [
  '',
  'Z',
  'z',
  ' Z',
  '+02:00',
  '-0330',
  '+02',
  '+15:59',
  '+16:00',
  '+2',
  '-00:00',
  ' +01:00',
  ' Europe/Ljubljana',
  'UTC',
];
const marks = ['T', ' ', 't', '  '];
const blanks = ['', ' ', '\t', '\u00A0'];

describe('odd cells', () => {
  it('are the same times to Spark as to one machine', async () => {
    const draw = randomFrom(17).fork('times');
    const one = <Value>(of: readonly Value[]): Value => of[draw.bits() % of.length];
    const drawn = Array.from(
      { length: 1500 },
      () => `${one(blanks)}${one(dates)}${one(marks)}${one(clocks)}${one(zones)}${one(blanks)}`,
    );
    const plain = dates.flatMap((date) => clocks.flatMap((clock) => zones.map((zone) => `${date}T${clock}${zone}`)));
    const engines = await bothOver('times', [
      ...plain,
      ...drawn,
      '12/1/10',
      'now',
      'epoch',
      '2024-W01-1',
      '２０２４-01-01T00:00:00',
      '+2024-01-01T00:00:00',
    ]);
    for (const [zone, offsets] of [
      [undefined, false],
      [undefined, true],
      ['Europe/Ljubljana', true],
    ] as const) {
      const time: Expression = { kind: 'localTime', column: 'text', offsets, ...(zone === undefined ? {} : { zone }) };
      const told = (['year', 'month', 'day', 'hour', 'isoYear', 'isoWeek', 'isoWeekday', 'dayNumber'] as const).map(
        (name) => [name, call(name, time)] as const,
      );
      const query: Query = { rows: select(source, ['n', n], ...told, ['offset', { kind: 'offset', column: 'text' }]) };
      const [near, far] = await Promise.all(engines.map(async (engine) => inOrder(await engine.ask(query))));
      expect(near.filter(([, year]) => year !== null).length).toBeGreaterThan(20);
      expect(far).toEqual(near);
    }
  });

  it('are the same rows, whatever breaks the lines in them', async () => {
    const texts = ['a', 'b\nc', 'd\r\ne', 'f\ng","9\nh', 'i\n\n,1\nj', '', '\n', '"', '"\n"'];
    for (const cells of [texts, ['plain', 'cells']]) {
      const engines = await bothOver(`breaks ${cells.length}`, cells);
      const query: Query = { rows: select(source, ['n', n], ['text', { kind: 'cell', column: 'text' }]) };
      const [near, far] = await Promise.all(engines.map(async (engine) => inOrder(await engine.ask(query))));
      expect(near.length).toBe(cells.length);
      expect(far).toEqual(near);
    }
  });

  it('are the same subjects to Spark as to one machine', async () => {
    const draw = randomFrom(18).fork('subjects');
    const letter = () => String.fromCodePoint(draw.bits() % 4 === 0 ? 32 + (draw.bits() % 95) : assigned(draw.bits()));
    const texts = Array.from({ length: 3000 }, () => Array.from({ length: 1 + (draw.bits() % 4) }, letter).join(''));
    const engines = await bothOver('subjects', [
      ...texts,
      'ẞ',
      'ß',
      'ſ',
      'ǅ',
      'İstanbul',
      'ΑΣ',
      'ας',
      '\u0130\u0307',
      'a\u200Db',
      'ﷺ',
      '\u00AD',
    ]);
    const [spelled] = await Promise.all(
      engines.map(async (engine) => {
        const joined = await engine.settleSpellings('text', { capitals: true, smallLetters: true, unusual: true, foreign: true });
        const key = call('join', call('key', { kind: 'normalForm', column: 'text' }));
        const rows = await engine.ask({
          rows: select(source, ['n', n], ['form', { kind: 'normalForm', column: 'text' }], ['key', key]),
        });
        return { joined, rows: inOrder(rows) };
      }),
    ).then(([near, far]) => {
      expect(far).toEqual(near);
      return [near];
    });
    expect(spelled.rows.slice(0, texts.length).map(([, form]) => form ?? '')).toEqual(texts.map(normalForm));
  });
});

/** A character beyond ASCII that is no half of another, no line end to a reader of CSV, and no NUL. */
function assigned(bits: number): number {
  const code = 0x80 + (bits % (0x1f000 - 0x80));
  return (code >= 0xd800 && code < 0xe000) || code === 0xfeff ? 0x17e : code;
}
