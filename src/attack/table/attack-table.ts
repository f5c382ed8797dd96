import type { Counter } from '../../base/counting.ts';
import { Refusal } from '../../base/problem.ts';
import type { TableManifest } from '../../release/manifest.ts';
import { evidenceIn, rowName, subjectName } from '../../verify/evidence.ts';
import { foldColumn, isNormal } from '../../verify/folded-text.ts';
import { csvHeader } from '../../verify/header.ts';
import { noRowNumbers } from '../../verify/problems.ts';
import { csvSource, parquetHeader, parquetOf, parquetTypes, type Source, type SourceColumn } from '../../verify/source.ts';
import { longestRow } from '../../verify/two-readings.ts';
import type { Attacker } from '../attacker.ts';
import { type Board, boardOf } from '../board.ts';
import { attackLabels } from '../downcode.ts';
import { attackEnds } from '../ends.ts';
import type { Fact } from '../fact.ts';
import { inferAttributes } from '../infer.ts';
import { type Intrusion, intrusionOf } from '../intrusion.ts';
import { linkByFacts, stepsUpTo } from '../link.ts';
import type { OpenedRelease } from '../open-release.ts';
import { drawPeople, type People } from '../people.ts';
import { seekPresence } from '../presence.ts';
import { unsoundRelease } from '../problems.ts';
import { readCells, type Standing } from '../read-cells.ts';
import { type KnownColumn, proveOwn, type ReadFact, readFact } from '../read-facts.ts';

/** Every attack on a release of records, or of counts of them. */
export async function attackTable(release: OpenedRelease<TableManifest>, by: Attacker): Promise<readonly Intrusion[]> {
  const { counter, manifest } = release;
  const { k } = manifest.promises;
  const { standing, people, facts, secrets } = await readRecords(release, by);
  const { board } = standing;
  return [
    ...linkByLabels(board, facts, people, { manifest, by }),
    ...seekPresence(board, facts, people),
    ...(await inferAttributes(counter, { board, facts, people, secrets })),
    ...(await attackEnds(counter, standing, { k, by })),
    ...(manifest.shape === 'groups'
      ? []
      : await attackLabels(counter, standing, { k, by: { ...by, language: manifest.labels } })), // of counts nobody knows the records
  ];
}

/** Where everybody stands: a cell is a combination of labels. */
export async function standInRecords(release: OpenedRelease<TableManifest>): Promise<Standing> {
  const { counter, manifest, source } = release;
  const withRole = (...roles: readonly string[]) => source.columns.filter(({ declared }) => roles.includes(declared.role));
  const [told, secrets] = [withRole('quasi'), withRole('sensitive', 'kept')];
  const published = await readCells(counter, { table: source.table, line: 'row_number() OVER ()', told, secrets });
  await readStanding(release, told);
  const board = manifest.shape === 'groups' ? boardOf(await subjectsIn(counter)) : published; // counts may carry noise
  return { board, source, secrets, crowd: 'cell' };
}

async function readRecords(release: OpenedRelease<TableManifest>, by: Attacker) {
  const { counter, manifest, source } = release;
  const standing = await standInRecords(release);
  const told = source.columns.filter(({ declared }) => declared.role === 'quasi');
  const known = told.map((column, i): KnownColumn => ({ column, next: column, value: `v${i}` }));
  const columns = [...told, ...standing.secrets].map(({ declared }) => declared.of ?? declared.name);
  const people = await drawPeople(counter, { ...by, leftOut: manifest.unit === 'row', columns }, by);
  const facts: ReadFact[] = [];
  for (const one of known) facts.push(await readFact(counter, one, { ...by, language: manifest.labels }));
  proveOwn(facts, known, people.places, by);
  const secrets = standing.secrets.map((column, i) => ({ column, value: `v${told.length + i}` }));
  return { standing, people, facts: facts.map(({ fact }) => fact), secrets };
}

/** True subjects of each cell. */
async function subjectsIn(counter: Counter): Promise<Float64Array> {
  const crowds = 'SELECT cell, count(DISTINCT subject) AS crowd FROM standing GROUP BY cell';
  const [subjects] = await counter.doubles(
    `SELECT CAST(coalesce(crowd, 0) AS DOUBLE) FROM cells LEFT JOIN (${crowds}) USING (cell) ORDER BY cell`,
    1,
  );
  return subjects;
}

/** The very record that is known of somebody, and any record of the same person, where people have several. */
function linkByLabels(
  board: Board,
  facts: readonly Fact[],
  { places, starts, cells }: People,
  { manifest, by }: { readonly manifest: TableManifest; readonly by: Attacker },
): readonly Intrusion[] {
  const steps = stepsUpTo(facts.length);
  const looked = { places, random: by.random.fork('link') };
  const told = { of: facts.length, control: 1 / board.total };
  const own = linkByFacts(board, facts, steps, looked).map((chances, i) =>
    intrusionOf({ intruder: 'labels', knows: steps[i], ...told, bound: 1 / manifest.promises.k }, chances),
  );
  if (cells.length === places.length || manifest.shape === 'groups') return own; // one record each, or subjects are counted
  const any = linkByFacts(board, facts, steps, { ...looked, starts, cells }).map((chances, i) =>
    intrusionOf({ intruder: 'subject-by-labels', knows: steps[i], ...told }, chances),
  );
  return [...own, ...any];
}

/** Fills `standing(subject, row, cell)` from the evidence, which has the labels, the subject and the row of each published record. */
async function readStanding(
  { counter, folder, manifest }: OpenedRelease<TableManifest>,
  told: readonly SourceColumn[],
): Promise<void> {
  const { file, path, format, there } = await evidenceIn(folder, manifest);
  const names = there ? (format === 'csv' ? await csvHeader(path, ',') : await parquetHeader(counter, path)) : undefined;
  if (names?.at(-1) !== rowName || names.at(-2) !== subjectName) throw new Refusal(noRowNumbers(file));
  const columns = names.map((name) => ({ name, role: 'subject' as const, kind: 'text' as const }));
  const written: Source =
    format === 'csv'
      ? csvSource(path, columns, ',', { parallel: false, longestRow })
      : parquetOf(path, columns, await parquetTypes(counter, path));
  const [subject, row] = written.columns.slice(-2);
  const source = isNormal(manifest) ? await foldColumn(counter, written, subject) : written;
  const labels = told.map(({ declared, sql }) => `e.${source.columns[names.indexOf(declared.name)].sql} = cells.${sql}`);
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE standing AS SELECT e.${manifest.unit === 'row' ? row.sql : subject.sql} AS subject, CAST(e.${row.sql} AS BIGINT) AS row, cell
    FROM ${source.table} AS e JOIN cells ON ${labels.join(' AND ')}`,
  );
  const [evidence, found] = await counter.numbers(
    `SELECT (SELECT count(*) FROM ${source.table}), (SELECT count(DISTINCT row) FROM standing)`,
  );
  if (evidence !== found || found === 0) throw new Refusal(unsoundRelease('its evidence is not about the records it publishes'));
}
