import { PassThrough } from 'node:stream';
import { inspect } from 'shoal';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { askAll } from '../../src/cli/ask.ts';
import { askLimits } from '../../src/cli/ask-limits.ts';
import { questionsAbout } from '../../src/cli/questions.ts';
import type { World } from '../../src/cli/world.ts';
import { draftPolicy } from '../../src/inspect/draft.ts';
import { openPlace, type Place } from './shoal-process.ts';

let place: Place;
beforeEach(() => {
  place = openPlace();
});
afterEach(() => place.remove());

const patience = { timeout: 60_000, interval: 5 };
const keys = { enter: '\r', down: '\u001b[B', leave: '\u0003' };

/** A terminal at which each of these is pressed as soon as its question is there. */
function pressing(answers: readonly (readonly [question: string, ...pressed: string[]])[]) {
  const stdin = new PassThrough();
  let told = '';
  const world = { stdin, asks: true, tell: (text: string) => void (told += text) } as unknown as World; // nothing else is touched
  const pressed = (async () => {
    for (const [question, ...all] of answers) {
      await vi.waitFor(() => expect(told).toContain(question), patience);
      for (const key of all) {
        const shown = told.length;
        stdin.write(key);
        await vi.waitFor(() => expect(told.length).toBeGreaterThan(shown), patience);
      }
    }
  })();
  return { world, pressed };
}

describe('of a log with several offsets', () => {
  const log = [
    'patient_id;event_code;timestamp',
    ...Array.from({ length: 120 }, (_, i) => {
      const time = `2024-03-${String(4 + (i % 7)).padStart(2, '0')}T${String(8 + (i % 5)).padStart(2, '0')}:30:00${i % 2 ? '+01:00' : '+02:00'}`;
      return `P${i % 24};${['admit', 'lab', 'leave'][i % 3]};${time}`;
    }),
  ].join('\n');

  async function chosen(...answers: Parameters<typeof pressing>[0]) {
    place.write('log.csv', log);
    const found = await inspect({ input: place.path('log.csv'), subject: 'patient_id' });
    if (!found.ok) throw new Error(found.problems[0].what);
    const { world, pressed } = pressing(answers);
    const [choices] = await Promise.all([askAll(questionsAbout(found.value), world), pressed]);
    return choices === undefined ? undefined : parse(draftPolicy(found.value, 'log.csv', choices).yaml);
  }

  it('init asks for the id and for the clock, and drafts what was chosen', async () => {
    const policy = await chosen(
      ['Must readers follow', keys.down, keys.enter],
      ['Whose clock counts?', keys.enter],
      ['Who will hold the release?', keys.down, keys.enter],
      ['How many subjects must look alike?', keys.down, keys.enter],
    );
    expect(policy).toMatchObject({ pseudonym: 'drop', timeZone: 'UTC', release: 'partner', k: 11 });
  });

  it('init takes the safest id that keeps links where Enter is pressed, and nothing where somebody leaves', async () => {
    const enter = ['Must readers follow', 'Whose clock counts?', 'Who will hold', 'How many subjects'].map(
      (one) => [one, keys.enter] as const,
    );
    expect(await chosen(...enter)).toMatchObject({ pseudonym: 'shared', timeZone: 'UTC', k: 5 });
    expect(await chosen(['Must readers follow', keys.enter], ['Whose clock counts?', keys.leave])).toBeUndefined();
  });
});

describe('before a sweep', () => {
  const settings = { method: 'local', subject: 'id', quasi: ['a'] };

  it('limits are asked, an answer that is no number again, and an empty one is no limit', async () => {
    const { world, pressed } = pressing([
      ['How much may a record lose', '0', '.', '3', keys.enter],
      ['Which share of records', 'x', keys.enter],
      ['A number, or nothing.', '\u007f', keys.enter],
    ]);
    const [limits] = await Promise.all([askLimits(settings, {}, world), pressed]);
    expect(limits).toEqual({ maxQuasiLoss: 0.3 });
  });

  it('a person who leaves is asked nothing more, and nothing is tried', async () => {
    const { world, pressed } = pressing([['How much may a record lose', keys.leave]]);
    const [limits] = await Promise.all([askLimits(settings, {}, world), pressed]);
    expect(limits).toBeUndefined();
  });

  it('nobody is asked who has said a limit, or is not there', async () => {
    const { world } = pressing([]);
    expect(await askLimits({ ...settings, sweep: { maxQuasiLoss: 0.2 } }, {}, world)).toEqual({});
    expect(await askLimits(settings, { 'max-records-lost': '0.1' }, world)).toEqual({});
    expect(await askLimits(settings, {}, { ...world, asks: false })).toEqual({});
  });
});
