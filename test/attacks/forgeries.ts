import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { csvOf, type Given } from './attack.ts';

/** Small releases of every family that a forger changes; who receives them has no `internal/`. */
const days = csvOf(
  Array.from({ length: 12 }, (_, i) => ({
    ID: `p${i}`,
    H1: i,
    H2: 2 * i,
    H3: 30 - i,
    Town: i < 6 ? 'Koper' : 'Bled',
    Name: `name-${i}`,
  })),
);
export const series: Given = {
  files: { 'days.csv': days },
  run: 'days.csv --method naive --subject ID --series H1..H3 --quasi Town --drop Name -k 4 --segments 3',
};
export const long: Given = { ...series, run: `${series.run} --shape long` };
export const parquet: Given = { ...series, run: `${series.run} --format parquet` };

const tolls = csvOf(
  Array.from({ length: 40 }, (_, i) => ({
    vehicle: `v${i % 20}`,
    road: i % 2 === 0 ? `G5${i % 4}` : `S1${i % 6}`,
    at: `2023-01-0${(i % 3) + 1} ${String(8 + (i % 3)).padStart(2, '0')}:00:00`,
    toll: 10 + i,
  })),
);
const kaca = 'tolls.csv --method kaca --subject vehicle --quasi road:prefix,at:time -k 4';
export const groups: Given = { files: { 'tolls.csv': tolls }, run: `${kaca} --aggregate count,avg:toll` };
export const records: Given = { files: { 'tolls.csv': tolls }, run: `${kaca} --sensitive toll` };

const log = csvOf(
  Array.from({ length: 60 }, (_, i) => ({
    GUID: `home-${i % 12}`,
    OD_ISO: `2023-01-${String(2 + Math.floor(i / 24)).padStart(2, '0')}T10:00:00`,
    dogodek: Math.floor(i / 12) % 2 === 0 ? 'PULL_CORD.PULLED' : 'SMOKE_DETECTOR.ALARM',
  })),
  ';',
);
const events = 'log.csv --method events --subject GUID --time OD_ISO --event dogodek -k 4 --remove-classes none';
export const random: Given = { files: { 'log.csv': log }, run: events };
export const rotate: Given = { files: { 'log.csv': log }, run: `${events} --pseudonym rotate:week` };

/** Changes the text of a file in the folder. */
export const reword = (folder: string, name: string, change: (text: string) => string): void => {
  const path = join(folder, name);
  const text = readFileSync(path, 'utf8');
  const changed = change(text);
  if (changed === text) throw new Error('nothing was forged');
  writeFileSync(path, changed);
};
