import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { isDead, ownName } from '../../src/base/scratch.ts';
import type { Place } from '../cli/shoal-process.ts';
import { inPlace } from './attack.ts';

/** Whatever lies in a folder, hidden files too. */
const below = (folder: string): string[] => readdirSync(folder, { recursive: true }).map(String);

/** Kills a run while its release is being written beside the target. */
async function killedRun(place: Place): Promise<void> {
  expect((await place.call(['generate', 'work', '--rows', '30000', '--seed', '1', '--out', 'days.csv'])).code).toBe(0);
  const words = 'run days.csv --subject ID --series H1..H8 --drop Name,Surname --sensitive Performance_SD --out release';
  const { child, ended } = place.start(words.split(' '));
  while (!readdirSync(place.home).some((name) => name.startsWith('.release.shoal-'))) await wait(2);
  child.kill('SIGKILL');
  expect((await ended).code).toBe(null);
}

describe('after kill -9', () => {
  it('does not give away original data left in the temporary folder and beside the target: the next command removes it', () =>
    inPlace(async (place) => {
      await killedRun(place);
      expect(readdirSync(place.scratch)).not.toEqual([]);
      expect((await place.shoal(['--version'])).code).toBe(0);
      expect(below(place.scratch)).toEqual([]);
      expect(readdirSync(place.home)).toEqual(['days.csv']);
    }));

  it('removes nothing of the living, of others, or behind a link', () =>
    inPlace(async (place) => {
      const dead = ownName().replace(/^\d+/, '4194305');
      const elsewhere = ownName().replace(/[0-9a-f]{8}$/, '0badcafe');
      const names = [
        `shoal-work-${ownName()}-AAAAAA`,
        `shoal-work-${elsewhere}-BBBBBB`,
        `shoal-${dead}`,
        'shoal-work-notes',
        'other',
      ];
      for (const name of names) mkdirSync(join(place.scratch, name));
      mkdirSync(place.path('mine'));
      writeFileSync(place.path('mine', 'kept.txt'), 'kept');
      symlinkSync(place.path('mine'), join(place.scratch, `shoal-work-${dead}-CCCCCC`));
      const noted = join(place.scratch, `shoal-work-${dead}-DDDDDD`);
      mkdirSync(noted);
      writeFileSync(join(noted, 'leftovers'), `${place.path('mine')}\n${place.path(`.mine.shoal-${dead}-0badcafe`)}\n`);
      mkdirSync(place.path(`.mine.shoal-${dead}-0badcafe`));
      expect((await place.shoal(['--version'])).code).toBe(0);
      expect(readdirSync(place.scratch).toSorted()).toEqual([...names, `shoal-work-${dead}-CCCCCC`].toSorted());
      expect(readFileSync(place.path('mine', 'kept.txt'), 'utf8')).toBe('kept');
      expect(existsSync(place.path(`.mine.shoal-${dead}-0badcafe`))).toBe(false);
    }));

  it('takes no other process for a dead one that had its number', () => {
    expect(isDead(ownName())).toBe(false);
    expect(isDead(ownName().replace(/-\d+-/, '-1-'))).toBe(true);
    expect(isDead(ownName().replace(/[0-9a-f]{8}$/, '0badcafe'))).toBe(undefined);
  });
});
