import type { Counter } from '../../base/counting.ts';
import type { ManifestColumn, TableManifest } from '../../release/manifest.ts';
import { breachesOfFaults } from '../column-faults.ts';
import type { CombinationBreach } from '../events/combination-breaches.ts';
import { type Evidence, withEvidence } from '../evidence.ts';
import type { EvidenceBreach } from '../evidence-breaches.ts';
import type { DataFindings } from '../findings.ts';
import { foldText, isNormal } from '../folded-text.ts';
import { countCheck, meanCheck, quasiChecks } from '../label-checks.ts';
import { list } from '../layout.ts';
import { checkRowCount } from '../row-count.ts';
import { checkCellsIn } from '../series/cells.ts';
import type { Classes } from '../series/classes.ts';
import type { Source, SourceColumn } from '../source.ts';
import { checkCounts } from './cell-noise.ts';
import { checkMeans, membersWith, unreadableValues } from './means.ts';
import { checkOverlaps } from './overlaps.ts';
import { andOriginal, andPopulation, type TableCase } from './table-case.ts';
import { tableCensus } from './table-census.ts';

/**
 * One row for each combination of labels. Its count and means are claims about records that did not leave: where the evidence has these, they are
 * counted and averaged again; else a count of at least k is what can be seen, and it is necessary.
 */
export async function checkTableGroups(table: TableCase): Promise<DataFindings> {
  const { counter, source, place, missing } = table;
  const layout = groupsIn(source);
  await counter.ask(`CREATE OR REPLACE TEMP TABLE published AS SELECT row_number() OVER () AS row, * FROM ${source.table}`);
  const seen = await judgePublished(table, layout);
  if (!place.there || seen.breaches.length > 0) {
    const breaches = [...seen.breaches, ...missing];
    const alone = { ...seen, breaches, ...(await takeCensus(table, breaches, toldSizes(layout.count))) };
    return andPopulation(table, layout.quasi, toldCrowd(table, layout), alone);
  }

  const columns = [...layout.quasi.map(({ declared }) => declared), ...layout.means.map(averagedValues)];
  const compare = (evidence: Evidence) => compareGroups(counter, layout, evidence);
  const form = { columns, delimiter: ',' as const, rowNumbers: true, normal: isNormal(table.manifest), compare };
  const proved = await withEvidence(counter, place, form, async (evidence) => {
    const judged = await judgeByEvidence(table, layout, seen);
    const behind = { ...toldCrowd(table, layout), subjects: 'SELECT subject FROM members' }; // counts that hold are those of the subjects
    return andOriginal(table, evidence, await andPopulation(table, layout.quasi, behind, judged));
  });
  return 'length' in proved ? { ...seen, breaches: proved } : proved;
}

interface GroupsLayout {
  readonly quasi: readonly SourceColumn[];
  readonly count: SourceColumn;
  readonly means: readonly SourceColumn[];
}

/** In the declared order: labels, then the count, then means. */
function groupsIn({ columns }: Source): GroupsLayout {
  const at = columns.findIndex(({ declared }) => declared.role === 'count');
  return { quasi: columns.slice(0, at), count: columns[at], means: columns.slice(at + 1) };
}

/** The values behind a mean, as the evidence holds them: under the name they have in the input. */
const averagedValues = ({ declared: { of, name } }: SourceColumn): ManifestColumn => ({
  name: of ?? name,
  role: 'mean',
  kind: 'text',
});

async function judgePublished(
  { counter, source, manifest }: TableCase,
  { quasi, count, means }: GroupsLayout,
): Promise<DataFindings & { readonly classes: Classes }> {
  const { data, labels } = manifest;
  const checks = [...quasiChecks(quasi, labels), countCheck(count), ...means.map(meanCheck)];
  const table = '(SELECT *, 1 AS n FROM published)';
  const cells = await checkCellsIn(counter, { source, table, file: data.file }, checks);
  const { rows, smallest, small } = await sizesIn(
    counter,
    `SELECT row, TRY_CAST(${count.sql} AS BIGINT) AS size FROM published`,
    manifest,
  );
  const again = `SELECT max(row) AS row FROM published GROUP BY ${list(quasi)} HAVING count(*) > 1`;
  const [repeated, at] = await counter.numbers(`SELECT count(*), min(row) FROM (${again})`);
  const alike = repeated > 0 ? { count: 0, row: 0 } : await alikeIn(counter, quasi);
  const breaches: DataFindings['breaches'][number][] = [
    ...checkRowCount(rows, data),
    ...cells,
    ...(repeated > 0 ? [{ kind: 'repeated-combination' as const, file: data.file, combinations: repeated, row: at }] : []),
    ...(alike.count > 0
      ? [{ kind: 'alike-combination' as const, file: data.file, combinations: alike.count, row: alike.row }]
      : []),
    ...small,
  ];
  if (breaches.length === 0) breaches.push(...(await checkOverlaps(counter, 'published', quasi, manifest)));
  const groups = rows - repeated;
  const classes = { rows, groups, leaves: groups, smallestGroup: smallest, smallestLeaf: smallest };
  return { breaches, classes, counted: 'counts' };
}

