import type { Random } from '../base/random.ts';
import { ascending, gatheredRows } from '../frame/gather.ts';
import type { Partition } from '../frame/partition.ts';
import type { ClusterTask } from './cluster-task.ts';
import { companyOf, fewest } from './company.ts';
import type { Crowd } from './crowd.ts';
import { joinGroups } from './join-groups.ts';
import { type Attribute, type LossSpace, treeLoss } from './loss-space.ts';

/**
 * K-Means over losses, as in the road operator's description: max(n // k, 1) clusters, then each cluster of fewer than k subjects, the smallest
 * first, joins the nearest one that has them. The distance of a record from a centre is what each attribute would lose if both had one label,
 * squared and summed. A centre is a mean second around the clock, a mean number, and of a tree the middle one of its leaves, which lies in the
 * branch that has more than half of them. Seeds are drawn by k-means++ (Arthur and Vassilvitskii, SODA 2007).
 */
export function kMeans({ space, tally: { crowd }, k }: ClusterTask, rows: Uint32Array, random: Random): Partition {
  const { attributes } = space;
  const clusters = Math.max(1, Math.floor(rows.length / k));
  const records = {
    attributes,
    columns: attributes.map((attribute, a) => columnOf(space, attribute, a, rows)),
    centres: attributes.map(() => new Float64Array(clusters)),
  };
  const cluster = seedClusters(records, random);
  let members = membersOf(cluster, clusters);
  for (let round = 0; round < rounds; round++) {
    moveCentres(records, members);
    if (!moveRecords(records, cluster)) break;
    members = membersOf(cluster, clusters);
  }
  moveCentres(records, members);
  const groups = { rows: gatheredRows(rows, members.rows), starts: members.starts };
  return joinGroups(groups, homes({ ...records, columns: records.centres }, groups, crowd, k));
}

/** Records, and the centres they gather around, attribute by attribute. */
interface Around {
  readonly attributes: readonly Attribute[];
  readonly columns: readonly Float64Array[];
  readonly centres: readonly Float64Array[];
}

/** Later rounds move hardly anyone. */
const rounds = 8;

/** A line's column holds numbers here, not their places: means are taken of them. */
function columnOf({ matrix }: LossSpace, attribute: Attribute, a: number, rows: Uint32Array): Float64Array {
  const column = new Float64Array(rows.length);
  const base = a * matrix.columnStep;
  for (let i = 0; i < rows.length; i++) {
    const value = matrix.values[base + rows[i] * matrix.rowStep];
    column[i] = attribute.kind === 'line' ? attribute.points[value] : value;
  }
  return column;
}

/** Of a record from centre c; once it is sure to be `enough` or more, any number of at least that. */
function distance({ attributes, columns, centres }: Around, row: number, c: number, enough: number): number {
  let sum = 0;
  for (let a = 0; a < attributes.length && sum < enough; a++) {
    const loss = lossBetween(attributes[a], columns[a][row], centres[a][c]);
    sum += loss * loss;
  }
  return sum;
}

function lossBetween(attribute: Attribute, value: number, centre: number): number {
  if (attribute.kind === 'tree')
    return (
      attribute.weight *
      ((value < centre ? treeLoss(attribute, value, centre) : treeLoss(attribute, centre, value)) - attribute.leaf)
    );
  const apart = Math.abs(value - centre);
  if (attribute.kind === 'circle') return attribute.weight * (Math.min(apart, daySeconds - apart) / daySeconds);
  const { points } = attribute;
  return (attribute.weight * apart) / (points[points.length - 1] - points[0] || 1);
}

const daySeconds = 86_400;

function seedClusters(records: Around, random: Random): Uint32Array {
  const { columns, centres } = records;
  const size = columns[0].length;
  const cluster = new Uint32Array(size);
  const apart = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
  let row = random.below(size);
  for (let c = 0; c < centres[0].length; c++) {
    for (const [a, centre] of centres.entries()) centre[c] = columns[a][row];
    let sum = 0;
    for (let i = 0; i < size; i++) {
      const far = distance(records, i, c, apart[i]);
      if (far < apart[i]) {
        apart[i] = far;
        cluster[i] = c;
      }
      sum += apart[i];
    }
    row = drawRow(apart, sum, random);
  }
  return cluster;
}

