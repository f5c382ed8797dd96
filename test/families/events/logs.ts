import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { run } from 'shoal';
import { createPool } from '../../../src/base/pool.ts';
import { randomFrom } from '../../../src/base/random.ts';
import { openWorkspace } from '../../../src/base/workspace.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { openLocalEngine } from '../../../src/engine/local/local-engine.ts';
import { type EventsWork, events as family } from '../../../src/families/events/family.ts';
import { refusalAt } from '../../../src/plan/gates.ts';
import { type EventsPolicy, parsePolicy } from '../../../src/policy/policy.ts';
import type { EventsInput } from '../../../src/policy/policy-input.ts';
import type { EventsSummary } from '../../../src/report/events-summary.ts';

/** One event as it stands in the input. */
export interface Event {
  readonly time: string;
  readonly subject: string;
  readonly code: string;
}

/** Few subjects, weeks and classes, so that combinations of every size turn up. */
export const anyLog: fc.Arbitrary<readonly Event[]> = fc.array(
  fc.record({
    time: fc
      .record({ day: fc.integer({ min: 0, max: 27 }), hour: fc.constantFrom(0, 7, 12, 18, 23) })
      .map(({ day, hour }) => new Date(Date.UTC(2024, 2, 1 + day, hour, 5)).toISOString().slice(0, 19)),
    subject: fc.integer({ min: 1, max: 9 }).map((home) => `home-${home}`),
    code: fc.constantFrom('FALL_DETECTOR.FALL', 'SMOKE_DETECTOR.SMOKE', 'PULL_CORD.PULLED', 'CONTROL_PANEL.ONLINE'),
  }),
  { minLength: 20, maxLength: 120 },
);

export const csvOf = (log: readonly Event[]): string =>
  `OD_ISO;GUID;dogodek\n${log.map(({ time, subject, code }) => `${time};${subject};${code}\n`).join('')}`;

/** What the maker publishes of a log, row by row as cells; a code where it refuses. Nothing is verified here. `through` may listen to the engine. */
export async function madeOf(
  log: readonly Event[],
  settings: Partial<EventsInput>,
  through: (engine: Engine) => Engine = (engine) => engine,
): Promise<{ rows: readonly (readonly string[])[]; evidence: string } | { code: string }> {
  const workspace = openWorkspace();
  const pool = createPool(0);
  const folder = workspace.folder();
  const input = join(folder, 'log.csv');
  writeFileSync(input, csvOf(log));
  mkdirSync(join(folder, 'internal'));
  const policy = parsePolicy({ pseudonym: 'keep', ...settings, method: 'events' });
  if (!policy.ok) return { code: policy.problems[0].code };
  const events = policy.value as EventsPolicy; // the method was just given
  const engine = through(await openLocalEngine({ workspace, threads: 1 }));
  const tools = { threads: 1, pool, workspace, openEngine: async () => engine, onProgress: () => {} };
  const prepared = await family.prepare({ ...events, input }, tools);
  if (!prepared.ok) return { code: prepared.problems[0].code };
  try {
    const draft = family.draft(events, prepared.value);
    if (!draft.ok) return { code: draft.problems[0].code };
    const plan = {
      shoal: '',
      family: family.name,
      method: events.method,
      input: prepared.value.counts,
      threads: 1,
      ...draft.value,
      policy: events,
    };
    const work: EventsWork = { plan, input: prepared.value, tools, random: randomFrom(1), folder };
    for (const step of plan.steps) {
      if (step.step === 'verify') break;
      const problem =
        step.step === 'gate' ? refusalAt(step, work.made?.figures ?? {}, events) : await family.perform[step.step](work);
      if (problem !== undefined) return { code: problem.code };
    }
    const at = (name: string | undefined) => join(folder, name ?? '');
    return { rows: cellsIn(at(work.written?.file.name)).slice(1), evidence: readFileSync(at(work.written?.evidence), 'latin1') };
  } finally {
    prepared.value.close();
    engine.close();
    workspace.dispose();
  }
}

export const cellsIn = (path: string): string[][] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(';'));

/** A whole run in a folder of its own, verified and published. */
export async function releaseOf<Answer>(
  log: string,
  settings: Partial<EventsInput>,
  look: (summary: EventsSummary, out: string) => Answer | Promise<Answer>,
): Promise<Answer | { code: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'shoal-events-'));
  try {
    const input = join(folder, 'log.csv');
    const out = join(folder, 'release');
    writeFileSync(input, log);
    const summary = await run({ input, out, seed: 1, threads: 1, ...settings, method: 'events' });
    if (!summary.ok) return { code: summary.problems[0].code };
    return await look(summary.value, out);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A file of a release as records by column name. */
export function releasedCells(path: string): readonly Readonly<Record<string, string>>[] {
  const [names, ...rows] = cellsIn(path);
  return rows.map((row) => Object.fromEntries(names.map((name, c) => [name, row[c]])));
}
