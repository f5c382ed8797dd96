import type { Counter } from '../../base/counting.ts';
import { Refusal } from '../../base/problem.ts';
import type { TableManifest } from '../../release/manifest.ts';
import { type Combinations, readCombinations } from '../events/combinations.ts';
import { judgeCombinations } from '../events/judge-combinations.ts';
import { compareRows, type Evidence, evidenceIn, withEvidence } from '../evidence.ts';
import type { EvidenceBreach } from '../evidence-breaches.ts';
import type { DataFindings } from '../findings.ts';
import { isNormal } from '../folded-text.ts';
import { quasiChecks } from '../label-checks.ts';
import { list } from '../layout.ts';
import { checkModels } from '../models/check-models.ts';
import { noNoise, noRowNumbers } from '../problems.ts';
import { checkRowCount } from '../row-count.ts';
import type { RowsCase } from '../rows-case.ts';
import { checkCellsIn } from '../series/cells.ts';
import type { Source, SourceColumn } from '../source.ts';
import { checkOverlaps } from './overlaps.ts';
import { andOriginal, andPopulation, type TableCase } from './table-case.ts';
import { tableCensus } from './table-census.ts';
import { checkTableGroups } from './table-groups.ts';

/** Rows of transactions: labels in one language, and k distinct subjects behind each combination of them, told row by row or added up. */
export async function checkTableRows(
  counter: Counter,
  source: Source,
  manifest: TableManifest,
  { folder, stage, original, census, noiseKey, population }: RowsCase,
): Promise<DataFindings> {
  const place = await evidenceIn(folder, manifest);
  if (original !== undefined && !place.there) throw new Refusal(noRowNumbers(place.file));
  if (noiseKey !== undefined && (manifest.noise === undefined || !place.there))
    throw new Refusal(noNoise(manifest.noise === undefined ? undefined : place.file));
  const missing: EvidenceBreach[] = place.there || stage === 'published' ? [] : [{ kind: 'evidence-missing', file: place.file }];
  const judge = manifest.shape === 'groups' ? checkTableGroups : checkTableRecords;
  return judge({ counter, source, manifest, place, missing, original, census, noiseKey, population });
}

/** Where there is evidence, it is the published rows with their subjects, and counting in it is counting in them. */
async function checkTableRecords(table: TableCase): Promise<DataFindings> {
  const { counter, source, place, missing } = table;
  const columns = source.columns.map(({ declared }) => declared);
  const compare = (evidence: Evidence) => compareRows(counter, source, evidence);
  const proved = place.there
    ? await withEvidence(
        counter,
        place,
        { columns, delimiter: ',', rowNumbers: true, normal: isNormal(table.manifest), compare },
        async (evidence) => {
          const counts = await readCombinations(counter, evidence.source, {
            quasi: quasiOf(source),
            who: { column: evidence.subject, fault: 'NULL' },
          });
          const found = await judgeRows(table, counts, 'subjects');
          const crowd = {
            combinations: `SELECT ${list(quasiOf(source))}, size FROM combinations`,
            subjects: `SELECT ${evidence.subject.sql} AS subject FROM ${evidence.source.table}`,
          };
          const beside = await andPopulation(table, quasiOf(source), crowd, await withModels(table, found, evidence));
          return andOriginal(table, evidence, beside);
        },
      )
    : missing;
  if (!('length' in proved)) return proved;
  const counts = await readCombinations(counter, source, { quasi: quasiOf(source), who: undefined });
  const size = table.manifest.unit === 'row' ? 'size' : '0 AS size'; // rows need not be of different subjects
  const crowd = { combinations: `SELECT ${list(quasiOf(source))}, ${size} FROM combinations`, subjects: undefined };
  const judged = await withModels(table, await judgeRows(table, counts, 'rows'), undefined);
  const seen = await andPopulation(table, quasiOf(source), crowd, judged);
  return { ...seen, breaches: [...seen.breaches, ...proved] };
}

/** Promises about sensitive values, of groups that are sound otherwise; by subjects too, where the evidence tells who repeats. */
async function withModels(
  { counter, source, manifest }: TableCase,
  found: DataFindings,
  evidence: Evidence | undefined,
): Promise<DataFindings> {
  const { promises, data, unit } = manifest;
  if (promises.models === undefined || found.breaches.length > 0) return found;
  const subject = unit === 'row' ? undefined : evidence?.subject;
  const judged = {
    counter,
    source: evidence?.source ?? source,
    alike: quasiOf(evidence?.source ?? source),
    subject,
    file: data.file,
  };
  return { ...found, breaches: await checkModels(promises.models, judged) };
}

async function judgeRows(
  { counter, source, manifest, census }: TableCase,
  counts: Combinations,
  counted: 'subjects' | 'rows',
): Promise<DataFindings> {
  const { data, promises, labels } = manifest;
  const quasi = quasiOf(source);
  const cells = await checkCellsIn(counter, { source, table: 'combinations', file: data.file }, quasiChecks(quasi, labels));
  const found = await judgeCombinations(counter, { source, quasi, file: data.file, ...promises }, counts, counted);
  const breaches = [...checkRowCount(counts.rows, data), ...cells, ...found.breaches];
  const firstRow = `SELECT ${list(quasi)}, min(row) AS row FROM (SELECT row_number() OVER () AS row, * FROM ${source.table}) GROUP BY ${list(quasi)}`;
  const overlaps = breaches.length > 0 ? [] : await checkOverlaps(counter, `(${firstRow})`, quasi, manifest);
  return {
    ...found,
    breaches: [...breaches, ...overlaps],
    ...(census ? { census: await tableCensus(counter, 'combinations', source, manifest) } : {}),
  };
}

const quasiOf = ({ columns }: Source): readonly SourceColumn[] => columns.filter(({ declared }) => declared.role === 'quasi');
