import { readFileSync } from 'node:fs';
import { fileSet } from './held-out-sets.ts';
import { type Cell, leastShapeWithin } from './least-both.ts';

/** `FILE PRICES`: what patterns of the curves of a CSV file lose at least, within a value loss and by prices, both from a JSON file. */
const [file, pricesFile] = process.argv.slice(2);
const cell = JSON.parse(readFileSync(pricesFile, 'utf8')) as Cell;
const { segments, k, p, limit } = cell;
const { name, columns } = fileSet('', file);
const begun = performance.now();
const least = leastShapeWithin(columns, cell);
console.log(
  `${name.trim()}, W = ${segments}, (${k},${p}): where values lose ${limit} or less, patterns lose ${least.toFixed(6)} or more.`,
);
console.log(`Checked all groups in ${((performance.now() - begun) / 1000).toFixed(1)} s.`);
