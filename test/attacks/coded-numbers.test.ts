import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { forgery, type Given, inPlace, make } from './attack.ts';

const ages = [...Array.from({ length: 40 }, (_, i) => 14 + 2 * i), 97, 99, 101, 108];
const people = ['age,town', ...ages.map((age, i) => `${age},${i % 2 === 0 ? 'Koper' : 'Trst'}`)].join('\n');
const coded = (more = '', top = 'age: 80'): Given => ({
  files: { 'people.csv': people, 'coded.yaml': `family: table\ntop: { ${top} }\nbottom: { age: 18 }\n` },
  run: `people.csv --policy coded.yaml --subject row --quasi age:number,town:category -k 2 --seed 1 ${more}`,
});

it.each(['local', 'hierarchy'])('numbers beyond the top and the bottom are told apart nowhere, and truly: %s', (method) =>
  inPlace(async (place) => {
    const made = await make(place, coded(`--method ${method}`));
    expect(made.code, made.stderr).toBe(0);
    expect((await place.call(['verify', 'release', '--original', 'people.csv'])).code).toBe(0);
    const [, ...rows] = readFileSync(place.path('release/kaca_anonymized.csv'), 'utf8').trimEnd().split('\n');
    const labels = rows.map((row) => row.slice(0, row.lastIndexOf(',')));
    for (const sign of ['>= ', '<= ']) expect(labels.some((label) => label.startsWith(sign))).toBe(true);
    for (const [bound] of labels.join().matchAll(/\d+/g)) expect(Number(bound) >= 18 && Number(bound) <= 80).toBe(true);
  }),
);

it.each(['top', 'bottom'])(
  'the %s alone is enough, also of numbers below zero, and a group that lies beyond it says no more',
  (end) =>
    inPlace(async (place) => {
      const sign = end === 'top' ? 1 : -1;
      const depths = [-3, -2, -1, 0, 1, 2, 3, 4].flatMap((depth) => [depth, depth + 0.25]).concat(8, 8, 9, 9.5);
      const files = {
        'depths.csv': ['depth', ...depths.map((depth) => sign * depth)].join('\n'),
        'coded.yaml': `family: table\n${end}: { depth: ${sign * 4} }\n`,
      };
      const made = await make(place, {
        files,
        run: 'depths.csv --policy coded.yaml --subject row --quasi depth:number -k 3 --seed 1',
      });
      expect(made.code, made.stderr).toBe(0);
      expect((await place.call(['verify', 'release', '--original', 'depths.csv'])).code).toBe(0);
      const [, ...labels] = readFileSync(place.path('release/kaca_anonymized.csv'), 'utf8').trimEnd().split('\n');
      const open = labels.filter((label) => label.startsWith(end === 'top' ? '>= ' : '<= '));
      expect(open.length).toBeGreaterThanOrEqual(4);
      for (const label of open) expect(sign * Number(label.slice(3))).toBeLessThanOrEqual(4);
    }),
);

it('an open label with a minus is no interval: a group that reaches the top from far below holds', () =>
  inPlace(async (place) => {
    const files = { 'few.csv': 'size\n-6\n11\n', 'coded.yaml': 'family: table\ntop: { size: 5 }\n' };
    const made = await make(place, { files, run: 'few.csv --policy coded.yaml --subject row --quasi size:number -k 2 --seed 1' });
    expect(made.code, made.stderr).toBe(0);
    expect(readFileSync(place.path('release/kaca_anonymized.csv'), 'utf8')).toBe('size\n>= -6\n>= -6\n');
  }));

it('a top of what is no number, and one below the bottom, are refused', () =>
  inPlace(async (place) => {
    for (const top of ['town: 3', 'age: 10']) expect((await make(place, coded('', top))).stderr).toContain('policy/bad-value');
  }));

/** One label of the release, wherever it stands, becomes another. */
const relabel = (found: RegExp, label: string) => (folder: string) => {
  const first = found.exec(readFileSync(join(folder, 'kaca_anonymized.csv'), 'utf8'))?.[0] ?? '';
  for (const name of ['kaca_anonymized.csv', 'internal/evidence.csv']) {
    const path = join(folder, name);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(`${first},`, `${label},`));
  }
};

const all = { ...coded(), original: 'people.csv' };
forgery('a bound above the top', { ...all, forge: relabel(/>= \d+/, '>= 81'), breach: 'beyond-coding' });
forgery('an interval above the top', { ...all, forge: relabel(/\[\d+-\d+\]/, '[20-96]'), breach: 'beyond-coding' });
forgery('an open label that leaves out a member', { ...all, forge: relabel(/<= \d+/, '>= 79'), breach: 'false-label' });
forgery('a top that the column has not', {
  ...all,
  forge: (_, change) =>
    change(({ columns }) => {
      columns[1].top = 5;
    }),
  breach: 'unfit-kind',
});
