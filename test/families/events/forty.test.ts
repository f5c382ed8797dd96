import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cellsIn, releaseOf } from './logs.ts';

/**
 * Forty events, k = 3. Weeks 10 and 11 of 2024; Monday is 4 March. Checked by hand, rule by rule.
 */
const log = `OD_ISO;GUID;dogodek;note
2024-03-04T06:00:00;a;PULL_CORD.PULLED;morning begins at 6
2024-03-04T07:59:59;b;EMERGENCY_PENDANT.PRESSED;morning ends before 8
2024-03-04T07:00:00;c;CONTROL_PANEL.EMERGENCY_BUTTON;three devices, one class: kept as it is
2024-03-04T08:00:00;a;PULL_CORD.PULLED;daytime begins at 8
2024-03-04T16:59:59;b;PULL_CORD.PULLED;daytime ends before 17
2024-03-04T12:00:00;b;PULL_CORD.PULLED;two events of one person count once
2024-03-04T12:30:00;d;PULL_CORD.PULLED;third person: kept
2024-03-04T17:00:00;a;PULL_CORD.PULLED;afternoon begins at 17
2024-03-04T21:59:59;b;PULL_CORD.PULLED;afternoon ends before 22
2024-03-11T18:00:00;c;PULL_CORD.PULLED;the same Monday afternoon a week later: flattened with the two above
2024-03-04T22:00:00;a;PULL_CORD.PULLED;night begins at 22
2024-03-04T05:59:59;b;PULL_CORD.PULLED;night ends before 6
2024-03-11T23:00:00;b;PULL_CORD.PULLED;flattened: still two people, so left out
2024-03-10T12:00:00;a;FALL_DETECTOR.FALL;Sunday is weekday 6
2024-03-10T12:00:00;b;FALL_DETECTOR.FALL;
2024-03-10T12:00:00;c;FALL_DETECTOR.FALL;kept
2024-03-17T12:00:00;a;FALL_DETECTOR.FALL;week 11
2024-03-17T12:00:00;a;FALL_DETECTOR.FALL;
2024-03-17T12:00:00;a;FALL_DETECTOR.FALL;three rows of one person: flattened alone, so left out
2024-03-10T12:00:00;a;FALL_DETECTOR.FALL_CANCELLED;another class
2024-03-17T12:00:00;b;FALL_DETECTOR.CANCELLED;
2024-03-17T12:00:00;c;FALL_DETECTOR.FALL_CANCELLED;one in week 10, two in week 11: flattened
2024-03-05T12:00:00;a;FALL_DETECTOR.IDLE;
2024-03-05T12:00:00;b;FALL_DETECTOR.IDLE;two people: left out
2024-03-06T12:00:00;a;SMOKE_DETECTOR.SMOKE;
2024-03-06T12:00:00;b;SMOKE_DETECTOR.ALARM;
2024-03-06T12:00:00;c;SMOKE_DETECTOR.SMOKE;
2024-03-06T12:00:00;d;SMOKE_DETECTOR.SMOKE;four people: kept
2024-03-07T12:00:00;a;WATER_LEAK_DETECTOR.LEAK;
2024-03-14T12:00:00;b;WATER_LEAK_DETECTOR.LEAK;
2024-03-14T12:00:00;b;WATER_LEAK_DETECTOR.LEAK;
2024-03-14T12:00:00;d;WATER_LEAK_DETECTOR.LEAK;one in week 10, two people in week 11: flattened, four rows
2024-03-05T12:00:00;a;CONTROL_PANEL.POWER_LOST;removed: power
2024-03-05T12:00:00;e;EMERGENCY_PENDANT.BATTERY_LOW;removed: power, and e has nothing else
2024-03-05T12:00:00;a;OXIMETER.MEASUREMENT;removed: measurement
2024-03-05T12:00:00;b;MOTION_DETECTOR.MOTION;removed: system
2024-03-05T12:00:00;c;CONTROL_PANEL.TAMPER;removed: system
yesterday;a;PULL_CORD.PULLED;not a time
2024-03-05;b;PULL_CORD.PULLED;a date is not a time
2024-03-05T12:00:00;a;DOOR.OPENED;in no mapping: other_event, of one person, left out
`;

