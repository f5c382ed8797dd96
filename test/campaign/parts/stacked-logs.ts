import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from 'shoal';
import { type Random, randomFrom } from '../../../src/base/random.ts';
import { checkRefusal, checkRelease, inHome } from '../../attacks/hunt.ts';
import { type Hunted, marker } from '../../attacks/random-inputs.ts';
import { verifyLent } from '../../verify/lent-duckdb.ts';
import { changeManifestOf, seal } from '../../verify/written-release.ts';
import { type Part, without } from '../part.ts';

interface Case extends Hunted {
  readonly seed: string;
}

const logsOfAStack = 500;

/**
 * Small logs of people of their own, in one table in which a column that is published names the log: no combination has events of two of them, so each is
 * flattened, reduced and judged as if it were alone. That costs a hundredth of a run for each.
 */
export const stackedLogs: Part<Case> = {
  name: 'stacked-logs',
  holds: `${logsOfAStack} logs a case, whose combinations are apart, through one run: k holds by a plain count, what has k subjects stays, and a change that breaks k is refused`,
  goal: 1000,
  batch: 4,
  draw(seed, number) {
    const random = randomFrom(`stacked logs ${seed} ${number}`);
    const one = <Value>(...values: readonly Value[]): Value => values[random.below(values.length)];
    const times = ['week_number', 'weekday', 'time_period', 'quantized_hour'].filter(() => random.below(2) > 0);
    const quasi = ['generalized_event', ...times];
    const flatten = one('none', times.filter(() => random.below(2) > 0).join(',') || 'none');
    const policy = {
      ...{ method: 'events', k: 2 + random.below(4), subject: 'id', time: 'at', event: 'what', mapping: 'mapping.csv' },
      ...{ removeClasses: 'none', quasi: [...quasi, 'log'], flatten, reduce: one('events', 'events', 'users') },
      ...{ pseudonym: one('random', 'drop', 'rotate:day', 'rotate:week', 'keep'), unmapped: one('other', 'drop') },
      ...{ release: 'internal', hourBlock: one(1, 3, 12, 24) },
    };
    const records = Array.from({ length: logsOfAStack }, (_, log) => drawLog(random, `log ${log}`)).flat();
    const files = { 'mapping.csv': 'code,class\nE0,alpha\nE1,beta\nE2,beta\nE3,gamma\n' };
    return { policy: policy as unknown as Case['policy'], records, files, seed: `${seed} ${number}` };
  },
  attempt: (one) => tryStack(one),
  *smaller(one) {
    for (const records of without(one.records, 1)) yield { ...one, records };
  },
};

function drawLog(random: Random, log: string): Record<string, string>[] {
  const people = 2 + random.below(7);
  const days = 1 + random.below(28);
  return Array.from({ length: 6 + random.below(14) }, () => ({
    id: `${marker}-${log}-${random.below(people)}`,
    at: `2024-03-${two(1 + random.below(days))} ${two(random.below(24))}:00:00`,
    what: ['E0', 'E1', 'E2', 'E3', 'Ω'][random.below(5)],
    log,
  }));
}

const two = (value: number): string => String(value).padStart(2, '0');

interface Settings {
  readonly k: number;
  readonly quasi: readonly string[];
  readonly flatten: string;
  readonly reduce: string;
  readonly unmapped: string;
  readonly hourBlock: number;
}

const settingsOf = ({ policy }: Hunted): Settings => policy as unknown as Settings;
const byNumber = (one: number, other: number): number => one - other;
const classes: Readonly<Record<string, string>> = { E0: 'alpha', E1: 'beta', E2: 'beta', E3: 'gamma' };

/** The rows that k people share a combination with, by hand: in March 2024, whose first Monday was the fourth. */
function ownRows(hunted: Hunted): readonly number[] {
  const { k, quasi, unmapped, hourBlock } = settingsOf(hunted);
  const behind = new Map<string, { people: Set<string>; rows: number[] }>();
  for (const [i, { id, at, what, log }] of hunted.records.entries()) {
    if (classes[what] === undefined && unmapped === 'drop') continue;
    const [day, hour] = [Number(at.slice(8, 10)), Number(at.slice(11, 13))];
    const cells: Readonly<Record<string, string | number>> = {
      generalized_event: classes[what] ?? 'none of them',
      week_number: Math.floor((day + 3) / 7),
      weekday: day % 7,
      time_period: [6, 8, 17, 22].filter((from) => hour >= from).length % 4,
      quantized_hour: Math.floor(hour / hourBlock),
      log,
    };
    const key = quasi.map((name) => cells[name]).join();
    const found = behind.get(key) ?? { people: new Set(), rows: [] };
    behind.set(key, { people: found.people.add(id), rows: [...found.rows, i + 1] });
  }
  return [...behind.values()].flatMap(({ people, rows }) => (people.size >= k ? rows : [])).sort(byNumber);
}

const tryStack = ({ seed, ...hunted }: Case): Promise<string> =>
  inHome(hunted, async (home, settings) => {
    const made = await run(settings as Parameters<typeof run>[0]);
    const { reduce, flatten, k } = settingsOf(hunted);
    if (!made.ok) {
      checkRefusal(made.problems);
      if (reduce === 'events' && flatten === 'none') assert.deepEqual(ownRows(hunted), [], 'what k people share was refused');
      return 'nobody is left';
    }
    await checkRelease(hunted, home);
    const out = join(home, 'out');
    const paths = [join(out, 'anonymized_events.csv'), join(out, 'internal', 'evidence.csv')];
    const [data, evidence] = paths.map((path) => readFileSync(path, 'utf8').split('\n').slice(0, -1));
    const isNamed = data[0].startsWith('id;');
    const cellsOf = (line: string) => line.split(';').slice(isNamed ? 1 : 0);
    const people = new Map<string, Set<string>>();
    for (const [i, line] of data.slice(1).entries()) {
      const key = cellsOf(line).join(';');
      const place = evidence[i + 1].split(';').at(-1);
      people.set(key, (people.get(key) ?? new Set()).add(hunted.records[Number(place) - 1].id));
    }
    const stayed = new Set(evidence.slice(1).map((line) => Number(line.split(';').at(-1))));
    if (reduce === 'events' && flatten === 'none') assert.deepEqual([...stayed].sort(byNumber), ownRows(hunted), 'others stayed');
    const least = Math.min(...[...people.values()].map(({ size }) => size));
    assert.ok(least >= k, `${least} people share a combination`);

    const random = randomFrom(`forge ${seed}`);
    const smallest = [...people].filter(([, { size }]) => size === least).map(([key]) => key);
    const from = smallest[random.below(smallest.length)];
    const gone = [...(people.get(from) ?? [])][0];
    const stays = (_: string, i: number) => {
      if (i === 0 || cellsOf(data[i]).join(';') !== from) return true;
      return hunted.records[Number(evidence[i].split(';').at(-1)) - 1].id !== gone;
    };
    for (const [f, lines] of [data, evidence].entries()) writeFileSync(paths[f], `${lines.filter(stays).join('\n')}\n`);
    changeManifestOf(out, (manifest) => {
      manifest.data.rows = data.filter(stays).length - 1;
    });
    seal(out);
    const verified = await verifyLent(out);
    const kinds = verified.ok ? verified.value.breaches.map(({ kind }) => kind) : [];
    assert.equal(
      kinds.includes('small-combination'),
      least === k,
      'somebody who left a combination of k is not missed, or one of more is',
    );
    return `${reduce}: ${least === k ? 'a change refused' : 'a change that holds'}`;
  });
