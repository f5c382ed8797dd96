import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { verify } from 'shoal';
import { expect, it } from 'vitest';
import type { Place } from '../cli/shoal-process.ts';
import { csvOf, inPlace } from './attack.ts';

const days = csvOf(Array.from({ length: 24 }, (_, i) => ({ ID: `p${i}`, H1: i, H2: (7 * i) % 24, H3: 30 - i })));

async function released(place: Place): Promise<string> {
  place.write('days.csv', days);
  const made = await place.call('run days.csv --method naive --subject ID --series H1..H3 -k 4 --segments 3'.split(' '));
  expect(made.code, made.stderr).toBe(0);
  return place.path('release', 'naive_anonymized.csv');
}

/** The same release with wider bands for all but one group: another file that holds by itself, of the same size. */
const another = (file: string): string => readFileSync(file, 'utf8').replace(/^1,/gm, '9,');

const codesOf = (verdict: Awaited<ReturnType<typeof verify>>): readonly string[] =>
  verdict.ok ? [] : verdict.problems.map(({ code }) => code);

it('does not pass a file that took the place of another after that one was hashed', () =>
  inPlace(async (place) => {
    const file = await released(place);
    const other = place.write('other.csv', another(file));
    let swapped = false;
    const onProgress = ({ done }: { done: number }) => {
      if (done === 0 || swapped) return;
      renameSync(other, file); // what is open is read on; what is opened next is the other one
      swapped = true;
    };
    expect(codesOf(await verify(place.path('release'), { onProgress }))).toEqual(['verify/changed-meanwhile']);
  }));

it('does not pass a file that another took the place of only while it was judged', () =>
  inPlace(async (place) => {
    const file = await released(place);
    const other = place.write('other.csv', another(file));
    let swapped = false;
    const onProgress = ({ done, finished }: { done: number; finished?: boolean }) => {
      if (done > 0 && !swapped) {
        renameSync(file, place.path('hidden.csv'));
        renameSync(other, file);
        swapped = true;
      } else if (finished === true) renameSync(place.path('hidden.csv'), file);
    };
    expect(codesOf(await verify(place.path('release'), { onProgress }))).toEqual(['verify/changed-meanwhile']);
    expect(await verify(place.path('release'))).toMatchObject({ ok: true, value: { holds: true } });
  }));

it('does not prove a release by an original that changed while it was read', () =>
  inPlace(async (place) => {
    await released(place);
    let changed = false;
    const onProgress = () => {
      if (!changed) writeFileSync(place.path('days.csv'), days.replace('p1,', 'q1,'));
      changed = true;
    };
    const verdict = await verify(place.path('release'), { original: { file: place.path('days.csv') }, onProgress });
    expect(codesOf(verdict)).toEqual(['verify/changed-meanwhile']);
  }));
