import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate, releasedRows, run, type TableInput, verify } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomFrom, shuffle } from '../../src/base/random.ts';
import { workbookOf } from '../formats/workbooks.ts';
import { changeManifestOf, seal } from '../verify/written-release.ts';

let home = '';
const at = (name: string) => join(home, name);
const noise = { most: 3, variance: 2 };

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'shoal-noise-'));
  expect(await generate('tolls', { rows: 1200, seed: 4, out: at('tolls.csv') })).toMatchObject({ ok: true });
  writeFileSync(at('noise.key'), '7c0a91e5d3b84f26aa1837e09bd45c62\n');
  writeFileSync(at('other.key'), '1b6f4de08c2973a5f7e12d90ab38c456\n');
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

async function released(name: string, given: Partial<TableInput> = {}): Promise<string> {
  const made = await run({
    ...{ family: 'table', subject: 'vehicle_id', quasi: 'section_id:prefix,exit_time:hour', aggregate: 'count', seed: 1 },
    ...{ noise, noiseKey: at('noise.key'), input: at('tolls.csv') },
    ...given,
    out: at(name),
  } as TableInput);
  expect(made.ok ? [] : made.problems).toEqual([]);
  return at(name);
}

const linesOf = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n');

/** The subjects behind each row, counted by plain code from the evidence: labels to ids. */
function behind(folder: string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const line of linesOf(join(folder, 'internal', 'evidence.csv')).slice(1)) {
    const [section, hour, subject] = line.split(',');
    const key = `${section},${hour}`;
    found.set(key, (found.get(key) ?? new Set()).add(subject));
  }
  return found;
}

const toldIn = (folder: string): ReadonlyMap<string, number> =>
  new Map(
    linesOf(join(folder, 'kaca_anonymized.csv'))
      .slice(1)
      .map((line) => [line.split(',').slice(0, 2).join(','), Number(line.split(',')[2])]),
  );

const codesOf = async (folder: string, noiseKey?: string) => {
  const verdict = await verify(folder, { noiseKey });
  return verdict.ok ? verdict.value.breaches.map(({ kind }) => kind) : verdict.problems.map(({ code }) => code);
};