/** A row with a probability that grows with its squared distance from all centres; any row where all of them are centres already. */
function drawRow(apart: Float64Array, sum: number, random: Random): number {
  if (sum === 0) return random.below(apart.length);
  let left = random.unit() * sum;
  let row = 0;
  while (row + 1 < apart.length && left >= apart[row]) left -= apart[row++];
  return row;
}

/** Puts each record to its nearest centre, and says whether any went elsewhere. */
function moveRecords(records: Around, cluster: Uint32Array): boolean {
  const { centres } = records;
  let moved = false;
  for (let i = 0; i < cluster.length; i++) {
    let best = cluster[i];
    let least = distance(records, i, best, Number.POSITIVE_INFINITY);
    for (let c = 0; c < centres[0].length && least > 0; c++) {
      const far = distance(records, i, c, least);
      if (far < least) {
        least = far;
        best = c;
      }
    }
    moved ||= best !== cluster[i];
    cluster[i] = best;
  }
  return moved;
}

function membersOf(cluster: Uint32Array, clusters: number): Partition {
  const starts = new Uint32Array(clusters + 1);
  for (const c of cluster) starts[c + 1]++;
  for (let c = 0; c < clusters; c++) starts[c + 1] += starts[c];
  const ends = starts.slice(0, clusters);
  const rows = new Uint32Array(cluster.length);
  for (let i = 0; i < cluster.length; i++) rows[ends[cluster[i]]++] = i;
  return { rows, starts };
}

/** A centre that nobody belongs to stays where it is. */
function moveCentres({ attributes, columns, centres }: Around, { rows, starts }: Partition): void {
  const values = new Float64Array(rows.length);
  for (const [a, attribute] of attributes.entries()) {
    for (let i = 0; i < rows.length; i++) values[i] = columns[a][rows[i]];
    for (let c = 0; c + 1 < starts.length; c++)
      if (starts[c] < starts[c + 1]) centres[a][c] = centreOf(attribute.kind, values.subarray(starts[c], starts[c + 1]));
  }
}

function centreOf(kind: Attribute['kind'], values: Float64Array): number {
  if (kind === 'tree') return values.sort()[values.length >> 1];
  if (kind === 'line') return values.reduce((sum, value) => sum + value, 0) / values.length;
  let east = 0;
  let north = 0;
  for (const second of values) {
    east += Math.cos((2 * Math.PI * second) / daySeconds);
    north += Math.sin((2 * Math.PI * second) / daySeconds);
  }
  return ((Math.atan2(north, east) / (2 * Math.PI)) * daySeconds + daySeconds) % daySeconds;
}

/** Where each cluster goes: the smallest first to the nearest that has k subjects, or while none has, to the nearest of all. */
function homes(centres: Around, groups: Partition, { subjects }: Crowd, k: number): Uint32Array {
  const company = companyOf(groups, subjects, k);
  const home = ascending(company.length);
  const filled = [...home].filter((c) => company[c].size > 0);
  const small = new Set(filled.filter((c) => company[c].size < k));
  const large = filled.filter((c) => company[c].size >= k);
  while (small.size > 0) {
    const guest = fewest(small, company);
    small.delete(guest);
    const host = nearest(centres, guest, large.length > 0 ? large : small);
    if (host < 0) break;
    home[guest] = host;
    for (const subject of company[guest]) company[host].add(subject);
    if (company[host].size >= k && small.delete(host)) large.push(host);
  }
  return home;
}

function nearest(centres: Around, guest: number, hosts: Iterable<number>): number {
  let host = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const other of hosts) {
    const far = distance(centres, guest, other, least);
    if (far >= least) continue;
    least = far;
    host = other;
  }
  return host;
}
