import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { execute, type KeptPlan, parsePolicy, plan, run } from 'shoal';
import { describe, expect, it } from 'vitest';
import { inPlace } from '../attacks/attack.ts';
import { anyHunted, type Hunted } from '../attacks/random-inputs.ts';
import { daysCsv, roles } from '../cli/days.ts';
import type { Place } from '../cli/shoal-process.ts';
import { draws } from '../suite/draws.ts';

/** What a run of this plan may still refuse: only what one of its own steps names. */
const mayRefuse = ({ steps }: KeptPlan): readonly string[] => steps.flatMap((step) => ('refuses' in step ? [step.refuses] : []));

const csvOf = (records: Hunted['records']): string => {
  const names = Object.keys(records[0]);
  const lines = [names, ...records.map((record) => names.map((name) => record[name]))];
  return lines.map((cells) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`).join('');
};

function writtenIn(place: Place, { policy, records, files }: Hunted) {
  writeFileSync(place.path('input.csv'), csvOf(records));
  for (const [name, text] of Object.entries(files)) writeFileSync(place.path(name), text);
  const own = 'mapping' in policy ? { ...policy, mapping: place.path(String(policy.mapping)) } : policy;
  return { ...own, input: place.path('input.csv'), out: place.path('out') } as Hunted['policy'];
}

describe('a plan and its run', () => {
  it('agree for any policy and input: what the plan refuses, the run refuses; what it accepts is published, or refused by a step it names', async () => {
    let [accepted, published] = [0, 0];
    await fc.assert(
      fc.asyncProperty(anyHunted, (hunted) =>
        inPlace(async (place) => {
          const policy = writtenIn(place, hunted);
          const planned = await plan(policy);
          const made = await run(policy);
          const codes = made.ok ? [] : made.problems.map(({ code }) => code);
          if (planned.ok) expect(mayRefuse(planned.value)).toEqual(expect.arrayContaining(codes));
          else expect(codes).toEqual(planned.problems.map(({ code }) => code));
          expect(existsSync(place.path('out'))).toBe(made.ok);
          accepted += planned.ok ? 1 : 0;
          published += made.ok ? 1 : 0;
        }),
      ),
      { numRuns: draws(96) },
    );
    expect(published).toBeGreaterThan(2); // refusals alone would show nothing
    expect(accepted).toBeGreaterThanOrEqual(published);
  });

  it('hold the same policy once the plan was printed and read again', async () => {
    await fc.assert(
      fc.asyncProperty(anyHunted, async ({ policy }) => {
        const parsed = parsePolicy(policy);
        if (!parsed.ok) return;
        const kept = JSON.parse(JSON.stringify(parsed.value));
        expect(parsePolicy(kept)).toEqual({ ok: true, value: kept });
      }),
    );
  });
});

describe('a kept plan', () => {
  const days = [...roles, '--seed', '7', '--queries', '0'];

  it.each([
    [['--method', 'naive']],
    [['--method', 'kapra', '-p', '2', '-k', '8']],
    [['--method', 'prism', '--effort', 'fast', '--format', 'parquet']],
  ])('gives the bytes that a run gives %j', (method) =>
    inPlace(async (place) => {
      writeFileSync(place.path('days.csv'), daysCsv(60));
      const words = ['days.csv', ...days, ...method];
      const planned = await place.call(['plan', ...words, '--json']);
      expect(planned.code).toBe(0);
      writeFileSync(place.path('plan.json'), planned.stdout);
      const ran = await place.call(['run', ...words, '--out', 'ran']);
      const kept = await place.call(['run', '--plan', 'plan.json', '--out', 'kept']);
      const piped = await place.call(['run', '--plan', '-', '--out', 'piped', '--json'], { stdin: planned.stdout });
      expect([ran.code, kept.code, piped.code], `${ran.stderr}${kept.stderr}${piped.stderr}`).toEqual([0, 0, 0]);
      const { data } = JSON.parse(readFileSync(place.path('ran/manifest.json'), 'utf8'));
      for (const folder of ['kept', 'piped'])
        expect(readFileSync(place.path(`${folder}/${data.file}`)).equals(readFileSync(place.path(`ran/${data.file}`)))).toBe(
          true,
        );
    }),
  );

  it('is refused where its input has other bytes, it was edited, or a setting stands beside it', () =>
    inPlace(async (place) => {
      writeFileSync(place.path('days.csv'), daysCsv(60));
      const planned = await place.call(['plan', 'days.csv', ...days, '--json']);
      const refusedWith = async (text: string, ...words: string[]) => {
        writeFileSync(place.path('plan.json'), text);
        const { code, stderr } = await place.call(['run', '--plan', 'plan.json', ...words]);
        expect(existsSync(place.path('release'))).toBe(false);
        return `${code} ${/code {3}(\S+)/.exec(stderr)?.[1]}`;
      };
      expect(await refusedWith(planned.stdout, '-k', '9')).toBe('2 usage/plan-and-setting');
      expect(await refusedWith(planned.stdout, '--policy', 'shoal.yaml')).toBe('2 usage/plan-and-setting');
      expect(await refusedWith('not a plan')).toBe('2 plan/unreadable');
      expect(await refusedWith('{"steps": []}')).toBe('2 plan/unreadable');
      expect(await refusedWith(planned.stdout.replace('"k":5', '"k":6'))).toBe('2 plan/changed');
      const { steps, ...rest } = JSON.parse(planned.stdout);
      expect(await refusedWith(JSON.stringify({ ...rest, steps: steps.slice(1) }))).toBe('2 plan/changed');
      expect(await refusedWith(JSON.stringify({ ...rest, steps: [null] }))).toBe('2 plan/unreadable');
      expect(await refusedWith(JSON.stringify({ ...rest, steps, threads: 'many' }))).toBe('2 policy/bad-value');
      writeFileSync(place.path('days.csv'), daysCsv(61));
      expect(await refusedWith(planned.stdout)).toBe('2 plan/changed');
    }));

  it('is refused where a file that its policy names has other lines', () =>
    inPlace(async (place) => {
      writeFileSync(
        place.path('days.csv'),
        daysCsv(60, (cells, row) => cells.with(-1, 'abc'[row % 3])),
      );
      writeFileSync(place.path('tags.csv'), 'a;x;*\nb;x;*\nc;y;*\n');
      const own = [
        '--method',
        'naive',
        '--subject',
        'ID',
        '--series',
        'H1..H8',
        '--drop',
        'Name',
        '--quasi',
        'Tag:category',
        '--hierarchy',
        'Tag=tags.csv',
      ];
      const planned = await place.call(['plan', 'days.csv', ...own, '--seed', '7', '--json']);
      expect(planned.code, planned.stderr).toBe(0);
      writeFileSync(place.path('plan.json'), planned.stdout);
      writeFileSync(place.path('tags.csv'), 'a;x;*\nb;y;*\nc;y;*\n');
      const changed = await place.call(['run', '--plan', 'plan.json']);
      expect([changed.code, /code {3}(\S+)/.exec(changed.stderr)?.[1]]).toEqual([2, 'plan/changed']);
      writeFileSync(place.path('tags.csv'), 'a;x;*\nb;x;*\nc;y;*\n');
      expect((await place.call(['run', '--plan', 'plan.json'])).code).toBe(0);
    }));

  it('is run by a program as well, to a place of its own', () =>
    inPlace(async (place) => {
      writeFileSync(place.path('days.csv'), daysCsv(60));
      const settings = { method: 'naive', subject: 'ID', series: 'H1..H8', drop: 'Name', sensitive: 'Tag' } as const;
      const planned = await plan({ ...settings, input: place.path('days.csv') });
      if (!planned.ok) throw new Error(JSON.stringify(planned.problems));
      const made = await execute(JSON.parse(JSON.stringify(planned.value)), { out: place.path('kept') });
      expect(made).toMatchObject({ ok: true, value: { out: place.path('kept'), verdict: { holds: true } } });
    }));
});
