import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TableManifest } from '../../src/release/manifest.ts';
import type { Breach } from '../../src/verify/breaches.ts';
import { changeManifestOf } from './written-release.ts';

interface Tampering {
  readonly says: string;
  readonly breach: Breach['kind'];
  readonly forge: (folder: string) => void;
}

const promise = (folder: string, change: (population: NonNullable<TableManifest['promises']['population']>) => void): void =>
  changeManifestOf(folder, (manifest) => {
    if (manifest.method === 'kaca' && manifest.promises.population !== undefined) change(manifest.promises.population);
  });

/** Changes released rows and their evidence alike. */
export function rewrite(folder: string, change: (line: string) => string): void {
  for (const name of ['kaca_anonymized.csv', 'internal/evidence.csv']) {
    const path = join(folder, name);
    const [head, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
    writeFileSync(path, `${[head, ...lines.map(change)].join('\n')}\n`);
  }
}

/** Of a release that promises k-map 12 and presence 0 to 0.5, in rows of an age, a town and a value. */
export const populationTamperings: readonly Tampering[] = [
  {
    says: 'labels that are made narrower than anybody else is',
    breach: 'few-in-population',
    forge: (folder) => rewrite(folder, (line) => line.replace(/^\[\d+-\d+\]/, '[20-20]')),
  },
  {
    says: 'a k-map that was raised in the manifest',
    breach: 'few-in-population',
    forge: (folder) =>
      promise(folder, (population) => {
        population.kMap = 300;
      }),
  },
  {
    says: 'a presence that was lowered in the manifest',
    breach: 'telling-presence',
    forge: (folder) =>
      promise(folder, (population) => {
        population.presence = { min: 0, max: 0.01 };
      }),
  },
  {
    says: 'a least presence that nobody keeps',
    breach: 'telling-presence',
    forge: (folder) =>
      promise(folder, (population) => {
        population.presence = { min: 0.9, max: 1 };
      }),
  },
  {
    says: 'evidence of somebody whom the population has not',
    breach: 'not-in-population',
    forge: (folder) => {
      const path = join(folder, 'internal/evidence.csv');
      writeFileSync(path, readFileSync(path, 'utf8').replace(/,p(\d+),(\d+)\n/, ',nobody-$1,$2\n'));
    },
  },
  {
    says: 'a population that is told to be larger',
    breach: 'wrong-population',
    forge: (folder) =>
      promise(folder, (population) => {
        population.subjects *= 10;
      }),
  },
];
