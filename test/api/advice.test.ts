import { describe, expect, it } from 'vitest';
import { adviceOn, exactSpelling, joinedIds, joinedOf } from '../../src/api/advice.ts';
import { stopwatch } from '../../src/api/stopwatch.ts';
import type { SeriesInput } from '../../src/policy/policy-input.ts';
import { seriesPolicy } from '../policy/series-policy.ts';

const policy = (more: Partial<SeriesInput>) =>
  seriesPolicy({ method: 'naive', subject: 'id', series: 'a..d', k: 5, p: 2, ...more } as SeriesInput);

describe('advice', () => {
  it('is silent about a release that stays inside', () => {
    expect(adviceOn(policy({}), 0)).toEqual([]);
  });

  it.each([
    [10, 4, ['k is 10; public', 'P is 4; for a public']],
    [11, 4, ['P is 4; for a public']],
    [11, 5, []],
  ])('tells of a public release with k = %i and P = %i what is usual', (k, p, told) => {
    const advice = adviceOn(policy({ k, p, release: 'public' }), 0);
    expect(advice.map((one, i) => one.startsWith(told[i]))).toEqual(told.map(() => true));
  });

  it('says what it means that ids count as they are written, unless each row is a subject', () => {
    expect(adviceOn(policy({ subjectSpelling: 'exact' }), 0).join()).toContain('two spellings of one person count as two');
    expect(adviceOn(policy({ subjectSpelling: 'exact', subject: 'row' }), 0)).toEqual([]);
    expect([exactSpelling(policy({ subjectSpelling: 'exact' })), exactSpelling(policy({}))]).toEqual([
      { subjectSpelling: 'exact' },
      {},
    ]);
  });

  it('counts ids that are another spelling, in a sentence that is right for one and for many', () => {
    expect(joinedIds(1)).toMatch(/^1 id is .* counts with it;/);
    expect(joinedIds(2)).toMatch(/^2 ids are .* count with it;/);
    expect(adviceOn(policy({}), 2)).toEqual([joinedIds(2)]);
    expect([joinedOf(0), joinedOf(3)]).toEqual([{}, { joinedIds: 3 }]);
  });
});

describe('a stopwatch', () => {
  it('tells seconds by phase, in the order they ended, and in total, to the millisecond', () => {
    let time = 1000;
    const watch = stopwatch(() => time);
    time += 1234.4;
    watch.lap('read');
    time += 500;
    watch.lap('make');
    time += 0.6;
    expect(Object.entries(watch.seconds())).toEqual([
      ['read', 1.234],
      ['make', 0.5],
      ['total', 1.735],
    ]);
  });
});
