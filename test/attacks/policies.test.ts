import { run } from 'shoal';
import { describe, expect, it } from 'vitest';
import { classesOf } from '../../src/families/events/mapping.ts';
import { csvOf, inPlace, refusal } from './attack.ts';

/** A policy may come from anybody, over HTTP above all: it must neither hold a thread for ever nor crash what reads it. */
const days = csvOf(Array.from({ length: 12 }, (_, i) => ({ ID: `p${i}`, [`${'a'.repeat(40)}!`]: i, b: 2 * i })));

refusal('an hour of a thread to a pattern that tries every way', {
  files: { 'days.csv': days },
  run: 'days.csv --subject ID --series /^(a+)+$/ --drop b -k 4',
  code: 'policy/bad-pattern',
  exit: 2,
});

refusal('what a pattern finds by looking back', {
  files: { 'days.csv': days },
  run: 'days.csv --subject ID --series /(a)\\1/ --drop b -k 4',
  code: 'policy/bad-pattern',
  exit: 2,
});

refusal('a thread for ever to a pattern that repeats nothing', {
  files: { 'days.csv': days },
  run: 'days.csv --subject ID --series /((){99999999999}){99999999999}none/ --drop b -k 4',
  code: 'policy/bad-pattern',
  exit: 2,
});

describe('a policy with 120,000 names', () => {
  const names = Array.from({ length: 120_000 }, (_, i) => `n${i}`);
  const policies: Readonly<Record<string, unknown>> = {
    series: { series: names },
    'one column again and again': { series: names.map(() => 'b') },
    ranges: { series: names.map(() => 'b..b') },
    drop: { series: ['b'], drop: names },
    quasi: { series: ['b'], quasi: names },
    hierarchy: { series: ['b'], hierarchy: Object.fromEntries(names.map((name) => [name, name])) },
    settings: Object.fromEntries(names.map((name) => [name, 1])),
    'columns of transactions': { method: 'kaca', quasi: names },
    means: { method: 'kaca', quasi: 'b', aggregate: names.map((name) => `avg:${name}`) },
  };
  it.each(Object.entries(policies))('does not crash the run that reads it: %s', (_, policy) =>
    inPlace(async (place) => {
      place.write('days.csv', days);
      const made = await run({
        input: place.path('days.csv'),
        out: place.path('release'),
        subject: 'ID',
        k: 4,
        ...(policy as object),
      });
      expect(made).toMatchObject({ ok: false });
      expect(JSON.stringify(made).length).toBeLessThan(20_000);
    }),
  );
});

it('does not give away an hour of a thread to a code with many stars', () => {
  const code = 'a'.repeat(4000);
  expect(classesOf([code, `${code}b`], [{ code: `${'*a'.repeat(60)}*b`, class: 'found' }])).toEqual([undefined, 'found']);
});
