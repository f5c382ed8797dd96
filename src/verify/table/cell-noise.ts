import type { Counter } from '../../base/counting.ts';
import type { TableManifest } from '../../release/manifest.ts';
import type { Fault } from '../column-faults.ts';
import { text } from '../counter.ts';
import type { SourceColumn } from '../source.ts';

type Noise = NonNullable<TableManifest['noise']>;
type CountFault = 'wrong-count' | 'far-count' | 'wrong-noise';

/** What a release may say of its noise: of counts alone, of subjects that have ids, and of a variance that numbers so near to 0 can have. */
export const isSoundNoise = ({ noise, shape, unit, columns }: TableManifest): boolean =>
  noise === undefined ||
  (shape === 'groups' &&
    unit !== 'row' &&
    !columns.some(({ role }) => role === 'mean') &&
    3 * noise.variance <= noise.most * (noise.most + 1));

/**
 * Counts in the table `published` against the subjects behind them, in `members`: without noise they are the same. With it they lie within its bounds,
 * and where the secret is at hand each is the one that its subjects owe.
 */
export async function checkCounts(
  counter: Counter,
  { sql, declared: { name } }: SourceColumn,
  noise: Noise | undefined,
  secret: string | undefined,
): Promise<readonly Fault<CountFault>[]> {
  const behind = 'SELECT row, count(*) AS size FROM members GROUP BY row';
  const told = `CAST(${sql} AS BIGINT)`;
  const find = async (kind: CountFault, rows: string, bad: string): Promise<Fault<CountFault>> => {
    const [cells, row] = await counter.numbers(
      `SELECT count(*), coalesce(min(row), 0) FROM published JOIN (${rows}) USING (row) WHERE ${bad}`,
    );
    return { kind, column: name, cells, row };
  };
  if (noise === undefined) return [await find('wrong-count', behind, `${told} <> size`)];
  const far = await find('far-count', behind, `abs(${told} - size) > ${noise.most}`);
  if (secret === undefined || far.cells > 0) return [far];
  const sums = `SELECT row, count(*) AS size, CAST(sum(${subjectNumber(secret)}) % 4294967296 AS BIGINT) // 65536 AS place FROM members GROUP BY row`;
  return [await find('wrong-noise', sums, `${told} <> size + ${noiseAt(noise)}`)];
}

/** The number of a subject: the first 32 bits of HMAC-SHA-256 (RFC 2104), from its two hashes. A whole number has no idle decimals. */
function subjectNumber(secret: string): string {
  const block = Buffer.alloc(64);
  block.write(secret, 'latin1');
  const padBy = (sign: number) => `unhex('${Buffer.from(block.map((byte) => byte ^ sign)).toString('hex')}')`;
  const id = 'CAST(subject AS VARCHAR)';
  const message = `encode(${text('shoal cell key 1:')} || CASE WHEN ${id} SIMILAR TO '[0-9]+[.]0+' THEN split_part(${id}, '.', 1) ELSE ${id} END)`;
  const hash = `sha256(${padBy(0x5c)} || unhex(sha256(${padBy(0x36)} || ${message})))`;
  return `CAST('0x' || substr(${hash}, 1, 8) AS BIGINT)`;
}

/** The noise of a place among 65,536, as SQL. */
function noiseAt(noise: Noise): string {
  const shares = tableOf(noise);
  let end = 0;
  const cases = shares.map(([value, places]) => {
    end += places;
    return `WHEN place < ${end} THEN ${value}`;
  });
  return `(CASE ${cases.join(' ')} END)`;
}

/**
 * How many of 65,536 places each noise has, lowest first: powers q^(d * d) of one number q in 0 .. 1, by which the variance is the declared one, rounded;
 * what rounding leaves goes to 0. A judge's own, found by q and not by its logarithm.
 */
export function tableOf({ most, variance }: Noise): readonly (readonly [noise: number, places: number])[] {
  const heightsBy = (q: number) => Array.from({ length: 2 * most + 1 }, (_, i) => q ** ((i - most) * (i - most)));
  const spread = (heights: readonly number[]) => {
    const sum = heights.reduce((all, height) => all + height, 0);
    return heights.reduce((all, height, i) => all + height * (i - most) ** 2, 0) / sum;
  };
  let low = 0;
  let high = 1;
  for (let step = 0; step < 100; step++) {
    const q = (low + high) / 2;
    if (spread(heightsBy(q)) < variance) low = q;
    else high = q;
  }
  const heights = heightsBy(high);
  const sum = heights.reduce((all, height) => all + height, 0);
  const places = heights.map((height) => Math.round((65_536 * height) / sum));
  places[most] += 65_536 - places.reduce((all, one) => all + one, 0);
  return places.map((one, i) => [i - most, one]);
}