describe('a release with noise on its counts', () => {
  it('tells counts of k and more, each within the bounds of the true one, and says so in manifest and report', async () => {
    const folder = await released('plain', { release: 'public', seed: undefined });
    const told = toldIn(folder);
    const subjects = behind(folder);
    expect(told.size).toBe(subjects.size);
    const differences = [...told].map(([labels, count]) => count - (subjects.get(labels)?.size ?? Number.NaN));
    expect(Math.max(...differences.map(Math.abs))).toBeLessThanOrEqual(3);
    expect(new Set(differences).size).toBeGreaterThan(3);
    expect(Math.min(...told.values())).toBeGreaterThanOrEqual(5);
    expect(Math.min(...[...subjects.values()].map(({ size }) => size))).toBeGreaterThanOrEqual(8);
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
    expect(manifest.noise).toEqual(noise);
    const page = readFileSync(join(folder, 'report.html'), 'utf8');
    expect(page).toContain('variance of 2');
    expect(page).not.toContain('The true answer lies between'); // nobody can say
    const everything = ['manifest.json', 'report.json', 'report.html'].map((file) => readFileSync(join(folder, file), 'utf8'));
    for (const text of everything) expect(text).not.toMatch(/7c0a91e5|noise\.key/);
  });

  it('is proved from its bytes, from its evidence, and count by count with its key', async () => {
    const folder = await released('proved');
    const proofs = async (options: Parameters<typeof verify>[1]) => {
      const verdict = await verify(folder, options);
      return verdict.ok && verdict.value.holds ? verdict.value.checks.find((check) => check.startsWith('noise')) : verdict;
    };
    expect(await proofs({})).toMatch(/so near to its subjects$/);
    expect(await proofs({ noiseKey: at('noise.key'), original: { file: at('tolls.csv') } })).toMatch(
      /key makes of its subjects$/,
    );
    expect(await codesOf(folder, at('other.key'))).toEqual(['wrong-noise']);
    expect(await codesOf(folder, at('no.key'))).toEqual(['policy/bad-noise-key']);
    rmSync(join(folder, 'internal'), { recursive: true });
    expect(await proofs({})).toMatch(/cannot be seen/);
    expect(await codesOf(folder, at('noise.key'))).toEqual(['verify/no-noise']);
  });

  it('is the same on one thread and on several, and in whatever order and spelling the records come', async () => {
    const one = await released('one', { threads: 1 });
    const two = await released('two', { threads: 2 });
    expect(readFileSync(join(two, 'kaca_anonymized.csv'))).toEqual(readFileSync(join(one, 'kaca_anonymized.csv')));
    const [header, ...lines] = linesOf(at('tolls.csv'));
    const order = shuffle(
      Uint32Array.from(lines, (_, i) => i),
      randomFrom('order'),
    );
    const spelt = [...order].map((i) => lines[i].replace(/^T/, i % 2 === 0 ? 't' : ' T'));
    writeFileSync(at('again.csv'), [header, ...spelt].join('\n'));
    const again = await released('again', { input: at('again.csv') });
    expect([...toldIn(again)].sort()).toEqual([...toldIn(one)].sort());
  });

  it('is the same where numbers that are ids come in a column of doubles', async () => {
    const [header, ...rows] = linesOf(at('tolls.csv'));
    const told = ['', '.0', '.00'].map(async (end, i) => {
      writeFileSync(at(`typed-${i}.csv`), [header, ...rows.map((row) => row.replace(/^T(\d+)/, `$1${end}`)), ''].join('\n'));
      const folder = await released(`typed-${i}`, { input: at(`typed-${i}.csv`) });
      expect(await codesOf(folder, at('noise.key'))).toEqual([]);
      return toldIn(folder);
    });
    const [whole, ...others] = await Promise.all(told);
    for (const other of others) expect(other).toEqual(whole);
  });

  it('has the same noise for the same subjects in another table, and for none of them a second try', async () => {
    const groups = Array.from({ length: 30 }, (_, g) => Array.from({ length: 10 + (g % 5) }, (_, i) => `p${g}-${i}`));
    const rowsBy = (label: (g: number) => string) => groups.flatMap((ids, g) => ids.map((id) => `${id},${label(g)}`));
    writeFileSync(at('street.csv'), ['who,place', ...rowsBy((g) => `street ${g}`)].join('\n'));
    writeFileSync(at('school.csv'), ['who,place', ...rowsBy((g) => `school ${99 - g}`)].join('\n'));
    const by = async (name: string, k: number) => {
      const own = { subject: 'who', quasi: 'place:category', method: 'hierarchy', k, input: at(`${name}.csv`) } as const;
      const rows = await releasedRows(await released(`${name}-${k}`, own));
      expect(rows).toHaveLength(30);
      return rows.map(({ count }) => count).sort();
    };
    const street = await by('street', 5);
    expect(await by('school', 5)).toEqual(street);
    expect(await by('street', 7)).toEqual(street);
  });

  it('is refused with another count within the bounds, however well it is forged, by whoever has the key', async () => {
    const folder = await released('forged');
    const forge = (name: string, change: (count: number) => number) => {
      cpSync(folder, at(name), { recursive: true });
      const path = join(at(name), 'kaca_anonymized.csv');
      const [header, first, ...rest] = linesOf(path);
      const cells = first.split(',');
      writeFileSync(path, `${[header, [...cells.slice(0, -1), change(Number(cells.at(-1)))].join(','), ...rest].join('\n')}\n`);
      for (const report of ['report.json', 'report.html']) rmSync(join(at(name), report)); // they tell of the true counts
      changeManifestOf(
        at(name),
        (manifest) => void (manifest.files = manifest.files.filter((one) => !one.name.startsWith('report'))),
      );
      seal(at(name));
      return at(name);
    };
    const [labels, told] = [...toldIn(folder)][0];
    const size = behind(folder).get(labels)?.size ?? 0;
    const near = forge('near', () => (told === size ? size + 1 : size));
    expect(await codesOf(near, at('noise.key'))).toEqual(['wrong-noise']);
    expect(await codesOf(near)).toEqual([]);
    expect(await codesOf(forge('far', () => size + 4))).toEqual(['far-count']);
  });

  it.each([
    { format: 'parquet', partRows: 100 },
    { format: 'arrow' },
    { gates: { linkage: 0.9 }, release: 'partner', seed: undefined },
  ] as const)('is the same from a workbook and in every format, and a ledger knows its people: %j', async (more) => {
    const [header, ...rows] = linesOf(at('tolls.csv')).map((line) => line.split(','));
    const numbered = rows.map(([vehicle, ...others]) => [Number(vehicle.slice(1)), ...others]);
    writeFileSync(at('tolls.xlsx'), workbookOf([{ name: 'exits', rows: [header, ...numbered] }]));
    writeFileSync(at('numbered.csv'), [header, ...numbered].map((row) => row.join()).join('\n'));
    const ledger = { file: at(`${JSON.stringify(more)}.ledger`.replaceAll(/[^a-z.]/g, '')) };
    const enter = async (input: string, given: object) => {
      const policy = {
        ...{ family: 'table', subject: 'vehicle_id', quasi: 'section_id:prefix,exit_time:hour', aggregate: 'count', seed: 1 },
        ...given,
      };
      rmSync(at('entered'), { recursive: true, force: true });
      const made = await run(
        { ...policy, noise, noiseKey: at('noise.key'), input: at(input), out: at('entered') } as TableInput,
        { ledger },
      );
      return made.ok ? [] : made.problems.map(({ code }) => code);
    };
    expect(await enter('tolls.xlsx', more)).toEqual([]);
    expect(await codesOf(at('entered'), at('noise.key'))).toEqual([]);
    const rowsTold = async () => (await releasedRows(at('entered'))).map((row) => JSON.stringify(row)).sort();
    const told = await rowsTold();
    expect(await enter('numbered.csv', { seed: 1 })).toEqual([]); // the same people in the same groups
    expect(await rowsTold()).toEqual(told);
    expect(await enter('numbered.csv', { seed: 1, k: 9 })).toEqual(['ledger/crowd-below-k']);
  });

  it('is refused beside means, record by record, of rows without ids, without a key, and of too few', async () => {
    const codes = async (given: Partial<TableInput>) => {
      const made = await run({
        ...{ family: 'table', subject: 'vehicle_id', quasi: 'section_id:prefix', aggregate: 'count', noise: '3,2' },
        ...{ noiseKey: at('noise.key'), input: at('tolls.csv'), out: at('never') },
        ...given,
      } as TableInput);
      return made.ok ? [] : made.problems.map(({ code }) => code);
    };
    expect(await codes({ aggregate: 'count,avg:toll_money' })).toEqual(['policy/noise-unfit']);
    expect(await codes({ aggregate: [] })).toEqual(['policy/noise-unfit']);
    expect(await codes({ subject: 'row' })).toEqual(['policy/noise-unfit']);
    expect(await codes({ noise: undefined })).toEqual(['policy/noise-unfit']);
    expect(await codes({ noiseKey: undefined })).toEqual(['policy/bad-noise-key']);
    for (const bad of ['3', '3,0.1', '3,4.01', '0,1', '3,2.0001', '101,9', '-3,2', 'a,b'])
      expect([bad, await codes({ noise: bad })]).toEqual([bad, ['policy/bad-value']]);
    writeFileSync(at('few.csv'), ['vehicle_id,section_id', ...[1, 2, 3, 4, 5, 6].map((i) => `v${i},G1`)].join('\n'));
    expect(await codes({ input: at('few.csv') })).toEqual(['policy/noise-too-large']);
    expect(await codes({ input: at('few.csv'), noise: '1,0.5', out: at('few') })).toEqual([]);
  });
});