const settings = { k: 3, onBadTime: 'drop', unmapped: 'other' } as const;

/** Published combinations and how many rows each has. */
const expected: Readonly<Record<string, number>> = {
  'emergency_button;10;0;morning': 3,
  'emergency_button;10;0;daytime': 4,
  'emergency_button;100;0;afternoon': 3,
  'fall_detected;10;6;daytime': 3,
  'fall_cancelled;100;6;daytime': 3,
  'smoke_detected;10;2;daytime': 4,
  'waterleak_detected;100;3;daytime': 4,
};

describe('forty events checked by hand', () => {
  it('are published as the rules say', async () => {
    const found = await releaseOf(log, settings, ({ input, release, verdict }, out) => {
      const [header, ...rows] = cellsIn(join(out, 'anonymized_events.csv'));
      const counts: Record<string, number> = {};
      for (const [, ...labels] of rows) counts[labels.join(';')] = (counts[labels.join(';')] ?? 0) + 1;
      return { header, counts, input, release, smallest: verdict.smallestGroup };
    });
    expect(found).toEqual({
      header: ['GUID', 'generalized_event', 'week_number', 'weekday', 'time_period'],
      counts: expected,
      input: {
        ...{ rows: 40, subjects: 5, counted: { rows: 33, subjects: 4 }, leftOutSubjects: 4 },
        ...{ badTimes: 2, unmapped: { rows: 1, codes: 1 } },
      },
      release: {
        rows: 24,
        subjects: 4,
        combinations: 7,
        flattened: 10,
        removedEvents: 9,
        removedUsers: 0,
        suppressedRows: 9,
        suppressedSubjects: 0,
        leftOutSubjects: 2, // of two people, and so of fewer than k: the public edition is silent
        retention: 24 / 33,
      },
      smallest: 3,
    });
  });

  it('lose what is written down inside, and nowhere else', async () => {
    const found = await releaseOf(log, settings, (_, out) => ({
      removal: readFileSync(join(out, 'internal/event_removal_report.csv'), 'utf8').split('\n'),
      unmapped: readFileSync(join(out, 'internal/unmapped_events.csv'), 'utf8'),
      open: readFileSync(join(out, 'report.json'), 'utf8') + readFileSync(join(out, 'manifest.json'), 'utf8'),
    }));
    if ('code' in found) throw new Error(found.code);
    const { removal, unmapped, open } = found;
    expect(removal[0]).toBe(
      'generalized_event;week_number;weekday;time_period;subjects_before;subjects_after;events_before;events_after',
    );
    expect(removal).toContain('emergency_button;10;0;afternoon;2;0;2;0');
    expect(removal).toContain('emergency_button;100;0;afternoon;0;3;0;3');
    expect(removal).toContain('emergency_button;10;0;daytime;3;3;4;4');
    expect(removal).toContain('fall_detected;total;total;total;3;3;6;3');
    expect(removal).toContain('fall_idle;total;total;total;2;0;2;0');
    expect(unmapped).toBe('dogodek;events\nDOOR.OPENED;1\n');
    expect(open).not.toContain('DOOR.OPENED');
    expect(open).not.toContain('"lost"');
  });

  it('can all be removed by users, as each takes others along, and then nothing is published', async () => {
    expect(await releaseOf(log, { ...settings, reduce: 'users' }, () => ({}))).toEqual({ code: 'policy/nothing-left' });
  });

  it('lose no more when every column may be coarser', async () => {
    const loss = (flatten: string) => releaseOf(log, { ...settings, flatten }, ({ measure }) => measure.ncp ?? 1);
    expect(await loss('sweep')).toBeLessThanOrEqual(Number(await loss('week_number')));
  });
});

