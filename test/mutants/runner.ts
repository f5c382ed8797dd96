import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { VitestTestRunner } from 'vitest/runners';
import type { Mutant } from './mutants-of.ts';
import { addNote, nameOf, readNotes } from './notes.ts';
import { mutantState } from './switch.ts';

type Task = Parameters<VitestTestRunner['onAfterRunTask']>[0];

const {
  SHOAL_MUTANTS_NOTES: path = '/dev/null',
  SHOAL_MUTANTS_LIST: list = '',
  SHOAL_MUTANTS_MS: most = '1000',
  SHOAL_MUTANTS_EVERY: every = '',
  SHOAL_MUTANTS_DEAR: dear = '',
} = process.env;
const mutants: readonly Mutant[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
const names = new Map(mutants.filter(({ isLeft }) => isLeft).map((mutant) => [mutant.id, nameOf(mutant)]));
/** Of tests before, too: what is dead stays dead. */
const notes = readNotes(path);
/** The mutant that is tried: one that ends its process leaves its name. */
const ends = `${path}.now`;
if (existsSync(ends)) addNote(path, notes, { kind: 'killed', mutant: readFileSync(ends, 'utf8'), by: 'the end of its process' });
rmSync(ends, { force: true });
/** How many tests felt a mutant and did not kill it, and with which of them it is tried next: many tests of a kind show no more than a few. */
const waiting = new Map<string, { felt: number; next: number }>();

/** Runs each test as it is, then once for every mutant that it feels and that no test has killed yet. */
export default class extends VitestTestRunner {
  async runTask(test: Task): Promise<void> {
    const once = VitestTestRunner.getTestFn(test);
    mutantState.felt = new Set();
    mutantState.passed = 0;
    await once();
    const usual = mutantState.passed;
    const felt = [...mutantState.felt].flatMap((id) => names.get(id) ?? []);
    const fresh = felt.filter((name) => !notes.felt.has(name));
    if (fresh.length > 0) addNote(path, notes, { kind: 'felt', mutants: fresh });
    const by = `${test.file.name} > ${test.fullTestName}`;
    const isOpen = (name: string) => !notes.killed.has(name) && (every !== '' || notes.tried.get(name)?.has(by) !== true);
    const alive = [...mutantState.felt].filter((id) => isOpen(names.get(id) ?? '') && names.has(id));
    if (alive.length === 0) return;
    const begun = process.cpuUsage();
    if (await failed(once)) return; // one that cannot be run twice shows nothing
    const cost = millisecondsSince(begun);
    if (dear !== '' && cost > Number(dear)) return;
    for (const id of alive) {
      const mutant = names.get(id) ?? '';
      const turn = waiting.get(mutant) ?? { felt: 0, next: 1 };
      waiting.set(mutant, turn);
      turn.felt++;
      if (every === '' && turn.felt < turn.next) continue;
      turn.next = Math.ceil(turn.felt * 1.5);
      const spent = notes.spent.get(mutant) ?? 0;
      if (every === '' && spent > 0 && spent + cost > Number(most)) continue;
      Object.assign(mutantState, { on: id, passed: 0, most: 20 * usual + 100_000 });
      const start = process.cpuUsage();
      writeFileSync(ends, mutant);
      const fault = await failed(once);
      rmSync(ends);
      Object.assign(mutantState, { on: 0, most: Number.POSITIVE_INFINITY });
      if (fault) addNote(path, notes, { kind: 'killed', mutant, by });
      else addNote(path, notes, { kind: 'tried', mutant, by, ms: Math.ceil(millisecondsSince(start)) });
    }
  }
}

const millisecondsSince = (begun: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
};

/** A mutant may also wait for what never comes. Beats, not seconds of the clock: a process that is held up by others has fewer of them, and kills nothing by that. */
const patience = { beats: 30, milliseconds: 1000 };

async function failed(once: () => unknown): Promise<boolean> {
  let clock: NodeJS.Timeout | undefined;
  let beats = 0;
  const silence = new Promise((_, reject) => {
    clock = setInterval(() => {
      if (++beats === patience.beats) reject(new Error('a mutant waits for ever'));
    }, patience.milliseconds);
  });
  try {
    await Promise.race([once(), silence]);
    return false;
  } catch {
    return true;
  } finally {
    clearInterval(clock);
  }
}
