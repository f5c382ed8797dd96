import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventsManifest } from '../../src/release/manifest.ts';
import type { Breach } from '../../src/verify/breaches.ts';
import { dataFile } from './tamperings.ts';
import { changeManifestOf, seal } from './written-release.ts';

/** One way to make a release of events, or its evidence, untrue of the log it came from. */
export interface EventOriginalTampering {
  readonly says: string;
  /** Whose release: `random` where left out. */
  readonly of?: 'random' | 'keep' | 'drop' | 'rotate' | 'order' | 'durations';
  readonly release?: (folder: string) => void;
  /** Spoils the original: its lines, the header first. */
  readonly original?: (lines: string[]) => void;
  readonly breach: readonly Breach['kind'][];
}

const homes = [0, 1, 2, 3, 4, 5];

/**
 * Lines of the log: a fall of every home on Monday of week 10 at night, smoke on its Tuesday by day, an empty battery, and for homes 0 and 1 a
 * fall in a week of their own. The last two have no time and no class.
 */
export const logLines: readonly string[] = [
  'GUID;OD_ISO;dogodek',
  ...homes.flatMap((home) => [
    `home-${home};2024-03-04T23:10:00;fall`,
    `home-${home};2024-03-05T09:00:00;smoke.kitchen`,
    `home-${home};2024-03-05T09:00:00;power.low`,
  ]),
  'home-0;2024-03-11T23:00:00;fall',
  'home-1;2024-03-18T22:00:00;fall',
  'home-2;yesterday;fall',
  'home-2;2024-03-04T23:10:00;unheard of',
];
export const mappingLines = 'code;class\nfall;fall_detected\nsmoke.*;smoke_detected\npower.*;power_event\n';

/** The row of the input, from 1, that has this text. */
const rowOf = (text: string): string => String(logLines.findIndex((line) => line.startsWith(text)));

const changeLines = (path: string, change: (rows: string[][]) => void): void => {
  const [header, ...rows] = readFileSync(path, 'utf8').trimEnd().split('\n');
  const cells = rows.map((row) => row.split(';'));
  change(cells);
  writeFileSync(path, `${[header, ...cells.map((row) => row.join(';'))].join('\n')}\n`);
};

const evidence = (change: (rows: string[][]) => void) => (folder: string) =>
  changeLines(join(folder, 'internal', 'evidence.csv'), change);

/** Changes the published rows; where the evidence repeats them, there too. */
const published =
  (change: (rows: string[][]) => void, repeated = false) =>
  (folder: string) => {
    changeLines(dataFile(folder), change);
    if (repeated) evidence(change)(folder);
    seal(folder);
  };

/** Puts `to` wherever a cell is `from`, so that all that can be proved without the original still holds. */
const put = (from: string, to: string) => (rows: string[][]) => {
  for (const row of rows) {
    const place = row.lastIndexOf(from, 4); // behind it the evidence has numbers
    if (place >= 0) row[place] = to;
  }
};

const swap = ([a, b]: readonly string[][], column: number): void => {
  [a[column], b[column]] = [b[column], a[column]];
};

const falls = (rows: string[][]) => rows.filter((row) => row.includes('fall_detected') && row.includes('10'));

/** The id of a home's fall in week 10, by its row in the evidence. */
const idOf = (home: number, folder: string): string => {
  const rows = readFileSync(join(folder, 'internal', 'evidence.csv'), 'utf8')
    .trimEnd()
    .split('\n');
  return rows.map((row) => row.split(';')).find((row) => row.at(-1) === rowOf(`home-${home};2024-03-04`))?.[0] ?? '';
};

const everyLine = (change: (line: string) => string) => (lines: string[]) => {
  for (const [i, line] of lines.entries()) lines[i] = change(line);
};

const cells = [
  ['a week', '10', '11'],
  ['a class', 'fall_detected', 'smoke_found'],
  ['a part of the day', 'night', 'morning'],
] as const;

