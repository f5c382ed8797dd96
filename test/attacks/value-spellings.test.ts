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
  '--method prism',
  '--method prism --shape long',
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
