import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isPlainFile } from '../base/plain-file.ts';
import { Refusal } from '../base/problem.ts';
import { ok } from '../base/result.ts';
import type { Workspace } from '../base/workspace.ts';
import type { Engine, GivenData, Source } from '../engine/engine.ts';
import { openLocalEngine } from '../engine/local/local-engine.ts';
import { openSeries } from '../families/series/open-series.ts';
import { isRemote } from '../formats/input-address.ts';
import { remoteAddress } from '../formats/input-problems.ts';
import type { SettledNotations } from '../formats/notation.ts';
import { unlessNone } from '../policy/events-policy.ts';
import { type NotationSettings, notationNames } from '../policy/notation-settings.ts';
import { notatedBy } from '../policy/notations.ts';
import { type EventsPolicy, type Policy, parsePolicy, type SeriesPolicy } from '../policy/policy.ts';
import type { PolicyInput } from '../policy/policy-input.ts';
import type { EventRules } from '../verify/events/event-classes.ts';
import type { Original } from '../verify/original.ts';
import { changedTable, notTheOriginal } from '../verify/problems.ts';
import { fingerprint } from '../verify/read-file.ts';
import { columnsReadBy } from './columns-read-by.ts';
import type { Input } from './given/input.ts';

/** What a release was made from, as a path or as data. What is left out is taken from what the run noted inside the release. */
export interface OriginalInput extends NotationSettings {
  readonly file: Input;
  /** One SELECT over it, as the run had it. */
  readonly sql?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly hierarchy?: Readonly<Record<string, string>> | undefined;
  readonly timeZone?: string | undefined;
  /** Of an event log: the mapping from codes to classes. */
  readonly mapping?: EventsPolicy['mapping'];
  /** The policy of the run, where its own note of it is gone. */
  readonly policy?: PolicyInput | Policy | undefined;
}

/** Where an original is found; `-` where it was given. */
export interface OriginalPlace {
  readonly input: string;
}

type OpenedInput = Omit<OriginalInput, 'file'> &
  OriginalPlace & {
    readonly given: GivenData | undefined;
    /** Other rows that are read just like the original. */
    readonly isOther?: boolean;
  };

/** The engine settles what the file is and how it is read; the verifier reads it, in a database of its own. */
export async function openOriginal(
  { given, isOther = false, ...input }: OpenedInput,
  folder: string,
  workspace: Workspace,
): Promise<Original> {
  const { inputSha256, policy = givenPolicy(input.policy) } = await notedIn(folder);
  const noted = policy?.family === 'series' ? undefined : policy;
  const hierarchy = { ...(policy !== undefined && 'hierarchy' in policy ? policy.hierarchy : {}), ...input.hierarchy };
  const remote = [...Object.values(hierarchy), input.mapping].find((place) => typeof place === 'string' && isRemote(place));
  if (typeof remote === 'string') throw new Refusal(remoteAddress(remote));
  const engine = await openLocalEngine({ workspace, threads: 1 });
  try {
    const delimiter = input.delimiter ?? policy?.delimiter;
    const sql = input.sql ?? policy?.sql;
    const settled = withNotations(policy, input);
    const { encoding, settle } = notatedBy(settled);
    const settlements: SettledNotations[] = [];
    const joinOnly = (names: readonly string[]) => {
      const found = settle?.(names) ?? ok({ join: {}, columns: [] });
      if (found.ok) settlements.push(found.value);
      return found.ok ? ok({ join: found.value.join, columns: [] }) : found;
    };
    const needed = policy === undefined ? undefined : columnsReadBy(policy); // of a database the run read these alone, and hashed them
    const source = await engine.open({
      input: input.input,
      sql,
      delimiter,
      given,
      needed,
      notated: { encoding, settle: joinOnly },
    });
    if (!source.ok) throw new Refusal(...source.problems);
    const written = settlements[0]?.columns ?? [];
    const { path, columns, format } = source.value;
    const bytes = sizeOf(path);
    if (!isOther && inputSha256 !== undefined && (await fingerprint(path)).sha256 !== inputSha256)
      throw new Refusal(
        format === 'postgres' ? changedTable(source.value.name) : notTheOriginal(source.value.name, 'its SHA-256 is another one'),
      );
    if (policy !== undefined && 'long' in policy && policy.long !== undefined)
      return {
        ...(await pivotOriginal(
          { ...(settled as SeriesPolicy), input: input.input, sql, delimiter },
          engine,
          source.value,
          given,
        )), // as the policy is one
        bytes,
        written,
        hierarchy,
        header: columns.map(({ name }) => name),
      };
    return {
      name: source.value.name,
      ...(await engine.lend(source.value)),
      bytes,
      written,
      hierarchy,
      timeZone: input.timeZone ?? noted?.timeZone,
      events: policy?.family === 'events' ? eventRules(policy, input.mapping) : undefined,
    };
  } finally {
    engine.close();
  }
}