export const eventOriginalTamperings: readonly EventOriginalTampering[] = [
  ...cells.flatMap(([what, from, to]): EventOriginalTampering[] => [
    { says: `${what} that was another`, release: published(put(from, to)), breach: ['false-label'] },
    {
      says: `${what} that was another, and no id`,
      of: 'drop',
      release: published(put(from, to), true),
      breach: ['false-label'],
    },
  ]),
  {
    says: 'a block of weeks in which it did not happen',
    release: published((rows) => put('100', '13-16')(rows)),
    breach: ['false-label'],
  },
  {
    says: 'a row that the log does not have',
    release: evidence((rows) => rows.splice(2, 1, ['999'])),
    breach: ['foreign-record'],
  },
  { says: 'a row that is no number', release: evidence((rows) => rows.splice(2, 1, ['1.0'])), breach: ['foreign-record'] },
  { says: 'a row told twice', release: evidence((rows) => rows.splice(2, 1, rows[3])), breach: ['repeated-record'] },
  {
    says: 'a row told twice, and no id',
    of: 'drop',
    release: evidence((rows) => {
      const [a, b] = falls(rows);
      b.splice(-1, 1, a.at(-1) ?? '');
    }),
    breach: ['repeated-record'],
  },
  { says: 'a row too few', release: evidence((rows) => rows.pop()), breach: ['evidence-differs'] },
  { says: 'a row too many', release: evidence((rows) => rows.push(['1'])), breach: ['evidence-differs'] },
  {
    says: 'two lines of the evidence in each other’s place',
    release: (folder) => {
      const rows = readFileSync(dataFile(folder), 'utf8').trimEnd().split('\n').slice(1);
      const [a, b] = ['smoke_detected', 'fall_detected;10'].map((text) =>
        rows.findIndex((row) => row.startsWith('1;') && row.includes(text)),
      );
      evidence((lines) => swap([lines[a], lines[b]], 0))(folder);
    },
    breach: ['false-label'],
  },
  ...(['home-2;yesterday', 'home-2;2024-03-04T23:10:00;unheard of', 'home-2;2024-03-05T09:00:00;power.low'] as const).map(
    (line): EventOriginalTampering => ({
      says: `an event that the policy leaves out: ${line.split(';').slice(1).join(' ')}`,
      of: 'keep',
      release: evidence((rows) => {
        const place = rows.findIndex(([row]) => row === rowOf('home-2;2024-03-04T23:10:00;fall'));
        rows.splice(place, 1, [rowOf(line)]);
      }),
      breach: ['left-out-event'],
    }),
  ),
  {
    says: 'ids of two homes in each other’s place',
    release: published((rows) => swap(falls(rows), 0)),
    breach: ['ambiguous-pseudonym', 'split-subject'],
  },
  {
    says: 'a second id for a home',
    release: published((rows) => rows[0].splice(0, 1, '7')),
    breach: ['split-subject'],
  },
  {
    says: 'kept ids of two homes in each other’s place',
    of: 'keep',
    release: published((rows) => swap(falls(rows), 0)),
    breach: ['changed-subject'],
  },
  {
    says: 'subjects of two events in each other’s place in the evidence',
    of: 'drop',
    release: evidence((rows) => swap(falls(rows), 4)),
    breach: ['ambiguous-pseudonym', 'split-subject'],
  },
  {
    says: 'one rotating id for two homes, in the evidence one',
    of: 'rotate',
    release: (folder) => {
      const [kept, gone] = [4, 5].map((home) => idOf(home, folder)); // homes of one id each
      published((rows) => {
        const last = String(Math.max(...rows.map(([id]) => Number(id))));
        for (const row of rows) if (row[0] === gone) row[0] = kept;
        for (const row of rows) if (row[0] === last) row[0] = gone; // ids go on from 1 without a gap
      }, true)(folder);
      evidence((rows) => {
        const together = rows.filter(([id]) => id === idOf(4, folder));
        for (const row of together) row[5] = together[0][5];
      })(folder);
    },
    breach: ['ambiguous-pseudonym', 'ambiguous-pseudonym'],
  },
  {
    says: 'homes that are one person',
    original: everyLine((line) => line.replace(/^home-[1-5]/, 'HOME-0 ')),
    breach: ['split-subject', 'small-combination'],
  },
  {
    says: 'homes that are one person, and no id',
    of: 'drop',
    original: everyLine((line) => line.replace(/^home-[1-5]/, 'home-0')),
    breach: ['split-subject', 'small-combination'],
  },
  {
    says: 'an order that was another',
    of: 'order',
    release: published((rows) => {
      const isLinked = (id: string) => rows.filter(([other]) => other === id).length === 2;
      for (const row of rows) if (isLinked(row[0])) row[5] = row[5] === '1' ? '2' : '1';
    }, true),
    breach: ['false-position'],
  },
  {
    says: 'a time between two events that was another',
    of: 'durations',
    release: published((rows) => {
      for (const row of rows) if (row[6] === '8h-1d') row[6] = '0-8h';
    }, true),
    breach: ['false-duration'],
  },
  {
    says: 'a smoke of an hour that is a day later',
    of: 'durations',
    original: (lines) =>
      lines.forEach((line, i) => {
        lines[i] = line.replace('05T09:00:00;smoke', '05T07:00:00;smoke');
      }),
    breach: ['false-label', 'false-duration'],
  },
  {
    says: 'events counted as subjects',
    of: 'drop',
    release: (folder) => {
      changeManifestOf<EventsManifest>(folder, (manifest) => {
        manifest.unit = 'one subject per "OD_ISO", however many events';
      });
      seal(folder);
    },
    breach: ['foreign-words'],
  },
];
