import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { normalForm as makersForm, valueForm as makersValue } from '../../src/frame/normal-form.ts';
import { normalForm, valueForm } from '../../src/verify/normal-form.ts';
import { anyCharacter } from '../any-character.ts';
import { draws } from '../suite/draws.ts';
import { attack, csvOf, forgery, inPlace, refusal } from './attack.ts';
import { recordsOf } from './records-of.ts';

/** One id in seven spellings that a person would read as the same. */
const spellings: readonly ((id: string) => string)[] = [
  (id) => id,
  (id) => id.toUpperCase(),
  (id) => `${id} `,
  (id) => `\u00a0${id}`,
  (id) => id.replaceAll(/[a-z]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)),
  (id) => `${id.slice(0, 1)}\u200b${id.slice(1)}`,
  (id) => `\t${id.slice(0, 2)}\u00ad${id.slice(2)}`,
];
const spelt = (id: string, n: number) => spellings[n % spellings.length](id);

const log = (people: number, perPerson: number, spell = spelt) =>
  Array.from({ length: people * perPerson }, (_, i) => {
    const [person, nth] = [i % people, Math.floor(i / people)];
    return { id: spell(`ana-${person}`, person + nth), at: `2024-03-0${1 + (nth % 3)}T10:00:00`, code: `e${nth % 2}` };
  });
const ofLog = 'log.csv --method events --subject id --time at --event code --quasi event,weekday --flatten none --unmapped other';

const tolls = (people: number, perPerson: number, spell = spelt) =>
  Array.from({ length: people * perPerson }, (_, i) => ({
    car: spell(`car-${i % people}`, i + Math.floor(i / people)),
    section: `G50${10 + (i % 4)}`,
    at: `2024-03-01T0${i % 8}:00:00`,
    toll: 1 + (i % 5),
  }));
const ofTolls = 'tolls.csv --method kaca --subject car --quasi section:prefix,at:time';

for (const more of ['', '--pseudonym drop', '--pseudonym rotate:week', '--release public --pseudonym drop'])
  refusal(`two patients as six subjects: ${more || 'random ids'}`, {
    files: { 'log.csv': csvOf(log(2, 21)) },
    run: `${ofLog} -k 6 ${more}`,
    code: 'policy/k-too-large',
    exit: 4,
  });

refusal('two cars as six', {
  files: { 'tolls.csv': csvOf(tolls(2, 21)) },
  run: `${ofTolls} --aggregate count,avg:toll -k 6`,
  code: 'policy/k-too-large',
  exit: 4,
});

const days = Array.from({ length: 12 }, (_, i) => ({ ID: `p-${i}`, H1: i, H2: 2 * i, H3: 30 - i }));
for (const method of ['naive', 'kapra', 'prism'])
  refusal(`one person's two rows as two persons' curves: ${method}`, {
    files: { 'days.csv': csvOf([...days, { ID: spelt('p-0', 4), H1: 1, H2: 1, H3: 1 }]) },
    run: `days.csv --method ${method} --subject ID --series H1..H3 -k 5 --segments 3`,
    code: 'input/repeated-subject',
    exit: 3,
  });

refusal('an instant of one person as that of two', {
  files: { 'long.csv': csvOf(days.flatMap(({ ID, H1 }) => [ID, spelt(ID, 3)].map((id) => ({ id, t: 1, v: H1 })))) },
  run: 'long.csv --long id,t,v -k 4 --segments 1',
  code: 'input/repeated-instant',
  exit: 3,
});

refusal('a row of nobody as a subject called by a blank', {
  files: { 'log.csv': csvOf([...log(12, 3), { id: '\u00a0\u200b', at: '2024-03-01T10:00:00', code: 'e0' }]) },
  run: `${ofLog} -k 4`,
  code: 'input/empty-subject',
  exit: 3,
});

/** Distinct persons behind each combination of the other columns, by their normal form. */
const fewest = (rows: readonly Readonly<Record<string, string>>[], subject: string): number => {
  const who = new Map<string, Set<string>>();
  for (const { [subject]: id, ...rest } of rows) {
    const key = JSON.stringify(rest);
    who.set(key, (who.get(key) ?? new Set()).add(normalForm(id)));
  }
  return Math.min(...[...who.values()].map(({ size }) => size));
};

attack('a combination of fewer persons than k, one of them spelt in many ways', {
  files: { 'log.csv': csvOf(log(9, 8)) },
  run: `${ofLog} -k 4 --pseudonym keep`,
  attacker: ({ rows }) => ({ enough: fewest(rows, 'id') >= 4, ids: new Set(rows.map(({ id }) => id)).size }),
  learns: { enough: true, ids: 9 },
});

