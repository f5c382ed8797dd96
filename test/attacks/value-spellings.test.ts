import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { attack, csvOf, forgery, inPlace, refusal } from './attack.ts';

/** Days of people who all have one diagnosis, written in many ways, or left out. */
const days = (notes: readonly string[], people = 40) =>
  Array.from({ length: people }, (_, i) => ({
    ID: `p${i}`,
    H1: i % 7,
    H2: (3 * i) % 11,
    H3: (5 * i) % 13,
    Note: notes[i % notes.length],
  }));
const run = 'days.csv --subject ID --series H1..H3 --sensitive Note -k 5 -p 2 --segments 3 --l 2';
const one = ['HIV', 'hiv', 'HIV ', '', '\u00a0Hiv', 'ＨＩＶ', 'H\u00adIV'];

for (const method of ['naive', 'kapra', 'prism'])
  refusal(`the diagnosis of everybody, as many values of one: ${method}`, {
    files: { 'days.csv': csvOf(days(one)) },
    run: `${run} --method ${method}`,
    code: 'policy/l-too-large',
    exit: 4,
  });

refusal('the weight of everybody, as 1, 1.0 and +01', {
  files: { 'days.csv': csvOf(days(['1', '1.0', '+01', '１.'])) },
  run,
  code: 'policy/l-too-large',
  exit: 4,
});

/** Values of a class by what a person reads; a plain count of its own. */
const plain = (note: string) =>
  note
    .normalize('NFKC')
    .replace(/[\s\u00ad]+/g, '')
    .toLowerCase();

for (const more of [
  '--method naive',
  '--method kapra',
  '--method prism --effort fast',
  '--method prism --effort fast --shape long',
  '--method naive --intervals columns',
])
  attack(`the diagnosis of a class in which it is only spelt differently: ${more}`, {
    files: { 'days.csv': csvOf(days([...one, ...one, 'flu', 'Flu ', ''], 90)) },
    run: `${run} ${more}`,
    attacker: ({ rows }) => {
      const classes = new Map<string, Set<string>>();
      for (const { GroupID, Pattern, Level, Note } of rows) {
        const key = JSON.stringify([GroupID, Pattern, Level]);
        classes.set(key, (classes.get(key) ?? new Set()).add(plain(Note)));
      }
      return [...classes.values()].filter((values) => [...values].filter((value) => value !== '').length < 2).length;
    },
    learns: 0,
  });

for (const [says, note] of [
  ['another spelling', 'FLU '],
  ['nothing', ''],
] as const)
  forgery(`a class of one value and ${says}`, {
    files: { 'days.csv': csvOf(days(['flu', 'cold'])) },
    run: `${run} --method naive`,
    forge: (folder) => {
      const file = `${folder}/naive_anonymized.csv`;
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll(',cold,', `,${note},`));
    },
    breach: 'few-values',
  });

it('counts as homogeneous what only spelling or an empty cell tells apart', () =>
  inPlace(async (place) => {
    const words = '--subject ID --series H1..H3 --sensitive Note -k 5 --segments 3 --json --force --out out'.split(' ');
    const tolls = days(one).map(({ ID, H1, Note }) => ({ ID, section: `G5010${H1}`, Note }));
    writeFileSync(place.path('days.csv'), csvOf(days(one)));
    writeFileSync(place.path('tolls.csv'), csvOf(tolls));
    const series = await place.call(['run', 'days.csv', ...words]);
    expect(JSON.parse(series.stdout).measure.homogeneity, series.stderr).toBe(1);
    const table = await place.call(
      'run tolls.csv --method kaca --subject ID --quasi section:prefix --sensitive Note -k 5 --json --force --out out'.split(' '),
    );
    expect(JSON.parse(table.stdout).measure.homogeneity, table.stderr).toEqual({ Note: 1 });
  }));

it('says in plan what run says of l', () =>
  inPlace(async (place) => {
    writeFileSync(place.path('days.csv'), csvOf(days(one)));
    const planned = await place.call(['plan', ...run.split(' ')]);
    expect(planned.stderr).toContain('policy/l-too-large');
    expect(planned.code).toBe(4);
  }));

/** What people bought, 30 of them, as `spell` writes it. */
const bought = (spell: (i: number) => string) =>
  csvOf(Array.from({ length: 90 }, (_, i) => ({ who: `p${i % 30}`, item: spell(i), paid: 1 + (i % 9) })));
const added = 'bought.csv --method kaca --subject who -k 5 --aggregate count,avg:paid';

for (const [kind, spell] of [
  ['category', (i: number) => ['Milk', 'milk', 'tea', 'rice'][i % 4]],
  ['category', (i: number) => ['tea', 'tea\u00a0', 'rice', 'ｔｅａ'][i % 4]],
  ['prefix', (i: number) => ['G501', 'g502', 'S110', 'S120'][i % 4]],
] as const)
  refusal(`how many of one label are spelt which way, as rows of their own: ${kind} ${spell(1).normalize('NFKC').trim()}`, {
    files: { 'bought.csv': bought(spell) },
    run: `${added} --quasi item:${kind}`,
    code: 'input/spelt-twice',
    exit: 3,
  });

it('says in plan what run says of values spelt twice, and names none of them', () =>
  inPlace(async (place) => {
    writeFileSync(
      place.path('bought.csv'),
      bought((i) => ['Milk', 'milk', 'tea'][i % 3]),
    );
    for (const command of ['plan', 'run']) {
      const { code, stderr } = await place.call([command, ...added.split(' '), '--quasi', 'item:category', '--out', 'out']);
      expect([code, stderr.includes('input/spelt-twice'), /milk/i.test(stderr)]).toEqual([3, true, false]);
    }
    const records = ['--quasi', 'item:category', '--sensitive', 'paid', '--out', 'out'];
    const made = await place.call(['run', ...added.split(' ').slice(0, -2), ...records]);
    expect(made.code, made.stderr).toBe(0);
  }));

it('names of a hierarchy that differ in spelling alone are refused too', () =>
  inPlace(async (place) => {
    writeFileSync(
      place.path('bought.csv'),
      bought((i) => `item-${i % 30}`),
    );
    const lines = Array.from({ length: 30 }, (_, i) => `item-${i};${i < 15 ? 'Food' : 'food'};all`);
    writeFileSync(place.path('items.csv'), `${lines.join('\n')}\n`);
    const words = [
      ...added.split(' '),
      '--quasi',
      'item:category',
      '--hierarchy',
      'item=items.csv',
      '--seed',
      '1',
      '--out',
      'out',
    ];
    const { code, stderr } = await place.call(['run', ...words]);
    expect([code, stderr.includes('input/spelt-twice')], stderr).toEqual([3, true]);
  }));

attack('a breach where codes have a blank inside', {
  files: { 'bought.csv': bought((i) => ['SW1A 1AA', 'SW1A 1AB', 'SW1A 2AA', 'SW1B 1AA', 'SW1A'][i % 5]) },
  run: `${added} --quasi item:prefix --labels en`,
  attacker: ({ rows }) => rows.length - new Set(rows.map((row) => plain(JSON.stringify(row)))).size,
  learns: 0,
});
