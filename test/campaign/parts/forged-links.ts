import assert from 'node:assert/strict';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { run, verify } from 'shoal';
import { type Random, randomFrom } from '../../../src/base/random.ts';
import type { EventsManifest } from '../../../src/release/manifest.ts';
import { inHome, rowsOf } from '../../attacks/hunt.ts';
import { anyLinked, type Hunted } from '../../attacks/random-inputs.ts';
import { recount } from '../../attacks/recount.ts';
import { changeManifestOf, seal } from '../../verify/written-release.ts';
import { type Part, seedOf } from '../part.ts';

interface Case {
  readonly hunted: Hunted;
  readonly seed: string;
  /** Forgeries of this release. */
  readonly forgeries?: number;
}

const mostForgeries = 12;

/** Logs whose numbers link what k share: cells, places, times, numbers, evidence or a promise are changed with sense, and everything is sealed again. */
export const forgedLinks: Part<Case> = {
  name: 'forged-links',
  holds:
    'a changed log with linked sets that verifies beside its original keeps what it promises by a recount, and links the same',
  goal: 5000,
  batch: 4,
  draw(seed, number) {
    const [{ policy, ...rest }] = fc.sample(anyLinked, { numRuns: 1, seed: seedOf(seed ^ 0x2f6e2b1, number) });
    const { partRows, spreadsheetSafe, ...kept } = policy as Hunted['policy'] & { partRows?: number; spreadsheetSafe?: boolean };
    return { hunted: { ...rest, policy: { ...kept, format: 'csv', release: 'internal' } }, seed: `${seed} ${number}` };
  },
  attempt: ({ hunted, seed, forgeries = mostForgeries }) =>
    inHome(hunted, async (home, settings) => {
      const made = await run(settings as Parameters<typeof run>[0]);
      if (!made.ok) return 'refused before';
      for (let i = 0; i < forgeries; i++) await tryForgery(hunted, home, randomFrom(`forged links ${seed} ${i}`));
      return 'forged';
    }),
  slight: (one) => ({ ...one, forgeries: 5 }),
  *smaller() {}, // a release of some dozens of events is small enough
};

type Lines = string[][];

async function tryForgery(hunted: Hunted, home: string, random: Random): Promise<void> {
  const [out, forged] = [join(home, 'out'), join(home, 'forged')];
  rmSync(forged, { recursive: true, force: true });
  cpSync(out, forged, { recursive: true });
  const manifest: EventsManifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'));
  const linesOf = (name: string): Lines =>
    readFileSync(join(out, name), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.split(';'));
  const [data, evidence] = [linesOf(manifest.data.file), linesOf('internal/evidence.csv')];
  const before = kindsIn(data);
  const promised = random.below(4) === 0 ? anotherPromise(manifest.promises, random) : {};
  if (Object.keys(promised).length === 0) change(data, evidence, random);
  for (const [name, lines] of [
    [manifest.data.file, data],
    ['internal/evidence.csv', evidence],
  ] as const)
    writeFileSync(join(forged, name), `${lines.map((cells) => cells.join(';')).join('\n')}\n`);
  for (const report of ['report.json', 'report.html']) rmSync(join(forged, report)); // they tell of the former
  changeManifestOf<EventsManifest>(forged, (own) => {
    own.files = own.files.filter(({ name }) => !name.startsWith('report'));
    Object.assign(own.promises, promised);
  });
  seal(forged);
  const verdict = await verify(forged, { original: { file: join(home, 'input.csv') } });
  assert.ok(verdict.ok, 'a forgery is judged');
  if (!verdict.value.holds) return;
  assert.equal(kindsIn(data), before, 'other sets are linked');
  const proof = await rowsOf(join(forged, 'internal/evidence.csv'), ';');
  const policy = { ...hunted.policy, ...promised };
  recount({ ...hunted, policy }, await rowsOf(join(forged, manifest.data.file), ';'), proof);
}

/** What stands under the numbers, whatever these are. */
function kindsIn([, ...lines]: Lines): string {
  const under = new Map<string, string[]>();
  for (const [id, ...cells] of lines) under.set(id, [...(under.get(id) ?? []), cells.join(';')]);
  return JSON.stringify([...under.values()].map((cells) => cells.toSorted()).toSorted());
}

function anotherPromise(promises: EventsManifest['promises'], random: Random): Partial<EventsManifest['promises']> {
  const names = Object.keys(promises) as (keyof EventsManifest['promises'])[];
  const name = names[random.below(names.length)];
  const { k, traces, confidence } = promises;
  if (name === 'confidence')
    return { confidence: Math.max(0.1, Math.round(1000 * (confidence ?? 1) - 100 * (1 + random.below(4))) / 1000) };
  if (name === 'traces') return { traces: (traces ?? 0) + 1 + random.below(3) };
  if (name === 'durations') return { durations: ['2h', '3d'] };
  return { k: k + 1, ...(traces === undefined ? {} : { traces: Math.max(traces, k + 1) }) };
}

/** Cells, numbers, or what lies behind two rows, are put elsewhere; the evidence mostly follows. */
function change(data: Lines, evidence: Lines, random: Random): void {
  const [header] = data;
  const any = () => 1 + random.below(data.length - 1);
  const [one, other, c] = [any(), any(), random.below(header.length)];
  const follows = random.below(4) > 0;
  const set = (line: number, column: number, cell: string) => {
    data[line][column] = cell;
    const beside = evidence[0].indexOf(header[column]);
    if (beside >= 0 && follows) evidence[line][beside] = cell;
  };
  const swap = (column: number) => {
    const [first, second] = [data[one][column], data[other][column]];
    set(one, column, second);
    set(other, column, first);
  };
  switch (random.below(5)) {
    case 0:
      swap(0);
      return;
    case 1:
      set(one, c, data[other][c]);
      return;
    case 2:
      for (let column = 1; column < header.length; column++) swap(column);
      return;
    case 3: {
      const column = evidence[0].indexOf(random.below(2) === 0 ? '_row' : '_subject');
      if (column < 0) return;
      [evidence[one][column], evidence[other][column]] = [evidence[other][column], evidence[one][column]];
      return;
    }
    default: {
      const column = header.indexOf(random.below(2) === 0 ? 'position' : 'since_previous');
      if (column < 0) return;
      const id = data[one][0];
      for (let line = 1; line < data.length; line++)
        if (data[line][0] === id) set(line, column, random.below(2) === 0 ? '*' : data[other][column]);
    }
  }
}