/** How large a file is; unknown of what is none. */
export const sizeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.size;

/** The policy of the run with what was said now of how its input is written; without one, only columns that were named are known. */
export function withNotations(policy: Policy | undefined, input: NotationSettings): Policy {
  const given = Object.fromEntries(notationNames.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])));
  const whole = parsePolicy({ ...(policy ?? { family: 'table' }), ...given });
  if (!whole.ok) throw new Refusal(...whole.problems);
  return whole.value;
}

export function givenPolicy(raw: OriginalInput['policy']): Policy | undefined {
  if (raw === undefined) return undefined;
  const policy = parsePolicy(raw);
  if (!policy.ok) throw new Refusal(...policy.problems);
  return policy.value;
}

/** How a log was read, by the policy of its run. */
const eventRules = ({ subject, time, event, unmapped, ...policy }: EventsPolicy, mapping = policy.mapping): EventRules => ({
  subject,
  time,
  event,
  mapping,
  unmapped: unmapped === 'other' ? 'other_event' : undefined,
  removed: unlessNone(policy.removeClasses),
});

/** A long table with one row per subject, in the order rows were counted in. */
async function pivotOriginal(
  policy: SeriesPolicy & OriginalPlace,
  engine: Engine,
  asWritten: Source,
  given?: GivenData,
): Promise<Original> {
  const opened = await openSeries(policy, { openEngine: async () => engine, given });
  if (!opened.ok) throw new Refusal(...opened.problems);
  const { source, roles } = opened.value;
  const { table, columns } = await engine.lend(source);
  const columnNamed = (name: string) => {
    const instant = roles.series.indexOf(name);
    return instant >= 0 && policy.shape === 'long' ? (roles.instants?.[instant] ?? name) : name;
  };
  const rows = await engine.lend(asWritten);
  const cellOf = (name: string) => rows.columns.find((column) => column.name === name) ?? { name, sql: 'NULL' };
  const instants = columns.flatMap(({ name, sql }) => {
    const place = roles.series.indexOf(name);
    return place < 0 ? [] : [{ label: roles.instants?.[place] ?? name, sql }];
  });
  return {
    name: source.name,
    table,
    columns: columns.map(({ name, sql }) => ({ name: columnNamed(name), sql })),
    long: { table: rows.table, time: cellOf(policy.long?.time ?? ''), value: cellOf(policy.long?.value ?? ''), instants },
    hierarchy: {},
  };
}

/** What the run left in internal/manifest.json; nothing where that is not there or not readable. */
export async function notedIn(folder: string): Promise<{ inputSha256?: string; policy?: Policy }> {
  const path = join(folder, 'internal', 'manifest.json');
  if (!isPlainFile(path)) return {};
  try {
    const { inputSha256, policy: raw } = JSON.parse(await readFile(path, 'utf8')).internal ?? {};
    const policy = parsePolicy(raw);
    return {
      ...(typeof inputSha256 === 'string' ? { inputSha256 } : {}),
      ...(policy.ok ? { policy: policy.value } : {}),
    };
  } catch {
    return {};
  }
}
