import type { Counter } from '../../base/counting.ts';
import type { SeriesManifest } from '../../release/manifest.ts';
import type { Attacker } from '../attacker.ts';
import { openCells } from '../board.ts';
import { attackLabels } from '../downcode.ts';
import { attackEnds } from '../ends.ts';
import { bandFact, type Fact } from '../fact.ts';
import { inferAttributes } from '../infer.ts';
import { type Intrusion, intrusionOf } from '../intrusion.ts';
import { chanceIn, linkByFacts, stepsUpTo } from '../link.ts';
import type { OpenedRelease } from '../open-release.ts';
import { seekPresence } from '../presence.ts';
import { inferValues } from './infer-values.ts';
import { nearestCurves } from './nearest-curves.ts';
import { nearestPatterns } from './nearest-patterns.ts';
import { shapesOf } from './own-shape.ts';
import { type Curves, readCurves } from './read-curves.ts';

/** Every attack on a release of curves. */
export async function attackSeries(release: OpenedRelease<SeriesManifest>, by: Attacker): Promise<readonly Intrusion[]> {
  const { counter, manifest } = release;
  const { k } = manifest.promises;
  const curves = await readCurves(release, by);
  const { board, people, facts, secrets } = curves;
  const all = facts.map(({ fact }) => fact);
  return [
    ...linkByValues(curves, manifest, by),
    ...(await linkByShape(counter, curves, manifest)),
    ...seekPresence(board, all, people),
    ...(await inferAttributes(counter, { board, facts: all, people, secrets })),
    ...inferValues(curves, by.random.fork('values')),
    ...(await attackEnds(counter, { ...curves, secrets: [] }, { k, by })),
    ...(await attackLabels(counter, { ...curves, secrets: [] }, { k, by })),
  ];
}

/** Known values are exact, or lie within a tenth of a standard deviation of what the intruder has. */
const noise = 0.1;

function linkByValues({ board, people, facts }: Curves, { promises: { k } }: SeriesManifest, by: Attacker): Intrusion[] {
  const { places } = people;
  const steps = stepsUpTo(facts.length);
  const blurred = facts.map(({ fact, ...read }, i): Fact => {
    if (!('bands' in read)) return fact;
    const within = noise * deviationOf(read.values);
    const random = by.random.fork(`noise ${i}`);
    return bandFact(
      read.bands,
      read.values.map((value) => value + within * (2 * random.unit() - 1)),
      within,
    );
  });
  const link = (intruder: 'values' | 'noisy-values', known: readonly Fact[]) =>
    linkByFacts(board, known, steps, { places, random: by.random.fork('link') }).map((chances, i) =>
      intrusionOf({ intruder, knows: steps[i], of: facts.length, control: 1 / board.total, bound: 1 / k }, chances),
    );
  return [
    ...link(
      'values',
      facts.map(({ fact }) => fact),
    ),
    ...link('noisy-values', blurred),
  ];
}

function deviationOf(values: Float64Array): number {
  const there = values.filter((value) => !Number.isNaN(value));
  const mean = there.reduce((sum, value) => sum + value, 0) / there.length;
  return Math.sqrt(there.reduce((sum, value) => sum + (value - mean) ** 2, 0) / there.length) || 0;
}

/** By the shape alone, and by all values with the shape: of the records that fit, those whose pattern lies nearest, or whose published curve does. */
async function linkByShape(counter: Counter, curves: Curves, manifest: SeriesManifest): Promise<Intrusion[]> {
  const { board, people, known, facts, told } = curves;
  const { k, p } = manifest.promises;
  const instants = facts.flatMap((read, i) =>
    read.kind === 'band' && known[i].column.declared.role === 'series' ? [read.values] : [],
  );
  const nearest = await nearestPatterns(counter, curves, shapesOf(instants, people.places.length, manifest.pattern.segments));
  const open = new Uint32Array(board.records.length);
  const all = facts.map(({ fact }) => fact);
  const chancesBy = (before: readonly Fact[], last: Fact) =>
    Float64Array.from(people.places, (own, person) => {
      const count = last.keep(person, open, openCells(before, person, open));
      return chanceIn(board, open, count, own);
    });
  const blind = { control: 1 / board.total };
  const whole = { knows: facts.length, of: facts.length, ...blind };
  const bound = 1 / (manifest.curve === 'mean' ? k : p); // a mean is of a whole group
  return [
    intrusionOf({ intruder: 'shape', ...blind, bound: 1 / p }, chancesBy([], nearest)),
    intrusionOf({ intruder: 'curve', ...whole, bound: 1 / p }, chancesBy(all, nearest)),
    ...(told.length === 0
      ? []
      : [intrusionOf({ intruder: 'nearest-curve', ...whole, bound }, chancesBy(all, nearestCurves(told, instants)))]),
  ];
}