attack('how many ids were spelt differently', {
  files: { 'log.csv': csvOf(log(30, 8)) },
  run: `${ofLog} -k 4 --release public --pseudonym drop`,
  attacker: ({ text }) =>
    [text('manifest.json'), text('report.json'), text('report.html')].join().match(/joined|(?<![\da-f])180(?![\da-f])/gi) ?? [], // hashes hold any digits
  learns: [],
});

const nobody = ' \u00a0';
const asWritten: Readonly<Record<string, readonly [rows: readonly object[], words: string]>> = {
  events: [[...log(3, 3, (id) => id), { id: nobody, at: '2024-03-01T10:00:00', code: 'e0' }], `${ofLog} -k 3`],
  table: [
    [...tolls(3, 4, (id) => id), { car: nobody, section: 'G5010', at: '2024-03-01T00:00:00', toll: 1 }],
    `${ofTolls} --sensitive toll -k 3`,
  ],
  series: [[...days, { ID: nobody, H1: 1, H2: 1, H3: 1 }], 'days.csv --subject ID --series H1..H3 -k 4 --segments 3'],
  'a long table': [
    [...days, { ID: nobody, H1: 1 }].map(({ ID, H1 }) => ({ id: ID, t: 1, v: H1 })),
    'long.csv --long id,t,v -k 4 --segments 1',
  ],
};
for (const [family, [rows, words]] of Object.entries(asWritten))
  refusal(`a crowd of k with nobody in it, where ids count as they are written: ${family}`, {
    files: { [words.split(' ')[0]]: csvOf(rows as readonly Record<string, string>[]) },
    run: `${words} --subject-spelling exact`,
    code: 'input/empty-subject',
    exit: 3,
  });

it('takes no good release for a forged one: members of a second party that count as they are written, beside the original', () =>
  inPlace(async (place) => {
    const rows = log(4, 4, (id) => id).map((row, i) => ({ ...row, nurse: ['ana', ' ana', 'ana ', nobody][i % 4] }));
    writeFileSync(place.path('log.csv'), csvOf(rows));
    const words = `run ${ofLog} -k 3 --also-protect nurse --subject-spelling exact --out out`;
    expect(await place.call(words.split(' '))).toMatchObject({ code: 0 });
    expect(await place.call(['verify', 'out', '--original', 'log.csv'])).toMatchObject({ code: 0 });
    expect(await place.call(words.replace('-k 3', '-k 4 --force').split(' '))).toMatchObject({ code: 4 }); // nobody is none of them
  }));

forgery('one person as two under an id that differs by a blank', {
  files: { 'log.csv': csvOf(log(9, 8, (id) => id)) },
  run: `${ofLog} -k 9 --pseudonym keep`,
  forge: (folder) => {
    const file = `${folder}/anonymized_events.csv`;
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('ana-0;', 'ANA-1 ;'));
  },
  breach: 'small-combination',
});

forgery('two spellings of one person as two curves, to whoever has the original', {
  files: { 'days.csv': csvOf([...days, { ID: spelt('p-0', 4), H1: 1, H2: 1, H3: 1 }]) },
  run: 'days.csv --subject ID --series H1..H3 -k 4 --segments 3 --subject-spelling exact',
  forge: (folder, change) => {
    for (const name of ['report.json', 'report.html']) rmSync(`${folder}/${name}`);
    change((manifest) => {
      delete manifest.subjectSpelling;
      manifest.files = manifest.files.filter(({ name }) => !name.startsWith('report.'));
    });
  },
  original: 'days.csv',
  breach: 'repeated-subject',
});

it('counts persons, not spellings, in every family, and proves it against the original', () =>
  inPlace(async (place) => {
    const cases = [
      ['log.csv', csvOf(log(40, 9)), `${ofLog} -k 5 --pseudonym drop`, 40, 'input'],
      ['tolls.csv', csvOf(tolls(40, 6)), `${ofTolls} -k 5 --sensitive toll`, 40, '--original'],
      ['tolls.csv', csvOf(tolls(40, 6)), `${ofTolls} -k 5 --aggregate count,avg:toll --format parquet`, 40, '--original'],
      [
        'long.csv',
        csvOf(days.flatMap(({ ID, H1, H2 }) => [H1, H2].map((v, t) => ({ id: spelt(ID, 3 * t + 1), t, v })))),
        'long.csv --method prism --effort fast --long id,t,v -k 4 --segments 2',
        12,
        '--original',
      ],
    ] as const;
    for (const [name, text, words, people, original] of cases) {
      writeFileSync(place.path(name), text);
      const made = await place.call(['run', ...words.split(' '), '--out', 'out', '--force', '--json']);
      expect(made.code, made.stderr).toBe(0);
      const { input, advice } = JSON.parse(made.stdout);
      expect(input.subjects).toBe(people);
      expect(input.joinedIds).toBeGreaterThan(0);
      expect(advice.join()).toContain('--subject-spelling exact');
      expect(made.stderr).toContain('another spelling');
      const proved = await place.call(['verify', 'out', ...(original === 'input' ? [] : ['--original', name])]);
      expect(proved.code, proved.stderr).toBe(0);
      const planned = await place.call(['plan', ...words.split(' '), '--json']);
      expect(JSON.parse(planned.stdout).input).toMatchObject({ rows: input.rows, subjects: people, joinedIds: input.joinedIds });
    }
  }));