describe('the pseudonym', () => {
  const subjects = async (pseudonym: 'random' | 'drop' | 'keep' | 'rotate:week') =>
    releaseOf(log, { ...settings, pseudonym }, (_, out) => {
      const published = cellsIn(join(out, 'anonymized_events.csv'));
      return { header: published[0], ids: new Set(published.slice(1).map(([id]) => id)) };
    });

  it('is a number drawn for this release, unless asked otherwise', async () => {
    const found = await subjects('random');
    expect('ids' in found && [...found.ids].map(Number).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
  });

  it('may be left out altogether, or be the subject itself', async () => {
    const [dropped, kept] = [await subjects('drop'), await subjects('keep')];
    expect('header' in dropped && dropped.header[0]).toBe('generalized_event');
    expect('ids' in kept && [...kept.ids].toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('that rotates is not the one that flattened events of the same window carry', async () => {
    const shared = await releaseOf(log, { ...settings, pseudonym: 'rotate:week' }, (_, out) => {
      const rows = cellsIn(join(out, 'anonymized_events.csv')).slice(1);
      const ids = (flat: boolean) => new Set(rows.filter(([, , week]) => (week === '100') === flat).map(([id]) => id));
      return [...ids(true)].filter((id) => ids(false).has(id));
    });
    expect(shared).toEqual([]);
  });
});

describe('time', () => {
  const at = (times: readonly string[]) =>
    `OD_ISO;GUID;dogodek\n${times.flatMap((time) => ['a', 'b'].map((home) => `${time};${home};PULL_CORD.PULLED\n`)).join('')}`;
  const published = (times: readonly string[], settings: Parameters<typeof releaseOf>[1]) =>
    releaseOf(at(times), { k: 2, ...settings }, (summary, out) => ({
      rows: [
        ...new Set(
          cellsIn(join(out, 'anonymized_events.csv'))
            .slice(1)
            .map(([, ...cells]) => cells.join(';')),
        ),
      ].toSorted(),
      advice: summary.advice ?? [],
    }));

  it('is the clock as written, or that of the zone where an offset makes it an instant', async () => {
    const quasi = 'day,hour';
    expect(await published(['2024-03-31T23:30:00Z'], { quasi, flatten: 'none' })).toMatchObject({ rows: ['31;23'] });
    expect(await published(['2024-03-31T23:30:00+05:00'], { quasi, flatten: 'none' })).toMatchObject({ rows: ['31;23'] });
    expect(await published(['2024-03-31T23:30:00Z'], { quasi, flatten: 'none', timeZone: 'Europe/Ljubljana' })).toMatchObject({
      rows: ['1;1'],
    });
    expect(await published(['2024-03-31T23:30:00'], { quasi, flatten: 'none', timeZone: 'Europe/Ljubljana' })).toMatchObject({
      rows: ['31;23'],
    });
  });

  it('gives every derived column', async () => {
    const quasi =
      'year,iso_year,month,day,hour,quantized_hour,week_number,iso_year_week,weekday,workday_weekend,time_period,event';
    const found = await published(['2024-12-30T14:59:00.123'], { quasi, flatten: 'none', hourBlock: 4 });
    expect(found).toMatchObject({ rows: ['2024;2025;12;30;14;12;1;2025-W01;0;workday;daytime;PULL_CORD.PULLED'] });
  });

  it('warns where one week number means two years, and offers the column that tells them apart', async () => {
    const times = ['2023-03-06T12:00:00', '2024-03-04T12:00:00'];
    const merged = await published(times, {});
    expect(merged).toMatchObject({ rows: ['emergency_button;10;0;daytime'] });
    expect('advice' in merged && merged.advice.join()).toContain('iso_year_week');
    const apart = await published(times, { quasi: 'generalized_event,iso_year_week', flatten: 'none' });
    expect(apart).toEqual({ rows: ['emergency_button;2023-W10', 'emergency_button;2024-W10'], advice: [] });
  });

  it('has parts of the day that begin when told', async () => {
    const quasi = 'time_period';
    const found = await published(['2024-03-04T04:00:00', '2024-03-04T13:00:00'], {
      quasi,
      flatten: 'none',
      periods: { early: 5, late: 12 },
    });
    expect(found).toMatchObject({ rows: ['late'] });
  });
});
