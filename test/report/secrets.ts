import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PolicyInput } from 'shoal';
import { type Random, randomFrom } from '../../src/base/random.ts';

/** An input whose every cell would be known again if it were told, and how it is published. */
export interface Secret {
  readonly input: string;
  readonly policy: PolicyInput;
  /** Numbers that stand in the input. */
  readonly numbers: readonly number[];
  /** Subjects, timestamps, codes and values as they stand in the input. */
  readonly texts: readonly string[];
}

export const methods = ['naive', 'kapra', 'prism', 'events', 'kaca'] as const;

/** A table of one kind, another for each seed. */
export function secretTable(method: (typeof methods)[number], seed: number, folder: string): Secret {
  const random = randomFrom(`${method} ${seed}`);
  mkdirSync(folder, { recursive: true });
  if (method === 'events') return secretLog(random, folder);
  return method === 'kaca' ? secretTolls(random, folder) : secretSeries(method, random, folder);
}

/** Series of numbers from fifty million on: eight digits that nothing hits by chance, where no figure of a report lies, as bands are less wide. */
function secretSeries(method: 'naive' | 'kapra' | 'prism', random: Random, folder: string): Secret {
  const instants = 4 + random.below(5);
  const rows = 40 + random.below(60);
  const names = Array.from({ length: instants }, (_, t) => `V${t + 1}`);
  const cells = Array.from({ length: rows }, (_, row) => {
    const gap = row > 2 ? -1 : random.below(instants); // a few subjects are left out, fewer than k
    const values = names.map((_, t) => (t === gap ? '' : String(50_000_000 + random.below(49_000_000))));
    return [`who${word(random)}`, ...values, `dept${random.below(3)}`, `ill${word(random)}`];
  });
  const [k, p] = [
    [5, 2],
    [5, 3],
    [6, 5],
    [11, 2],
  ][random.below(4)];
  const input = written(folder, ['id', ...names, 'dept', 'ill'], cells, ',');
  const drawn = { subject: 'id', series: names, quasi: 'dept:category', sensitive: 'ill', missing: 'drop' as const, queries: 20 };
  return {
    input,
    policy: { ...drawn, method, k, p: Math.min(p, k), reconstruct: random.below(2) === 1 },
    numbers: cells.flatMap((row) =>
      row
        .slice(1, 1 + instants)
        .filter((cell) => cell !== '')
        .map(Number),
    ),
    texts: cells.flatMap((row) => [row[0], ...row.slice(2 + instants)]),
  };
}

function secretLog(random: Random, folder: string): Secret {
  const people = Array.from({ length: 20 + random.below(30) }, () => `who${word(random)}`);
  const codes = Array.from({ length: 6 }, () => `code${word(random)}`);
  const cells = Array.from({ length: 400 }, () => {
    const day = random.below(35);
    const time = new Date(Date.UTC(2031, 2, 1 + day, random.below(24), random.below(60), random.below(60)));
    return [time.toISOString().slice(0, 19), people[random.below(people.length)], codes[random.below(codes.length)]];
  });
  const mapping = join(folder, 'mapping.csv');
  mkdirSync(folder, { recursive: true });
  writeFileSync(mapping, codes.map((code, i) => `${code},class${i % 2}\n`).join(''));
  const pseudonym = (['random', 'drop', 'rotate:week'] as const)[random.below(3)];
  return {
    input: written(folder, ['at', 'who', 'what'], cells, ';'),
    policy: {
      ...{
        method: 'events',
        k: 3 + random.below(6),
        subject: 'who',
        time: 'at',
        event: 'what',
        removeClasses: 'none',
        mapping,
        pseudonym,
      },
      flatten: random.below(2) === 0 ? 'week_number' : 'sweep',
    },
    numbers: [],
    texts: cells.flat(),
  };
}

function secretTolls(random: Random, folder: string): Secret {
  const people = Array.from({ length: 40 + random.below(40) }, () => `who${word(random)}`);
  const cells = Array.from({ length: 500 }, () => [
    people[random.below(people.length)],
    `G${1_000_000_000 + 7 * random.below(100_000_000)}`,
    new Date(Date.UTC(2031, 2, 1 + random.below(20), random.below(24), random.below(60), random.below(60)))
      .toISOString()
      .slice(0, 19),
    String(50_000_000 + random.below(49_000_000)),
  ]);
  const aggregate = random.below(2) === 0;
  return {
    input: written(folder, ['who', 'where', 'at', 'toll'], cells, ','),
    policy: {
      ...{ method: 'kaca', k: 3 + random.below(6), subject: 'who', quasi: 'where:prefix,at:time' },
      ...(aggregate ? { aggregate: 'count', drop: 'toll' } : { sensitive: 'toll' }),
      clustering: (['kmeans', 'hierarchy', 'merge'] as const)[random.below(3)],
    },
    numbers: cells.map((row) => Number(row[3])),
    texts: cells.flatMap((row) => row.slice(0, 3)),
  };
}

const word = (random: Random): string => Array.from({ length: 7 }, () => String.fromCharCode(97 + random.below(26))).join('');

function written(folder: string, header: readonly string[], cells: readonly (readonly string[])[], delimiter: string): string {
  const path = join(folder, 'input.csv');
  writeFileSync(path, [header, ...cells].map((row) => `${row.join(delimiter)}\n`).join(''));
  return path;
}
