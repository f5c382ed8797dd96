import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SeriesManifest } from '../../src/release/manifest.ts';
import type { Breach } from '../../src/verify/breaches.ts';
import { dataFile } from './tamperings.ts';
import { changeManifestOf, seal } from './written-release.ts';

/** One way to make published means, or the values behind them, untrue. */
export interface MeanCurveTampering {
  readonly says: string;
  readonly spoil: (folder: string) => void;
  readonly breach: readonly Breach['kind'][];
  /** Where only the original tells. */
  readonly beside?: true;
}

type Cells = Record<string, string>;

const tableIn = (path: string): { readonly header: readonly string[]; readonly rows: Cells[] } => {
  const [header, ...rows] = readFileSync(path, 'utf8').trimEnd().split('\n');
  const names = header.split(',');
  return { header: names, rows: rows.map((row) => Object.fromEntries(row.split(',').map((cell, at) => [names[at], cell]))) };
};

const put = (path: string, header: readonly string[], rows: readonly Cells[]): void =>
  writeFileSync(path, [header.join(','), ...rows.map((row) => header.map((name) => row[name]).join(',')), ''].join('\n'));

const published = (change: (rows: Cells[]) => void) => (folder: string) => {
  const { header, rows } = tableIn(dataFile(folder));
  change(rows);
  put(dataFile(folder), header, rows);
  seal(folder);
};

const values = (change: (rows: Cells[], header: string[]) => void) => (folder: string) => {
  const path = join(folder, 'internal/values.csv');
  const { header, rows } = tableIn(path);
  const names = [...header];
  change(rows, names);
  put(path, names, rows);
};

const membersOf = (rows: readonly Cells[], of: Cells): readonly Cells[] => rows.filter(({ GroupID }) => GroupID === of.GroupID);
const told = (rows: readonly Cells[]): Cells => rows.find(({ H1_curve }) => H1_curve !== '') as Cells; // there are such
const moved = (cell: string, by: number): string => (Number(cell) + by).toFixed(2);

export const meanCurveTamperings: readonly MeanCurveTampering[] = [
  {
    says: 'another mean for one record of a group, in its own pattern',
    spoil: published((rows) => {
      const patterns = (row: Cells) => new Set(membersOf(rows, row).map(({ Pattern }) => Pattern)).size;
      const one = rows.find((row) => row.H2_curve !== '' && patterns(row) > 1) as Cells; // Naive leaves groups of several patterns
      for (const row of membersOf(rows, one)) if (row.Pattern !== one.Pattern) row.H2_curve = moved(row.H2_curve, 0.01);
    }),
    breach: ['split-mean'],
  },
  {
    says: 'a mean that is a hundredth off',
    spoil: published((rows) => {
      for (const row of membersOf(rows, told(rows))) row.H3_curve = moved(row.H3_curve, 0.02);
    }),
    breach: ['wrong-mean'],
  },
  {
    says: 'a mean beyond the band',
    spoil: published((rows) => {
      for (const row of membersOf(rows, told(rows))) row.H4_curve = '9999.00';
    }),
    breach: ['mean-outside-band'],
  },
  {
    says: 'a blank where nobody dominates',
    spoil: published((rows) => {
      for (const row of membersOf(rows, told(rows))) row.H8_curve = '';
    }),
    breach: ['needless-blank'],
  },
  {
    says: 'a mean where two dominate',
    spoil: published((rows) => {
      const blank = rows.find(({ H1_curve }) => H1_curve === '') as Cells; // two of the fixture hold nearly all of it
      const [, lower] = /^\[(\d+)-/.exec(blank.H1) ?? [];
      for (const row of membersOf(rows, blank)) row.H1_curve = `${lower}.00`;
    }),
    breach: ['dominated-mean', 'wrong-mean'],
  },
  {
    says: 'a mean that is no number',
    spoil: published((rows) => void (rows[0].H1_curve = 'x')),
    breach: ['malformed-number'],
  },
  {
    says: 'values of other instants',
    spoil: values((_, header) => header.splice(0, 1, 'H9')),
    breach: ['values-unreadable'],
  },
  { says: 'a value too few', spoil: values((rows) => void rows.pop()), breach: ['evidence-differs'] },
  { says: 'a value that is no number', spoil: values((rows) => void (rows[3].H5 = 'much')), breach: ['evidence-not-a-number'] },
  {
    says: 'a value beyond the band',
    spoil: values((rows) => void (rows[3].H5 = '99999')),
    breach: ['dominated-mean', 'outside-band', 'wrong-mean'],
  },
  {
    says: 'values of two members of a group that are exchanged in part, and so have the same mean',
    spoil: (folder) => {
      const data = tableIn(dataFile(folder)).rows;
      values((rows) => {
        const [one, other] = data.flatMap(({ GroupID }, at) => (GroupID === told(data).GroupID ? [rows[at]] : []));
        [one.H6, other.H6] = one.H6 === other.H6 ? [moved(one.H6, 0), moved(other.H6, 0)] : [other.H6, one.H6];
        if (one.H6 === other.H6) throw new Error('two members that differ');
      })(folder);
    },
    breach: ['changed-value'],
    beside: true,
  },
  {
    says: 'no values, beside the original',
    spoil: (folder) => rmSync(join(folder, 'internal/values.csv')),
    breach: ['values-missing'],
    beside: true,
  },
  {
    says: 'means that are declared as what band and pattern make',
    spoil: (folder) => changeManifestOf<SeriesManifest>(folder, (manifest) => void delete manifest.curve),
    breach: ['empty-cell'],
  },
  {
    says: 'means without a column for them',
    spoil: (folder) =>
      changeManifestOf<SeriesManifest>(folder, (manifest) => {
        manifest.columns = manifest.columns.filter(({ role }) => role !== 'curve');
      }),
    breach: ['missing-role'],
  },
];
