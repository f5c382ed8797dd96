import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Exit } from '../../src/base/problem.ts';
import { goodTable, type Shape, type TableDraft, writeTableRelease } from '../verify/a-table-release.ts';
import { openPlace, type Place } from './shoal-process.ts';

let place: Place;
beforeEach(() => {
  place = openPlace();
});
afterEach(() => place.remove());

/** A release in `out`, its original and the hierarchy of its cargo beside it. */
async function released(shape: Shape, change: (draft: TableDraft) => void = () => {}): Promise<void> {
  const draft = goodTable(shape);
  change(draft);
  await writeTableRelease(place.path('out'), draft);
}

const original = ['--original', 'out-original.csv'];
const cargo = ['--hierarchy', 'cargo=out-cargo.csv'];

describe('shoal verify --original', () => {
  it.each(['records', 'groups'] as const)('proves every label true and says so: %s', async (shape) => {
    await released(shape);
    const told = await place.call(['verify', 'out', ...original, ...cargo]);
    expect(told).toMatchObject({ code: Exit.done });
    expect(told.stdout).toContain(shape === 'groups' ? '40 records, 4 groups (smallest 7)' : '40 rows, 4 groups (smallest 7)');
    expect(told.stdout).toMatch(/original: every label is true of its record/);
    expect(told.stdout).not.toMatch(/leaves/);
    expect((await place.call(['verify', 'out'])).stdout).not.toMatch(/original/);
  });

  it('prints a label that is not true as a problem with its place, in words and as JSON, and never a cell', async () => {
    await released(
      'groups',
      ({ original: { header, rows } }) => void (rows[6][header.indexOf('exit_time')] = '2023-01-02 19:00:00'),
    );
    const told = await place.call(['verify', 'out', ...original, ...cargo]);
    expect(told).toMatchObject({ code: Exit.broken, stdout: '' });
    expect(told.stderr).toContain('verify/false-label');
    expect(told.stderr).toContain('internal/evidence.csv, row 7, column time_period');
    expect(told.stderr).not.toMatch(/19:00|lorry-/);
    const json = JSON.parse((await place.call(['verify', 'out', ...original, ...cargo, '--json'])).stdout);
    expect(json).toMatchObject({ holds: false, rows: 4, records: 40, breaches: [{ code: 'verify/false-label' }] });
  });

  it('takes hierarchies, delimiter and time zone from a policy file', async () => {
    await released('groups');
    place.write('shoal.yaml', 'method: kaca\nhierarchy:\n  cargo: out-cargo.csv\n');
    expect(await place.call(['verify', 'out', ...original, '--policy', 'shoal.yaml'])).toMatchObject({ code: Exit.done });
    place.write('other.yaml', 'method: kaca\nhierarchy:\n  cargo: nowhere.csv\n');
    expect(await place.call(['verify', 'out', ...original, '--policy', 'other.yaml', ...cargo])).toMatchObject({
      code: Exit.done,
    });
  });

  const refusals: readonly (readonly [says: string, words: readonly string[], code: string, exit: Exit])[] = [
    ['a hierarchy that is needed', original, 'verify/hierarchy-needed', Exit.usage],
    [
      'a hierarchy that is not there',
      [...original, '--hierarchy', 'cargo=nowhere.csv'],
      'verify/unreadable-hierarchy',
      Exit.usage,
    ],
    ['an original that is not there', ['--original', 'nowhere.csv'], 'input/missing-file', Exit.input],
    ['an original of other columns', ['--original', 'other.csv'], 'verify/not-the-original', Exit.input],
    ['a hierarchy without an original', cargo, 'usage/bad-argument', Exit.usage],
    ['a policy without an original', ['--policy', 'shoal.yaml'], 'usage/bad-argument', Exit.usage],
    ['a policy that is not there', [...original, '--policy', 'nowhere.yaml'], 'policy/unreadable', Exit.usage],
    ['a time zone that is none', [...original, ...cargo, '--time-zone', 'Atlantis'], 'policy/bad-value', Exit.usage],
  ];
  it.each(refusals)('refuses %s', async (_, words, code, exit) => {
    await released('groups');
    writeFileSync(place.path('other.csv'), 'a,b\n1,2\n');
    const before = place.listing();
    const told = await place.call(['verify', 'out', ...words]);
    expect(told).toMatchObject({ code: exit, stdout: '' });
    expect(told.stderr).toContain(code);
    expect(place.listing()).toEqual(before);
  });

  it('refuses a release that nothing leads back from', async () => {
    await released('groups', (draft) => void (draft.evidence = undefined));
    const told = await place.call(['verify', 'out', ...original, ...cargo]);
    expect(told).toMatchObject({ code: Exit.usage, stdout: '' });
    expect(told.stderr).toContain('verify/no-row-numbers');
  });
});
