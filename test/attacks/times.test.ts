import { expect, it } from 'vitest';
import { attack, csvOf, inPlace, make, refusal } from './attack.ts';

/** A log, a table of transactions and a long table of curves whose times are written as `write` writes the hour. */
const homes = Array.from({ length: 8 }, (_, i) => `home-${i}`);
const logOf = (write: (hour: number, home: number) => string): string =>
  csvOf(homes.flatMap((id, home) => [1, 2, 3].map((hour) => ({ id, at: write(hour, home), code: 'alarm', value: hour * home }))));

const families = [
  [
    'events',
    '--method events --subject id --time at --event code --quasi week_number,hour -k 2 --unmapped other',
    'input/bad-time',
  ],
  ['transactions', '--method kaca --subject id --quasi at:time --drop code,value -k 2', 'input/bad-time'],
  ['series', '--method naive --long id,at,value --drop code -k 2 --segments 3', 'input/unreadable-time'],
] as const;

for (const [family, run, code] of families) {
  for (const [form, write] of [
    ['12/1/10 8:26', (hour: number) => `12/1/10 ${hour}:26`],
    ['10-1-12 08:26', (hour: number) => `10-1-12 0${hour}:26`],
    ['2024-3-1 10:00', (hour: number) => `2024-3-1 0${hour}:00`],
    ['1.3.2024 10:00', (hour: number) => `1.3.2024 0${hour}:00`],
    ['24:00', (hour: number) => `2024-03-0${hour}T24:00:00`],
    ['the 30th of February', (hour: number) => `2024-02-30T0${hour}:00:00`],
    ['a leap second', (hour: number) => `2024-03-0${hour}T23:59:60`],
    ['a year of three digits and a blank', (hour: number) => ` 024-03-0${hour}T10:00:00`],
    ['seconds of one digit and a blank', (hour: number) => `2024-03-0${hour}T10:00:0 `],
  ] as const)
    refusal(`${family} on days that were none, out of ${form}`, {
      files: { 'log.csv': logOf(write) },
      run: `log.csv ${run}`,
      code,
      exit: 3,
    });

  const ndjson = homes.flatMap((id) =>
    [1, 2, 3].map((hour) => `{"id":"${id}","at":"12/1/10 ${hour}:26","code":"alarm","value":${hour}}\n`),
  );
  refusal(`${family} on days that were none, out of NDJSON`, {
    files: { 'log.ndjson': ndjson.join('') },
    run: `log.ndjson ${run}`,
    code,
    exit: 3,
  });

  refusal(`${family} by two clocks at once, with an offset and without`, {
    files: { 'log.csv': logOf((hour, home) => `2024-03-01T0${hour}:00:00${home === 3 ? '' : 'Z'}`) },
    run: `log.csv ${run}${family === 'series' ? '' : ' --time-zone Europe/Rome'}`,
    code: 'input/some-offsets',
    exit: 3,
  });
  if (family === 'series') continue;
  refusal(`${family} two hours apart as one`, {
    files: { 'log.csv': logOf((hour, home) => `2024-03-01T1${hour}:00:00${home % 2 === 0 ? 'Z' : '+02:00'}`) },
    run: `log.csv ${run}`,
    code: 'input/mixed-offsets',
    exit: 3,
  });
}

attack('a week that never was, where broken times are left out', {
  files: { 'log.csv': logOf((hour, home) => (home < 4 ? `2024-12-0${hour}T08:00:00` : `12/1/24 ${hour}:26`)) },
  run: 'log.csv --method events --subject id --time at --event code --quasi week_number,month -k 2 --unmapped other --on-bad-time drop --flatten none',
  attacker: ({ rows }) => [...new Set(rows.map(({ month }) => month))],
  learns: ['12'],
});

attack('an hour that is not the one of the place, whatever the offsets are', {
  files: {
    'log.csv': logOf((hour, home) => (home % 2 === 0 ? `2024-07-01T0${hour}:30Z` : `2024-07-01T0${hour + 5}:30:00 +0500`)),
  },
  run: 'log.csv --method events --subject id --time at --event code --quasi week_number,hour -k 8 --unmapped other --time-zone Europe/Rome --flatten none',
  attacker: ({ rows }) => [...new Set(rows.map(({ hour }) => hour))].sort(),
  learns: ['3', '4', '5'],
});

it('does not call a column of such dates a time, nor show a cell of it', () =>
  inPlace(async (place) => {
    place.write(
      'log.csv',
      logOf((hour) => `12/1/10 ${hour}:26`),
    );
    const { stdout, stderr } = await place.call(['inspect', 'log.csv', '--json']);
    const { fields, roles, notations } = JSON.parse(stdout);
    expect(JSON.stringify([fields, roles, notations.columns])).not.toMatch(/"(time|date)"/);
    expect(notations.open).toMatchObject([{ column: 'at', setting: 'timeFormat' }]); // which part is the day, a person must say
    const refused = await make(place, { run: `log.csv ${families[0][1]}` });
    expect(stdout + stderr + refused.stderr).not.toMatch(/:26/);
    expect(refused.stderr).toContain('first in line 2');
  }));
