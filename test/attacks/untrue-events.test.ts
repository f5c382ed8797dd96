import { readFileSync, writeFileSync } from 'node:fs';
import { csvOf, forgery } from './attack.ts';

const homes = Array.from({ length: 8 }, (_, i) => `home-${i}`);
const log = csvOf(
  homes.flatMap((GUID) => [
    { GUID, OD_ISO: '2024-03-04T23:10:00', dogodek: 'FALL_DETECTOR.FALL' },
    { GUID, OD_ISO: '2024-03-13T09:00:00', dogodek: 'SMOKE_DETECTOR.SMOKE' },
    { GUID, OD_ISO: '2024-03-13T09:00:00', dogodek: 'SMOKE_DETECTOR.BATTERY_LOW' },
  ]),
  ';',
);

type Rows = string[][];

/** Rewrites the rows of a file, its header apart. */
function rewrite(path: string, change: (rows: Rows) => void): void {
  const [header, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  const rows = lines.map((line) => line.split(';'));
  change(rows);
  writeFileSync(path, `${[header, ...rows.map((cells) => cells.join(';'))].join('\n')}\n`);
}

const released = (change: (rows: Rows) => void) => (folder: string) => rewrite(`${folder}/anonymized_events.csv`, change);
const noted = (change: (rows: Rows) => void) => (folder: string) => rewrite(`${folder}/internal/evidence.csv`, change);

/** Puts another text into a cell wherever it stands, so that all that can be proved without the original still holds. */
const flip = (from: string, to: string) => (rows: Rows) => {
  for (const cells of rows) if (cells.includes(from)) cells[cells.indexOf(from)] = to;
};

const swap = (rows: Rows, column: number): void => {
  const [first] = rows;
  const other = rows.find((cells) => cells[0] !== first[0] && cells.slice(1, 5).join() === first.slice(1, 5).join()) ?? first;
  [first[column], other[column]] = [other[column], first[column]];
};

/** Gives two lines of the evidence each other's row, where they are of different weeks. */
const misplace = (folder: string): void => {
  const weeks = readFileSync(`${folder}/anonymized_events.csv`, 'utf8').trimEnd().split('\n').slice(1);
  const other = weeks.findIndex((row) => row.split(';')[2] !== weeks[0].split(';')[2]);
  noted((rows) => {
    [rows[0], rows[other]] = [rows[other], rows[0]];
  })(folder);
};

for (const [what, forge, breach, pseudonym] of [
  ['events in a week in which they did not happen', released(flip('10', '12')), 'false-label', 'random'],
  ['events on a weekday on which they did not happen', released(flip('2', '5')), 'false-label', 'keep'],
  ['events of a class that they are not of', released(flip('fall_detected', 'fall_idle')), 'false-label', 'random'],
  ['alarms at an hour at which there was none', released(flip('night', 'afternoon')), 'false-label', 'keep'],
  ['the story of one home under the id of another', released((rows) => swap(rows, 0)), 'ambiguous-pseudonym', 'random'],
  ['the story of one home under the name of another', released((rows) => swap(rows, 0)), 'changed-subject', 'keep'],
  ['one home as two', released((rows) => void rows[0].splice(0, 1, '9')), 'split-subject', 'random'],
  ['two events, each proved by the other', misplace, 'false-label', 'random'],
  ['one event twice', noted((rows) => void rows.splice(0, 1, rows[1])), 'repeated-record', 'random'],
  ['an event of nobody', noted((rows) => void rows.splice(0, 1, ['77'])), 'foreign-record', 'random'],
] as const satisfies readonly (readonly [string, (folder: string) => void, string, string])[])
  forgery(`${what}, to whoever has the original`, {
    files: { 'log.csv': log },
    run: `log.csv --method events -k 5 --pseudonym ${pseudonym}`,
    original: 'log.csv',
    forge,
    breach,
  });

forgery('a battery that the policy keeps inside, to whoever has the original', {
  files: { 'log.csv': log },
  run: 'log.csv --method events -k 5 --pseudonym keep',
  original: 'log.csv',
  forge: noted((rows) => flip('2', '3')(rows)),
  breach: 'left-out-event',
});
