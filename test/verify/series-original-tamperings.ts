import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Breach } from '../../src/verify/breaches.ts';
import { dataFile } from './tamperings.ts';
import { seal } from './written-release.ts';

/** One way to make a release, or its evidence, untrue of the original it came from. */
export interface SeriesOriginalTampering {
  readonly says: string;
  /** Whose release; PRISM's where left out. */
  readonly of?: 'naive' | 'kapra';
  /** Spoils the release folder. */
  readonly release?: (folder: string) => void;
  /** Spoils the original: its lines, the header first. */
  readonly original?: (lines: string[]) => void;
  readonly breach: readonly Breach['kind'][];
}

const lines = (change: (lines: string[]) => void) => (folder: string) => {
  const path = join(folder, 'internal', 'evidence.csv');
  const text = readFileSync(path, 'utf8').trimEnd().split('\n');
  change(text);
  writeFileSync(path, `${text.join('\n')}\n`);
};

/** ID,Name,Surname,H1..H8,Performance_SD */
const cells = (line: string, change: (cells: string[]) => void): string => {
  const split = line.split(',');
  change(split);
  return split.join(',');
};

/** Changes the cells of every published record alike, so that k and P still hold. GroupID,H1..H7,H8,Performance_SD,Pattern,Level */
const everywhere = (change: (cells: string[]) => void) => (folder: string) => {
  const path = dataFile(folder);
  const [header, ...rows] = readFileSync(path, 'utf8').trimEnd().split('\n');
  writeFileSync(path, `${[header, ...rows.map((row) => cells(row, change))].join('\n')}\n`);
  seal(folder);
};

export const seriesOriginalTamperings: readonly SeriesOriginalTampering[] = [
  {
    says: 'a row that the original does not have',
    release: lines((text) => text.splice(5, 1, '999999')),
    breach: ['foreign-record'],
  },
  { says: 'a row that is no number', release: lines((text) => text.splice(5, 1, 'five')), breach: ['foreign-record'] },
  { says: 'a row told twice', release: lines((text) => text.splice(5, 1, text[6])), breach: ['repeated-record'] },
  {
    says: 'two records of one subject, by the names that the original has',
    original: (text) => {
      const [id] = text[7].split(',');
      text[8] = cells(text[8], (split) => void (split[0] = id));
    },
    breach: ['repeated-subject'],
  },
  { says: 'a row too few', release: lines((text) => text.pop()), breach: ['evidence-differs'] },
  { says: 'a row too many', release: lines((text) => text.push('1')), breach: ['evidence-differs'] },
  {
    says: 'a curve that lies elsewhere',
    original: (text) => {
      text[8] = cells(text[8], (split) => {
        for (let t = 3; t < 11; t++) split[t] = String(Number(split[t]) + 1000);
      });
    },
    breach: ['outside-band'],
  },
  {
    says: 'one value above its band',
    original: (text) => {
      text[8] = cells(text[8], (split) => split.splice(3, 1, '100000'));
    },
    breach: ['outside-band', 'outside-pattern'],
  },
  {
    says: 'a pattern that is not around its members',
    release: (folder) => {
      const path = dataFile(folder);
      const [header, ...rows] = readFileSync(path, 'utf8').trimEnd().split('\n');
      const [pattern, group] = [rows[0].split(',').at(-2) ?? '', rows[0].split(',')[0]];
      const changed = rows.map((row) => (row.split(',')[0] === group ? row.replace(pattern, 'a|a|a|a') : row));
      writeFileSync(path, `${[header, ...changed].join('\n')}\n`);
      seal(folder);
    },
    breach: ['outside-pattern'],
  },
  {
    says: 'another sensitive value',
    original: (text) => {
      text[8] = cells(text[8], (split) => split.splice(11, 1, 'elsewhere'));
    },
    breach: ['changed-value'],
  },
  ...(['naive', 'kapra'] as const).flatMap((of): SeriesOriginalTampering[] => [
    { says: `a row of ${of} told twice`, of, release: lines((text) => text.splice(5, 1, text[6])), breach: ['repeated-record'] },
    { says: `a row of ${of} too few`, of, release: lines((text) => text.pop()), breach: ['evidence-differs'] },
    {
      says: `a band of ${of} around nobody`,
      of,
      release: everywhere((cells) => cells.splice(1, 1, '[900000-900001]')),
      breach: ['outside-band'],
    },
    {
      says: `a label of ${of} that names nobody`,
      of,
      release: everywhere((cells) => cells.splice(8, 1, '{-1|-2}')),
      breach: ['false-label'],
    },
    {
      says: `a sensitive cell of ${of} that is another's`,
      of,
      release: everywhere((cells) => cells.splice(9, 1, 'elsewhere')),
      breach: ['changed-value'],
    },
    {
      says: `a pattern of ${of} that is nobody's`,
      of,
      release: everywhere((cells) => cells.splice(10, 2, 'aaaa', '4')),
      breach: of === 'naive' ? ['borrowed-pattern'] : ['outside-pattern'],
    },
  ]),
];
