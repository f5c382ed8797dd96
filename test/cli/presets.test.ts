import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlace, type Place } from './shoal-process.ts';

let place: Place;
beforeAll(async () => {
  place = openPlace();
  await place.call(['generate', 'events', '--rows', '3000', '--out', 'log.csv', '--progress', 'none']);
  await place.call(['generate', 'tolls', '--rows', '2000', '--out', 'exits.csv', '--progress', 'none']);
});
afterAll(() => place.remove());

const run = (out: string, ...words: readonly string[]) =>
  place.call(['run', ...words, '--seed', '3', '--out', out, '--json', '--progress', 'none']);

describe('--preset', () => {
  it('telecare is what --method events gives, to the byte', async () => {
    expect((await run('by-preset', 'log.csv', '--preset', 'telecare')).code).toBe(0);
    expect((await run('by-method', 'log.csv', '--method', 'events')).code).toBe(0);
    for (const file of ['anonymized_events.csv', 'manifest.json', 'internal/event_removal_report.csv'])
      expect(place.read(`by-preset/${file}`) === place.read(`by-method/${file}`), file).toBe(true);
    const { policy } = JSON.parse(place.read('by-preset/internal/manifest.json')).internal;
    expect(policy).toMatchObject({ method: 'events', subject: 'GUID', flatValue: 100 });
    expect(policy).not.toHaveProperty('mapping');
  });

  it('tolls publishes under the names of its readers, with their figures', async () => {
    const made = await run('tolls', 'exits.csv', '--preset', 'tolls');
    expect(JSON.parse(made.stdout)).toMatchObject({ method: 'kaca', clustering: 'local', statistics: { total_records: 2000 } });
    expect(place.read('tolls/kaca_anonymized.csv')).toMatch(/^section_region,time_period,truck_count,avg_toll\n.*(区域|全部)/);
    expect((await place.call(['verify', 'tolls', '--original', 'exits.csv'])).code).toBe(0);
  });

  it('is beaten by the policy file, which is beaten by flags', async () => {
    place.write('own.yaml', 'family: table\nk: 20\nlabels: sl\n');
    place.write('policy.yaml', 'preset: ./own.yaml\nk: 7\nquasi: [section_id:prefix]\naggregate: [count]\nsubject: vehicle_id\n');
    const made = await run('beaten', 'exits.csv', '--policy', 'policy.yaml', '--method', 'hierarchy', '-k', '6');
    expect(JSON.parse(made.stdout)).toMatchObject({ k: 6, clustering: 'hierarchy' });
    expect(JSON.parse(place.read('beaten/manifest.json')).labels).toBe('sl');
  });

  it('of no name stops the run, with the nearest', async () => {
    const outcome = await run('none', 'log.csv', '--preset', 'telcare');
    expect(outcome).toMatchObject({ code: 2, stdout: '' });
    expect(outcome.stderr).toContain('Did you mean "telecare"?');
  });
});

describe('without a preset', () => {
  it('a log is published by its own codes and names, and proved with its original', async () => {
    const made = await run(
      'plain',
      'log.csv',
      '--family',
      'events',
      ...'--subject GUID --time OD_ISO --event dogodek'.split(' '),
    );
    expect(made.code).toBe(0);
    const [header, ...rows] = place.read('plain/anonymized_events.csv').trimEnd().split('\n');
    expect(header).toBe('GUID;generalized_event;week_number;weekday;time_period');
    expect(rows.some((row) => /^\d+;[A-Z_]+\.[A-Z_]+;\*;/.test(row))).toBe(true);
    const { policy } = JSON.parse(place.read('plain/internal/manifest.json')).internal;
    expect(policy).toMatchObject({ family: 'events', method: 'flatten', flatValue: '*' });
    expect((await place.call(['verify', 'plain', '--original', 'log.csv'])).code).toBe(0);
  });

  it('a log whose columns have other names is refused with those it has', async () => {
    const outcome = await run('other', 'log.csv', '--family', 'events');
    expect(outcome).toMatchObject({ code: 3, stdout: '' });
    for (const name of ['subject', 'time', 'event']) expect(outcome.stderr).toContain(`The input has no column "${name}".`);
    expect(outcome.stderr).toContain('It has OD_ISO, GUID, dogodek.');
  });

  it('a table keeps the names of its columns, and its summary has no figures of a road operator', async () => {
    const roles = '--subject vehicle_id --quasi section_id:prefix,exit_time:time --aggregate count'.split(' ');
    const made = await run('table', 'exits.csv', '--family', 'table', ...roles);
    expect(JSON.parse(made.stdout)).not.toHaveProperty('statistics');
    expect(place.read('table/kaca_anonymized.csv')).toMatch(/^section_id,exit_time,count\n/);
    expect((await place.call(['verify', 'table', '--original', 'exits.csv'])).code).toBe(0);
  });
});
