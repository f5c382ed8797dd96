import assert from 'node:assert/strict';
import { type Random, randomFrom } from '../../../src/base/random.ts';
import { mdav } from '../../../src/clusters/mdav.ts';
import { linkKernel } from '../../../src/families/events/link-kernel.ts';
import { naive } from '../../../src/families/series/naive/naive.ts';
import { shapesOf, symbolAt } from '../../../src/families/series/shapes.ts';
import { ascending } from '../../../src/frame/gather.ts';
import { columnsOf, numbersFrom, spaceOf, tableOf } from '../../tables.ts';
import { type Part, without } from '../part.ts';

/** What a kernel is given, as plain lists. */
type Case =
  | {
      readonly kernel: 'naive';
      readonly rows: Rows;
      readonly k: number;
      readonly p: number;
      readonly segments: number;
      readonly maxLevel: number;
    }
  | { readonly kernel: 'mdav'; readonly rows: Rows; readonly k: number }
  | { readonly kernel: 'sax'; readonly rows: Rows; readonly segments: number; readonly level: number }
  | { readonly kernel: 'links'; readonly rows: Rows; readonly k: number; readonly confidence: number | undefined };
type Rows = readonly (readonly number[])[];

/** Kernels alone, counted again by what they promise. No file and no database, so a million cases take minutes. */
export const kernels: Part<Case> = {
  name: 'kernels',
  holds: 'groups have k, leaves P, bands all their members, links k carriers, words the letters of the definition',
  goal: 1_000_000,
  draw(seed, number) {
    const random = randomFrom(`kernels ${seed} ${number}`);
    const k = 2 + random.below(5);
    switch (random.below(4)) {
      case 0: {
        const rows = anyRows(random, k + random.below(40), 1 + random.below(6));
        const segments = 1 + random.below(rows[0].length);
        return { kernel: 'naive', rows, k, p: 2 + random.below(k - 1), segments, maxLevel: 1 + random.below(20) };
      }
      case 1:
        return { kernel: 'mdav', rows: anyRows(random, k + random.below(40), 1 + random.below(4)), k };
      case 2: {
        const rows = anyRows(random, 1 + random.below(6), 1 + random.below(12));
        return { kernel: 'sax', rows, segments: 1 + random.below(rows[0].length), level: 1 + random.below(26) };
      }
      default:
        return {
          kernel: 'links',
          rows: anyHistories(random, k),
          k,
          confidence: random.below(3) === 0 ? (300 + random.below(701)) / 1000 : undefined,
        };
    }
  },
  async attempt(one) {
    if (one.kernel === 'naive') tryNaive(one);
    else if (one.kernel === 'mdav') tryMdav(one);
    else if (one.kernel === 'sax') trySax(one);
    else tryLinks(one);
    return one.kernel;
  },
  *smaller(one) {
    const least = one.kernel === 'sax' ? 1 : one.kernel === 'links' ? 1 : one.k;
    for (const rows of without(one.rows, least)) yield { ...one, rows: one.kernel === 'links' ? shared(rows, one.k) : rows };
  },
};

function anyRows(random: Random, rows: number, columns: number): Rows {
  const drawn = Array.from({ length: columns }, () => numbersFrom(random, rows));
  return Array.from({ length: rows }, (_, r) => drawn.map((column) => column[r]));
}

/** Who did what in one window, as numbers of combinations; each is done by k or by nobody, as links begin with what k share. */
function anyHistories(random: Random, k: number): Rows {
  const kinds = 2 + random.below(7);
  const rows = Array.from({ length: k + random.below(14) }, () =>
    Array.from({ length: random.below(9) }, () => random.below(kinds)).sort((a, b) => a - b),
  );
  return shared(rows, k);
}

function shared(rows: Rows, k: number): Rows {
  const common = new Set([...new Set(rows.flat())].filter((kind) => rows.filter((row) => row.includes(kind)).length >= k));
  return rows.map((row) => row.filter((kind) => common.has(kind)));
}

function tryNaive({ rows, k, p, segments, maxLevel }: Case & { kernel: 'naive' }): void {
  const columns = columnsOf(rows);
  const decimals = columns.map(() => 2);
  const block = naive({
    ...{ k, p, segments, maxLevel, badLeaf: 'raw', trace: false, decimals },
    space: spaceOf(tableOf(columns, [])),
    seriesLength: columns.length,
    rows: ascending(rows.length),
  });
  assert.deepEqual(
    [...block.rows].sort((a, b) => a - b),
    [...ascending(rows.length)],
    'every row is there once',
  );
  for (let g = 0; g + 1 < block.groupStarts.length; g++) {
    const members = block.rows.subarray(block.groupStarts[g], block.groupStarts[g + 1]);
    assert.ok(members.length >= k, `a group of ${members.length}`);
    for (const row of members)
      for (const [c, value] of rows[row].entries()) {
        const [low, high] = [block.lower[g * columns.length + c], block.upper[g * columns.length + c]];
        assert.ok(low <= value && value <= high, 'a value lies outside its band');
      }
  }
  const starts = new Set(block.leafStarts);
  for (const start of block.groupStarts) assert.ok(starts.has(start), 'a leaf lies in two groups');
  for (let l = 0; l + 1 < block.leafStarts.length; l++)
    assert.ok(block.leafStarts[l + 1] - block.leafStarts[l] >= p, 'a leaf has fewer than P');
  for (const level of block.levels) assert.ok(level >= 1 && level <= maxLevel, `level ${level}`);
}

