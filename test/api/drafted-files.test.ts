import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { draftPolicy, inspect, run, verify } from 'shoal';
import { afterAll, describe, expect, it } from 'vitest';

const home = mkdtempSync(join(tmpdir(), 'shoal-drafted-'));
afterAll(() => rmSync(home, { recursive: true }));

const write = (name: string, lines: readonly string[]): string => {
  const path = join(home, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
};

/** From the file to a verified release, as `shoal init --yes` and `shoal run` do it. */
async function release(input: string, prove = true) {
  const found = await inspect({ input });
  if (!found.ok) throw new Error(JSON.stringify(found.problems));
  const drafted = draftPolicy(found.value, input);
  const out = `${input}-release`;
  const made = await run({ ...drafted.policy, input, out, seed: 1, threads: 1 });
  if (!made.ok) throw new Error(JSON.stringify(made.problems));
  if (prove)
    expect(await verify(out, { original: { file: input } })).toMatchObject({ ok: true, value: { holds: true, breaches: [] } });
  return { ...drafted, out, made: made.value, input };
}

const two = (value: number): string => String(value).padStart(2, '0');

describe('a draft runs as it is', () => {
  it('of curves of 336 hours, with as many segments as their shape needs', async () => {
    const hours = Array.from({ length: 336 }, (_, h) => `2024-03-${two(4 + Math.floor(h / 24))} ${two(h % 24)}:00`);
    const lines = hours.flatMap((hour, h) =>
      Array.from({ length: 20 }, (_, m) => {
        const day = Math.sin((2 * Math.PI * ((h % 24) - m)) / 24);
        return `m${m},${hour},${(2 + day + ((h * 7 + m * 13) % 10) / 40).toFixed(3)}`;
      }),
    );
    const { policy, made } = await release(write('meters.csv', ['meter,time,kwh', ...lines]), false);
    expect(policy).toMatchObject({ long: { subject: 'meter', time: 'time', value: 'kwh' } });
    expect((policy as { segments: number }).segments).toBeGreaterThan(28); // eight lose nine tenths of the shape of fourteen days
    expect((made.measure as { patternLoss: number }).patternLoss).toBeLessThan(0.5);
  });

  const days = (row: (i: number) => string) => Array.from({ length: 600 }, (_, i) => row(i));

  it('of a log whose times are days, with rows that name nobody: these are left out and counted', async () => {
    const lines = days(
      (i) => `${i % 60 === 59 ? '' : `c${i % 50}`},${'ABC'[(i * 7) % 3]},${i % 100 === 99 ? '' : `2024-01-${two(1 + (i % 14))}`}`,
    );
    const { policy, notes, out, made } = await release(write('log.csv', ['case_id,activity,day', ...lines]));
    expect(policy).toMatchObject({ time: 'day', onEmptySubject: 'drop', onBadTime: 'drop' });
    expect(notes).toContainEqual(expect.stringContaining('10 rows have no "case_id"'));
    const { input } = made as unknown as { input: Record<string, number> };
    expect(input).toMatchObject({ rows: 600, subjects: 50, withoutSubject: 10, badTimes: 4 }); // two of the six without a day name nobody
    expect(readFileSync(join(out, 'report.json'), 'utf8')).not.toContain('withoutSubject');
  });

  it('of transactions, with rows that name nobody', async () => {
    const lines = days(
      (i) =>
        `${i % 60 === 59 ? '' : `v${i % 50}`},${['A1', 'A2', 'B7'][((i * i) >> 3) % 3]},2024-01-${two(1 + ((i * 11) % 14))}T${two((i * i) % 24)}:30:00,${(i * i) % 97}.50`,
    );
    const { policy, made } = await release(write('trips.csv', ['plate,toll_station,entered,price', ...lines]));
    expect(policy).toMatchObject({ onEmptySubject: 'drop', method: 'disjoint' });
    expect(made).toMatchObject({ input: { rows: 600, subjects: 50 }, release: { suppressedRows: 10 } });
  });
});

it('rows that name nobody are refused unless they may be left out, and a log of nobody is refused in any case', async () => {
  const policy = {
    subject: 'who',
    time: 'day',
    event: 'what',
    quasi: 'event,month',
    flatten: 'none',
    out: join(home, 'none'),
  } as const;
  const some = write('some.csv', [
    'who,what,day',
    ...Array.from({ length: 12 }, (_, i) => `${i > 9 ? ' ' : `w${i}`},A,2024-01-02`),
  ]);
  const found = await run({ ...policy, input: some });
  expect(found).toMatchObject({ ok: false, problems: [{ code: 'input/empty-subject', facts: { rows: 2, row: 11 } }] });
  expect(found.ok || found.problems[0].fix).toContain('--on-empty-subject drop');
  const none = write('none.csv', ['who,what,day', ' ,A,2024-01-02', ',B,2024-01-03']);
  expect(await run({ ...policy, input: none, onEmptySubject: 'drop' })).toMatchObject({
    ok: false,
    problems: [{ code: 'input/empty-subject' }],
  });
  expect(await run({ ...policy, input: some, quasi: 'event,hour' })).toMatchObject({
    ok: false,
    problems: [{ code: 'input/empty-subject' }],
  });
  expect(await run({ ...policy, input: some, onEmptySubject: 'drop', quasi: 'event,hour' })).toMatchObject({
    ok: false,
    problems: [{ code: 'input/bad-time' }], // a day has no clock
  });
});