/** Combinations with their counts as they are told; how many records are behind them is not. */
const toldSizes = ({ sql }: SourceColumn): string => `SELECT *, TRY_CAST(${sql} AS BIGINT) AS size, size AS n FROM published`;

/** Combinations with the subjects that they tell of; with noise that is not how many there are. */
const toldCrowd = ({ manifest }: TableCase, { quasi, count }: GroupsLayout) => ({
  combinations: `SELECT ${list(quasi)}, ${manifest.noise === undefined ? `TRY_CAST(${count.sql} AS BIGINT)` : '0'} AS size FROM published`,
  subjects: undefined,
});

/** Of rows that hold, where it is asked for. */
async function takeCensus(
  { counter, source, manifest, census }: TableCase,
  breaches: DataFindings['breaches'],
  combinations: string,
): Promise<Pick<DataFindings, 'census'>> {
  return census && breaches.length === 0 ? { census: await tableCensus(counter, `(${combinations})`, source, manifest) } : {};
}

/** Combinations whose labels have one normal form, in the table `published`. */
async function alikeIn(counter: Counter, quasi: readonly SourceColumn[]): Promise<{ count: number; row: number }> {
  const folded = [];
  for (const { sql } of quasi) folded.push(await foldText(counter, { table: 'published', text: sql, name: `form_of_${sql}` }));
  const joins = folded.map(({ join }) => join).join(' ');
  const again = `SELECT max(row) AS row FROM published ${joins} GROUP BY ${folded.map(({ form }) => form).join(', ')} HAVING count(*) > 1`;
  const [count, row] = await counter.numbers(`SELECT count(*), coalesce(min(row), 0) FROM (${again})`);
  return { count, row };
}

/** How large the groups are, and the breach where some are smaller than k. */
async function sizesIn(counter: Counter, groups: string, { promises: { k }, data: { file } }: TableManifest) {
  const [rows, smallest, few, row] = await counter.numbers(
    `SELECT count(*), coalesce(min(size), 0), count_if(size < ${k}), min(row) FILTER (size < ${k}) FROM (${groups})`,
  );
  const small: CombinationBreach[] =
    few > 0 ? [{ kind: 'small-combination', file, combinations: few, smallest, k, counted: 'subjects', row }] : [];
  return { rows, smallest, small };
}

/**
 * Puts the records of the evidence to the rows they were added up in: the table `members` has one row for each published row and subject, with
 * what the subject adds to each mean. A record that fits no row, and a row that fits no record, is evidence about something else.
 */
async function compareGroups(
  counter: Counter,
  { quasi, means }: GroupsLayout,
  { file, source, subject }: Evidence,
): Promise<readonly EvidenceBreach[]> {
  const values = source.columns.slice(quasi.length, quasi.length + means.length);
  const alike = quasi.map(({ sql }) => `e.${sql} = p.${sql}`).join(' AND ');
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE members AS SELECT p.row AS row, e.${subject.sql} AS subject, count(*) AS n${membersWith(values)}
    FROM ${source.table} AS e LEFT JOIN published AS p ON ${alike} GROUP BY p.row, e.${subject.sql}`,
  );
  const [strange, nobody] = await counter.numbers(
    "SELECT coalesce(sum(n) FILTER (row IS NULL), 0), coalesce(sum(n) FILTER (trim(subject) = ''), 0) FROM members",
  );
  const [empty] = await counter.numbers('SELECT count(*) FROM published ANTI JOIN members USING (row)');
  if (strange + empty > 0) return [{ kind: 'evidence-differs', file, rows: strange + empty }];
  if (nobody > 0) return [{ kind: 'evidence-incomplete', file, rows: nobody }];
  return unreadableValues(counter, values, file);
}

async function judgeByEvidence(
  table: TableCase,
  { count, means }: GroupsLayout,
  { classes }: DataFindings & { readonly classes: Classes },
): Promise<DataFindings> {
  const { counter, manifest, noiseKey } = table;
  const { file } = manifest.data;
  const behind = 'SELECT row, count(*) AS size FROM members GROUP BY row';
  const { smallest, small } = await sizesIn(counter, behind, manifest);
  const [records, subjects] = await counter.numbers('SELECT sum(n), count(DISTINCT subject) FROM members');
  const breaches: DataFindings['breaches'] = [
    ...small,
    ...breachesOfFaults(await checkCounts(counter, count, manifest.noise, noiseKey), file),
    ...(await checkMeans(counter, means, manifest)),
  ];
  if (manifest.noise !== undefined)
    // true sizes beside the told ones would undo the noise
    return {
      breaches,
      classes: { ...classes, records, subjects },
      counted: 'subjects',
      ...(await takeCensus(table, breaches, toldSizes(count))),
      ...(noiseKey === undefined ? {} : { noise: true as const }),
    };
  const sizes = { ...classes, records, smallestGroup: smallest, smallestLeaf: smallest, subjects };
  const combinations = `SELECT published.*, size, n FROM published JOIN (SELECT row, count(*) AS size, CAST(sum(n) AS BIGINT) AS n FROM members GROUP BY row) USING (row)`;
  return { breaches, classes: sizes, counted: 'subjects', ...(await takeCensus(table, breaches, combinations)) };
}
