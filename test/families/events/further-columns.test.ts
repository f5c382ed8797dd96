import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventsInput, run, verify } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLent } from '../../verify/lent-duckdb.ts';
import { releasedCells } from './logs.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-further-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const head = 'OD_ISO;GUID;dogodek;org:group;Weekday';
/** Six homes; a nurse came to five of them, to the sixth somebody else; two cells are empty, and one says so. */
const lines = [1, 2, 3, 4, 5, 6].flatMap((one) => [
  `2024-03-04T10:00:00;home-${one};FALL;${one < 6 ? 'nurse' : 'porter'};x`,
  `2024-03-04T11:00:00;home-${one};SMOKE;${['', '', '(empty)'][one] ?? 'nurse'};x`,
]);

async function release(given: Partial<EventsInput>, rows: readonly string[] = lines): Promise<string> {
  const folder = mkdtempSync(join(home, 'run-'));
  writeFileSync(join(folder, 'log.csv'), `${[head, ...rows].join('\n')}\n`);
  const policy = { family: 'events', input: join(folder, 'log.csv'), out: join(folder, 'out'), k: 2, seed: 1, flatten: 'none' };
  const columns = { subject: 'GUID', time: 'OD_ISO', event: 'dogodek' };
  const made = await run({ ...policy, ...columns, ...given } as EventsInput);
  if (!made.ok) throw new Error(made.problems[0].code);
  return folder;
}

describe('a column of the input that events are published by', () => {
  const quasi = ['event', 'week_number', 'org:group'];

  it('is published as it is written, where k subjects share the whole combination', async () => {
    for (const pseudonym of ['random', 'drop', 'shared'] as const) {
      const rows = releasedCells(join(await release({ quasi, pseudonym }), 'out/anonymized_events.csv'));
      expect(rows.map((row) => `${row.event} ${row['org:group']}`).toSorted()).toEqual([
        ...Array(5).fill('FALL nurse'),
        ...Array(2).fill('SMOKE (empty)'),
        ...Array(4).fill('SMOKE nurse'),
      ]);
    }
  });

  it('may be flattened as any other', async () => {
    const rows = releasedCells(join(await release({ quasi, flatten: ['org:group'], k: 6 }), 'out/anonymized_events.csv'));
    expect(rows.map((row) => row['org:group'])).toEqual(Array(12).fill('*'));
  });

  it('is held to its row by the verifier, who has the original', async () => {
    const folder = await release({ quasi });
    const judge = async (rows: readonly string[]) => {
      const path = join(folder, 'other.csv');
      writeFileSync(path, `${[head, ...rows].join('\n')}\n`);
      const names = head.split(';').map((name, i) => ({ name, sql: `c${i}` }));
      const types = names.map(({ sql }) => `${sql}: 'VARCHAR'`).join(', ');
      const original = {
        ...{ name: path, columns: names, hierarchy: {} },
        table: `read_csv('${path}', header = true, auto_detect = false, delim = ';', columns = {${types}})`,
        events: { subject: 'GUID', time: 'OD_ISO', event: 'dogodek', mapping: undefined, unmapped: undefined, removed: [] },
      };
      const verdict = await verifyLent(join(folder, 'out'), { threads: 1, original });
      return verdict.ok ? verdict.value.breaches.map(({ kind }) => kind) : verdict.problems.map(({ code }) => code);
    };
    expect(await judge(lines)).toEqual([]);
    expect(await judge([lines[0].replace('nurse', 'porter'), ...lines.slice(1)])).toContain('false-label');
  });

  it('is refused where there is none, or where its name is taken', async () => {
    await expect(release({ quasi: ['event', 'org:grup'] })).rejects.toThrow('policy/unknown-quasi');
    await expect(release({ quasi: ['event', 'weekday', 'Weekday'] })).rejects.toThrow('policy/name-taken');
  });
});

describe('a second party', () => {
  const quasi = ['event', 'week_number'];
  /** In each week one of several names is at every fall; in week 9 everybody has another at smoke. */
  const nurses = (weeks: readonly (readonly string[])[]) =>
    [1, 2, 3, 4, 5, 6].flatMap((one) => [
      `2024-02-26T11:00:00;home-${one};SMOKE;nurse-${one};x`,
      ...weeks.map(
        (names, week) => `2024-03-${['04', '11', '18'][week]}T10:00:00;home-${one};FALL;${names[one % names.length]};x`,
      ),
    ]);
  const eventsOf = async (given: Partial<EventsInput>, ...weeks: readonly (readonly string[])[]) => {
    const folder = await release({ quasi, alsoProtect: 'org:group', ...given }, nurses(weeks));
    const verdict = await verify(join(folder, 'out'), { original: { file: join(folder, 'log.csv') } });
    expect(verdict).toMatchObject({ ok: true, value: { holds: true, breaches: [] } });
    return releasedCells(join(folder, 'out/anonymized_events.csv')).map(({ event, week_number }) => `${event} ${week_number}`);
  };

  it('is k in every combination, however it is spelled, and nobody counts for none', async () => {
    for (const pseudonym of ['random', 'drop', 'shared', 'rotate:week'] as const) {
      const told = await eventsOf({ pseudonym }, ['Ana'], ['Ana', ' ana', 'ANA', ''], ['Ana', 'Bea']);
      expect(told.toSorted()).toEqual([...Array(6).fill('FALL 12'), ...Array(6).fill('SMOKE 9')]);
    }
  });

  it('is counted again for what is published coarser', async () => {
    const coarser = await eventsOf({ flatten: ['event'], quasi: ['event', 'year'], k: 6 }, ['Ana', 'Bea']);
    expect(coarser.filter((event) => event.startsWith('FALL'))).toEqual([]);
  });
});
