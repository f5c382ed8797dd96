import type { Random } from '../base/random.ts';
import { secondsBy, timestamps } from './clock.ts';
import { onGrid } from './columns.ts';
import { mixBits } from './mix-bits.ts';
import type { Recipe } from './recipe.ts';

const days = 28;
const start = Date.UTC(2023, 0, 2); // four whole weeks from a Monday on
const exitsPerVehicle = 10;
const sectionsPerRoad = 40;
const habitual = 0.7;

/** Expressways and their shares of the traffic. */
const roads = [
  ['G5615', 0.3],
  ['G0056', 0.2],
  ['G0085', 0.17],
  ['G5611', 0.15],
  ['G8011', 0.1],
  ['S0010', 0.08],
] as const;

/**
 * Four weeks of trucks leaving toll roads, sorted by time as an export is. Few vehicles make most of the trips and few sections see most of
 * the exits. A section is named by its road and where on it it lies, in kilometres and metres: what begins alike lies close.
 */
export function tolls(rows: number, random: Random): Recipe {
  const vehicles = Math.max(12, Math.ceil(rows / exitsPerVehicle));
  const key = random.bits();
  const sections = roads.map(([road]) => sectionsOf(road, random.fork(road)));
  return {
    columns: [
      { name: 'vehicle_id', kind: 'text' },
      { name: 'section_id', kind: 'text' },
      { name: 'exit_time', kind: 'text' },
      { name: 'vehicle_class', kind: 'integer' },
      { name: 'toll_money', kind: 'decimal', decimals: 2 },
    ],
    rows(block, first, count) {
      const ids: string[] = [];
      const places: string[] = [];
      const times: string[] = [];
      const classes = new Int32Array(count);
      const money = new Float64Array(count);
      for (let row = 0; row < count; row++) {
        const passed = ((first + row + block.unit()) / rows) * days;
        const day = Math.min(days - 1, Math.floor(passed));
        const vehicle = Math.floor(vehicles * block.unit() ** 4);
        const own = mixBits(vehicle, key);
        ids.push(`T${String(vehicle * 97 + (own % 97)).padStart(9, '0')}`); // scattered, never the same twice
        places.push(exitOf(sections, own, block));
        times.push(timeAt(day, secondAt(passed - day)));
        classes[row] = 11 + (own % 6);
        money[row] = onGrid(Math.exp(2.6 + 0.15 * (own % 6) + 0.6 * block.normal()), 100);
      }
      return [ids, places, times, classes, money];
    },
  };
}

/** Sections along a road, the busiest first; in no order of place. */
function sectionsOf(road: string, random: Random): readonly string[] {
  const along: string[] = [];
  for (let metres = 530_000 + 10 * random.below(40); along.length < sectionsPerRoad; metres += 300 + 10 * random.below(130))
    along.push(`${road}${metres}`);
  for (let i = along.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [along[i], along[j]] = [along[j], along[i]];
  }
  return along;
}

/** Mostly one of the vehicle's own two exits. Zipf's law along a road: the second section half as often as the first. */
function exitOf(sections: readonly (readonly string[])[], own: number, random: Random): string {
  const habit = random.unit() < habitual ? mixBits(own, random.below(2)) : random.bits();
  const share = (habit & 0xffff) / 0x10000;
  let road = 0;
  for (let below = roads[0][1] as number; road + 1 < roads.length && share >= below; below += roads[road][1]) road++;
  return sections[road][Math.min(sectionsPerRoad - 1, Math.floor((sectionsPerRoad + 1) ** ((habit >>> 16) / 0x10000) - 1))];
}

/** A day's exits by hour: trucks rest from two to four and are on the road from nine to five. */
const secondAt = secondsBy([
  2, 1.4, 0.9, 0.8, 1, 1.8, 3, 4, 4.8, 5.6, 6, 6.1, 5.8, 5.7, 5.9, 6, 5.8, 5.4, 4.8, 4.4, 4, 3.6, 3.1, 2.5,
]);

const timeAt = timestamps(start, days);
