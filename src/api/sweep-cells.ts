import type { Problem } from '../base/problem.ts';
import { ok, type Result, refused } from '../base/result.ts';
import type { Setting } from '../figures/sweep-setting.ts';
import type { Family } from '../policy/family.ts';
import { familyOfMethod } from '../policy/family.ts';
import { familyIn, keysOf, type Policy, parsePolicy, type SeriesPolicy } from '../policy/policy.ts';
import { type Grid, gridOf, type Sweep } from '../policy/sweep-grid.ts';
import { isTimeKind } from '../policy/table-kinds.ts';

/** One setting of a grid: the policy it stands for, or why there is none. */
export type SweepCell =
  | { readonly setting: Setting; readonly policy: Policy; readonly raw: Raw }
  | { readonly setting: Setting; readonly impossible: Problem };

export interface Cells {
  readonly family: Family;
  readonly grid: Grid;
  readonly cells: readonly SweepCell[];
}

type Raw = Readonly<Record<string, unknown>>;

/** Range queries asked of each setting where the policy does not say: enough to compare, a fifth of the time of a run's 1,000. */
export const sweepQueries = 200;

/** PRISM's effort where neither grid nor policy says: a run's own loses less, and takes ten times as long for each setting. */
const sweepEffort = 'fast';

/** Every combination of the grid, in its order. What is wrong with the policy whatever the setting is refused at once. */
export function cellsOf(raw: Raw, sweep: Sweep): Result<Cells> {
  const [named] = sweep.method ?? [];
  const found = familyIn(named === undefined || raw.method !== undefined ? raw : { ...raw, method: named });
  if (!found.ok) return found;
  const family = named === undefined ? found.value.family : (familyOfMethod(named) ?? 'series');
  const whole = found.value.settings;
  const grid = gridOf(family, sweep, flattenIn(whole));
  if (!grid.ok) return grid;
  const cells: SweepCell[] = [];
  const problems = new Map<string, Problem>();
  for (const setting of settingsIn(family, grid.value)) {
    const own = rawOf[family](withoutPlaces(raw), setting, { grid: grid.value, whole });
    const policy = parsePolicy(own);
    if (policy.ok) cells.push({ setting, policy: policy.value, raw: own });
    else if (policy.problems.every(isOfSetting)) cells.push({ setting, impossible: policy.problems[0] });
    else for (const problem of policy.problems) problems.set(`${problem.code} ${problem.what}`, problem);
  }
  return problems.size > 0 ? refused(...problems.values()) : ok({ family, grid: grid.value, cells });
}

/** Whether two settings do not go together that are each sound: what a grid says of the one, and the grid or the policy of the other. */
const isOfSetting = ({ code, facts }: Problem): boolean =>
  code === 'policy/p-above-k' ||
  code === 'policy/needs-links' ||
  code === 'policy/shared-without-window' ||
  code === 'output/subject-kept' ||
  (code === 'policy/bad-value' && facts?.key === 'traces'); // fewer of them than k

/** What the policy flattens; nothing that a grid could name where it says nothing, or has a word for all or none. */
function flattenIn({ flatten }: Raw): readonly string[] {
  const list = Array.isArray(flatten) ? flatten.map(String) : typeof flatten === 'string' ? flatten.split(',') : ['week_number'];
  return list.length === 1 && ['sweep', 'none'].includes(list[0]) ? [] : list;
}

function settingsIn(family: Family, grid: Grid): readonly Setting[] {
  let settings: Record<string, string | number>[] = [family === 'events' ? { method: 'flatten' } : {}];
  for (const [key, values] of Object.entries(grid))
    settings = settings.flatMap((one) => values.map((value) => ({ ...one, [key]: value })));
  const effortless = settings.filter(({ method, effort }, i) => {
    if (effort === undefined || method === 'prism') return true; // only PRISM has efforts: of the others each setting is tried once
    return settings.findIndex((other) => isAlikeBut('effort', other, settings[i])) === i;
  });
  return effortless.map(({ effort, ...rest }) => ({
    ...rest,
    ...(rest.method === 'prism' && effort !== undefined ? { effort } : {}),
  })) as unknown as Setting[]; // the grid has a method and k
}

const isAlikeBut = (key: string, one: Raw, other: Raw): boolean =>
  Object.keys(one).every((name) => name === key || one[name] === other[name]);

/** What a person would have written to get one setting. */
const rawOf: Readonly<Record<Family, (raw: Raw, setting: Setting, about: { readonly grid: Grid; readonly whole: Raw }) => Raw>> =
  {
    series(raw, setting, { grid: { method: names = [] } }) {
      const method = setting.method as SeriesPolicy['method']; // the grid of series names no other
      const swept = new Set(names.flatMap((name) => keysOf[name as SeriesPolicy['method']]));
      const usual = { queries: sweepQueries, ...(keysOf[method].includes('effort') ? { effort: sweepEffort } : {}) };
      const own = Object.entries(raw).filter(([key]) => keysOf[method].includes(key) || !swept.has(key)); // without what only the others understand
      return { ...usual, ...Object.fromEntries(own), ...setting };
    },
    events: (raw, { k, flatten, pseudonym }) => ({
      ...raw,
      k,
      ...(flatten === undefined ? {} : { flatten: flatten.split('+') }),
      ...(pseudonym === undefined ? {} : { pseudonym }),
    }),
    table({ clustering: _, ...raw }, { k, method, timeKind }, { whole }) {
      const named = raw.method === 'kaca' ? { clustering: method } : { method };
      return {
        ...raw,
        k,
        ...named,
        ...(timeKind === undefined ? {} : { quasi: withTimeKind(whole.quasi, timeKind.split('+')) }),
      };
    },
  };

/** Quasi-identifiers with times by other kinds: each part of a timestamp is a quasi-identifier. */
function withTimeKind(quasi: unknown, kinds: readonly string[]): readonly string[] {
  const list = Array.isArray(quasi) ? quasi.map(String) : String(quasi ?? '').split(',');
  const withKind = (text: string) => {
    const [, column, kind] = /^(.*):([^:]*)$/.exec(text.trim()) ?? [];
    return column !== undefined && isTimeKind(kind) ? kinds.map((one) => `${column}:${one}`) : [text];
  };
  return [...new Set(list.flatMap(withKind))];
}

/** Without where the release would go. */
const withoutPlaces = (raw: Raw): Raw => Object.fromEntries(Object.entries(raw).filter(([key]) => !aside.has(key)));

const aside = new Set(['out', 'outTable', 'trace', 'sweep']);
