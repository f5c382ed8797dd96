import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Exit } from '../../src/base/problem.ts';
import { openPlace, type Place } from './shoal-process.ts';

let place: Place;
beforeEach(async () => {
  place = openPlace();
  await place.call(['generate', 'work', '--rows', '60', '--seed', '1', '--out', 'work.csv']);
});
afterEach(() => place.remove());

const run = [
  'run',
  'work.csv',
  '--method',
  'naive',
  '--subject',
  'ID',
  '--series',
  'H1..H8',
  '--drop',
  'Name,Surname,Performance_SD',
];
const languageOf = (name: string): string | undefined => /<html lang="(\w+)">/.exec(place.read('release', name))?.[1];

describe('the language of a report', () => {
  it('is English unless a flag or the policy says otherwise', async () => {
    expect((await place.call(run)).code).toBe(Exit.done);
    expect(languageOf('report.html')).toBe('en');
    expect((await place.call([...run, '--force', '--lang', 'sl'])).code).toBe(Exit.done);
    expect([languageOf('report.html'), languageOf('internal/report.html')]).toEqual(['sl', 'sl']);
    place.write('shoal.yaml', 'lang: zh\n');
    expect((await place.call([...run, '--force'])).code).toBe(Exit.done);
    expect(languageOf('report.html')).toBe('zh');
  });

  it('changes with shoal report, which leaves the data as it is', async () => {
    await place.call(run);
    const data = place.read('release', 'naive_anonymized.csv');
    expect((await place.call(['report', 'release', '--lang', 'it'])).code).toBe(Exit.done);
    expect([languageOf('report.html'), languageOf('internal/report.html')]).toEqual(['it', 'it']);
    expect(place.read('release', 'naive_anonymized.csv')).toBe(data);
    expect((await place.call(['verify', 'release'])).code).toBe(Exit.done);
    expect((await place.call(['report', 'release'])).code).toBe(Exit.done);
    expect(languageOf('report.html')).toBe('it'); // as it was
  });

  it('must be one there is', async () => {
    await place.call(run);
    const before = place.listing();
    const told = await place.call(['report', 'release', '--lang', 'xx']);
    expect([told.code, told.stderr]).toEqual([Exit.usage, expect.stringContaining('en, it, sl, zh')]);
    expect(place.listing()).toEqual(before);
    expect((await place.call([...run, '--force', '--lang', 'xx'])).code).toBe(Exit.usage);
    expect(place.listing()).toEqual(before);
  });
});

describe('an internal report', () => {
  it('says how to make the same bytes again, of a release that leaves too', async () => {
    expect((await place.call([...run, '--release', 'partner'])).code).toBe(Exit.done);
    const blocks = [...place.read('release', 'internal', 'report.html').matchAll(/<pre tabindex="0"><code>([^<]*)/g)];
    const [, command, policy] = blocks.map(([, text]) => text);
    place.write('shoal.yaml', policy);
    place.write('seed.txt', JSON.parse(place.read('release', 'internal', 'manifest.json')).internal.seed);
    const words = command.replace('--out release', '--out again').split(' ').slice(1);
    expect((await place.call(words)).code).toBe(Exit.done);
    expect(place.read('again', 'naive_anonymized.csv')).toBe(place.read('release', 'naive_anonymized.csv'));
    expect(place.read('release', 'report.html')).not.toContain('seed.txt');
  });
});

describe('shoal report', () => {
  it('works where the internal folder is gone', async () => {
    await place.call(run);
    rmSync(place.path('release', 'internal'), { recursive: true });
    expect((await place.call(['report', 'release', '--lang', 'it'])).code).toBe(Exit.done);
    expect(languageOf('report.html')).toBe('it');
    expect((await place.call(['verify', 'release'])).code).toBe(Exit.done);
  });
});