it('keeps spellings apart where told to, and says so in all that leaves', () =>
  inPlace(async (place) => {
    writeFileSync(place.path('log.csv'), csvOf(log(2, 21)));
    for (const lang of ['en', 'it', 'sl', 'zh']) {
      const words = `${ofLog} -k 6 --pseudonym keep --subject-spelling exact --lang ${lang} --out out --force --json`;
      const made = await place.call(['run', ...words.split(' ')]);
      expect(made.code, made.stderr).toBe(0);
      expect(JSON.parse(made.stdout)).toMatchObject({ subjectSpelling: 'exact', input: { subjects: 14 } });
      expect(JSON.parse(place.read('out', 'manifest.json')).subjectSpelling).toBe('exact');
      expect(JSON.parse(place.read('out', 'report.json')).subjectSpelling).toBe('exact');
      expect((await place.call(['verify', 'out'])).code).toBe(0);
    }
    expect(new Set(recordsOf(place.read('out', 'anonymized_events.csv'), ';').map(({ id }) => id)).size).toBe(14);
  }));

it('says in inspect how many ids are another spelling, and counts persons', () =>
  inPlace(async (place) => {
    writeFileSync(place.path('log.csv'), csvOf(log(20, 14)));
    const found = JSON.parse((await place.call(['inspect', 'log.csv', '--json'])).stdout);
    expect(found).toMatchObject({ joinedIds: 120, standing: { subjects: 20 } });
  }));

it('releases the same bytes however ids are spelt', () =>
  inPlace(async (place) => {
    const families = [
      ['log.csv', log(12, 6, (id) => id), `${ofLog} -k 4 --pseudonym drop`, 'id', 'anonymized_events.csv'],
      ['tolls.csv', tolls(12, 4, (id) => id), `${ofTolls} -k 4 --aggregate count,avg:toll`, 'car', 'kaca_anonymized.csv'],
    ] as const;
    for (const [name, records, words, subject, file] of families) {
      const releaseOf = async (written: readonly Readonly<Record<string, string | number>>[]) => {
        writeFileSync(place.path(name), csvOf(written));
        const made = await place.call(['run', ...words.split(' '), '--seed', '7', '--out', 'out', '--force']);
        expect(made.code, made.stderr).toBe(0);
        return place.read('out', file);
      };
      const owed = await releaseOf(records);
      await fc.assert(
        fc.asyncProperty(fc.array(fc.nat(6), { minLength: records.length, maxLength: records.length }), async (how) => {
          const respell = (cell: string | number, name: string, n: number) => (name === subject ? spelt(String(cell), n) : cell);
          const respelt = records.map((record, i) =>
            Object.fromEntries(Object.entries(record).map(([column, cell]) => [column, respell(cell, column, how[i])])),
          );
          expect(await releaseOf(respelt)).toBe(owed);
        }),
        { numRuns: draws(2) },
      );
    }
  }));

/** Text with what spells it differently, from all of Unicode. */
const anyText = fc.string({
  unit: fc.oneof(fc.constantFrom(...'aAiIİıßẞΣςσſKﬁ \t\u00a0\u200b\u00ad\u0307\u0323'), anyCharacter),
});

it('takes no other spelling of a text for another text, in makers and judges alike', () => {
  fc.assert(
    fc.property(anyText, fc.nat(6), (text, n) => {
      const form = normalForm(text);
      expect(makersForm(text)).toBe(form);
      expect(normalForm(form)).toBe(form);
      for (const other of [text.toLowerCase(), text.toUpperCase(), ` ${text}\u00a0`, text.normalize('NFKD'), spelt(text, n)])
        expect(normalForm(other)).toBe(form);
      expect(makersValue(text)).toBe(valueForm(text));
    }),
    { numRuns: draws(2000) },
  );
});

it('takes numbers that differ in idle zeros or a plus sign for one value, and other numbers for others', () => {
  for (const of of [valueForm, makersValue]) {
    expect(new Set(['1', '+1', '01', '1.0', ' 1. ', '１'].map(of)).size).toBe(1);
    expect(new Set(['0', '-0', '0.0', '+.0'].map(of)).size).toBe(1);
    expect(new Set(['1', '-1', '10', '0.1', '1e1', '', '.', 'x1'].map(of)).size).toBe(8);
  }
});
