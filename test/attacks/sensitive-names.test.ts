import { expect, it } from 'vitest';
import { csvOf, inPlace, make, refusal } from './attack.ts';

/** Salaries to the cent are a name for each person; each city has twenty. */
const days = csvOf(
  Array.from({ length: 60 }, (_, i) => ({
    ID: `p${i}`,
    H1: i,
    H2: 2 * i,
    H3: 90 - i,
    Salary: 2000.01 + 37 * i,
    City: `c${i % 3}`,
  })),
);
const files = { 'days.csv': days };
const common = 'days.csv --subject ID --series H1..H3 -k 5 --segments 3 --release public';

for (const more of [
  '',
  '--l 2',
  '--format parquet',
  '--shape long',
  '--method kapra -p 2',
  '--method prism --effort fast',
  '--max-unicity 0.99',
])
  refusal(`everybody by an exact salary that is called sensitive, ${more || 'as it stands'}`, {
    files,
    run: `${common} --sensitive Salary --drop City ${more}`,
    code: 'output/kept-columns',
    exit: 8,
  });

/** A flat that two share is no crowd, nor are two columns that name together what neither names alone. */
const pairs = csvOf(Array.from({ length: 60 }, (_, i) => ({ ID: `p${i}`, H1: i, H2: 2 * i, Flat: i >> 1, X: i % 8, Y: i >> 3 })));
const paired = { files: { 'days.csv': pairs }, code: 'output/kept-columns' };
const run = 'days.csv --subject ID --series H1..H2 -k 5 --segments 2 --release public';
refusal('couples by the number of their flat', { ...paired, run: `${run} --sensitive Flat --drop X,Y` });
refusal('persons by two columns together', { ...paired, run: `${run} --sensitive X,Y --drop Flat` });

it('publishes what a crowd shares, and says beforehand of a column that it names people', () =>
  inPlace(async (place) => {
    expect((await make(place, { files, run: `${common} --sensitive City --drop Salary` })).code).toBe(0);
    const words = ['days.csv', '--subject', 'ID', '--series', 'H1..H3', '--segments', '3', '--sensitive', 'Salary,City'];
    const { stdout } = await place.call(['plan', ...words]);
    expect(stdout).toContain('"Salary" is published unchanged');
    expect(stdout).not.toContain('"City" is published unchanged');
    expect((await place.call(['inspect', 'days.csv'])).stdout).toMatch(/Salary .*as good as a name/);
  }));