function tryMdav({ rows, k }: Case & { kernel: 'mdav' }): void {
  const step = rows[0].length;
  const { rows: order, starts } = mdav(
    { values: Float32Array.from(rows.flat()), step, from: 0, to: step },
    ascending(rows.length),
    k,
  );
  assert.deepEqual(
    [...order].sort((a, b) => a - b),
    [...ascending(rows.length)],
    'every row is there once',
  );
  for (let g = 0; g + 1 < starts.length; g++) {
    const size = starts[g + 1] - starts[g];
    assert.ok(size >= k && size < 2 * k, `a group of ${size}`);
  }
}

/** By the definition: z-normalised means of segments, laid between equally likely cells of a normal distribution. */
function trySax({ rows, segments, level }: Case & { kernel: 'sax' }): void {
  const length = rows[0].length;
  const { quantiles, flat } = shapesOf(columnsOf(rows), segments);
  for (const [s, row] of rows.entries()) {
    const mean = row.reduce((sum, value) => sum + value, 0) / length;
    const deviation = Math.sqrt(row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / length);
    if (flat[s] === 1) continue;
    for (let i = 0; i < segments; i++) {
      const part = row.slice(Math.floor((i * length) / segments), Math.floor(((i + 1) * length) / segments));
      const height = (part.reduce((sum, value) => sum + value, 0) / part.length - mean) / deviation;
      const place = normalBelow(height) * level;
      if (Math.abs(place - Math.round(place)) < 1e-6) continue; // on the border of two cells a last bit decides
      assert.equal(symbolAt(quantiles[s * segments + i], level), Math.floor(place), 'a letter differs from the definition');
    }
  }
}

/** The share of a normal distribution below z, by its power series (Marsaglia 2004). */
function normalBelow(z: number): number {
  if (Math.abs(z) > 8) return z < 0 ? 0 : 1 - 1e-16;
  let [sum, term] = [z, z];
  for (let i = 3; Math.abs(term) > 1e-17 * Math.abs(sum) && i < 2000; i += 2) sum += term *= (z * z) / i;
  return 0.5 + (sum * Math.exp(-0.5 * z * z)) / Math.sqrt(2 * Math.PI);
}

function tryLinks({ rows, k, confidence }: Case & { kernel: 'links' }): void {
  const [subjects, combinations, counts]: [number[], number[], number[]] = [[], [], []];
  for (const [subject, row] of rows.entries())
    for (const kind of new Set(row)) {
      subjects.push(subject);
      combinations.push(kind);
      counts.push(row.filter((other) => other === kind).length);
    }
  const window = {
    subjects: Uint32Array.from(subjects),
    combinations: Uint32Array.from(combinations),
    counts: Uint32Array.from(counts),
    parts: Uint32Array.from(combinations, (kind) => kind % 2),
    happenings: Uint32Array.from(combinations),
  };
  const linked = linkKernel.perform({ window, k, stages: ['part', 'window'], confidence });
  const sets = new Map<number, { readonly subject: number; readonly kinds: number[] }>();
  const left = rows.map((row) => [...row]);
  for (const [i, number] of linked.sets.entries()) {
    const [subject, kind] = [linked.subjects[i], linked.combinations[i]];
    const set = sets.get(number) ?? { subject, kinds: [] };
    sets.set(number, set);
    assert.equal(set.subject, subject, 'a number has two subjects');
    assert.ok(!set.kinds.includes(kind), 'a number has a combination twice');
    set.kinds.push(kind);
    const at = left[subject].indexOf(kind);
    assert.ok(at >= 0, 'a number has an event that its subject has not');
    left[subject].splice(at, 1);
  }
  const carriers = new Map<string, number[]>();
  const carry = (kinds: readonly number[], subject: number) => {
    const key = JSON.stringify(kinds.toSorted((a, b) => a - b));
    carriers.set(key, [...(carriers.get(key) ?? []), subject]);
  };
  for (const { subject, kinds } of sets.values()) {
    assert.ok(kinds.length > 1, 'a number links nothing');
    carry(kinds, subject);
  }
  for (const [kinds, who] of carriers) {
    assert.ok(new Set(who).size >= k, `${new Set(who).size} subjects carry ${kinds}`);
    assert.equal(new Set(who).size, who.length, 'a subject carries a linked set twice');
  }
  for (const [subject, row] of left.entries()) for (const kind of new Set(row)) carry([kind], subject);
  for (const [kinds, who] of carriers) assert.ok(new Set(who).size >= k, `${new Set(who).size} subjects are left with ${kinds}`);
  if (confidence === undefined) return;
  const kindsDone = new Set(rows.flat());
  for (const known of kindsDone) {
    const having = [...sets.values()].filter(({ kinds }) => kinds.includes(known));
    const people = rows.filter((row) => row.includes(known)).length;
    for (const other of kindsDone)
      if (other !== known)
        assert.ok(
          having.filter(({ kinds }) => kinds.includes(other)).length <= confidence * people + 1e-9,
          'one event tells another too surely',
        );
  }
}
