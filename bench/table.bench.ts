import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timed } from './measure-process.ts';
import { node, phasesOf, shoal } from './walks-against-copy.ts';

/**
 * What a plain table of persons loses: the Adult table with the hierarchies that ARX ships, in the folder named first. All nine columns are
 * quasi-identifiers, age is an interval, nothing is left out. `tsx bench/table.bench.ts FOLDER [fast|normal|best]`
 */
const [data, effort = 'normal'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'shoal-bench-'));
const columns = ['sex', 'race', 'marital-status', 'education', 'native-country', 'workclass', 'occupation', 'salary-class'];

/** Ages have a hundred leaves in ARX's hierarchy, of which the table has 17 to 90: by its measure a year is 1/99. */
const leavesOfAge = 99;
const yearsOfAge = 73;

const run = (k: number, labelsOf: string): readonly string[] => [
  ...[shoal, 'run', join(data, 'adult.csv'), '--delimiter', ';', '--family', 'table', '--subject', 'row', '-k', String(k)],
  ...['--quasi', ['age:number', ...columns.map((name) => `${name}:category`)].join(',')],
  ...['--hierarchy', columns.map((name) => `${name}=${join(data, `adult_hierarchy_${name}.csv`)}`).join(',')],
  ...['--labels-of', labelsOf, '--effort', effort, '--seed', '1', '--threads', '1'],
  ...['--out', join(folder, 'release'), '--force', '--json', '--progress', 'none'],
];

try {
  console.log(`| Adult, ${effort} | k | groups | NCP | limit | seconds by phase |`);
  console.log('|---|---|---|---|---|---|');
  const limits = { hierarchy: { 5: 0.042, 10: 0.066, 50: 0.148 }, sets: { 5: 0.0155, 10: 0.03, 50: 0.093 } };
  for (const [labelsOf, byK] of Object.entries(limits))
    for (const [k, limit] of Object.entries(byK)) {
      const { stdout } = await timed(node, run(Number(k), labelsOf));
      const { measure, release } = JSON.parse(stdout) as {
        measure: { columns: Record<string, number> };
        release: { groups: number };
      };
      const { age, ...others } = measure.columns;
      const ncp = [(age * yearsOfAge) / leavesOfAge, ...Object.values(others)].reduce((sum, loss) => sum + loss, 0) / 9;
      console.log(`| ${labelsOf} | ${k} | ${release.groups} | **${ncp.toFixed(4)}** | ${limit} | ${phasesOf(stdout)} |`);
    }
} finally {
  rmSync(folder, { recursive: true });
}
