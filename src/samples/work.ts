import type { Random } from '../base/random.ts';
import { subjectNumbers } from './columns.ts';
import type { Recipe } from './recipe.ts';

const hours = 8;
const most = 50;

/**
 * People at work: tasks done in each of eight hours. A day rises, falls, peaks or stays flat; a shift makes one person busier than
 * another all day long, and each hour has its noise. The ranges are fitted to 3000 days whose means, deviations and shares the test holds.
 */
export function work(): Recipe {
  return {
    columns: [
      { name: 'ID', kind: 'integer' },
      { name: 'Name', kind: 'text' },
      { name: 'Surname', kind: 'text' },
      ...Array.from({ length: hours }, (_, hour) => ({ name: `H${hour + 1}`, kind: 'integer' as const })),
      { name: 'Performance_SD', kind: 'text' },
    ],
    rows(random, first, count) {
      const series = Array.from({ length: hours }, () => new Int32Array(count));
      const names: string[] = [];
      const surnames: string[] = [];
      const performances: string[] = [];
      for (let row = 0; row < count; row++) {
        names.push(firstNames[random.below(firstNames.length)]);
        surnames.push(lastNames[random.below(lastNames.length)]);
        const expected = archetypes[random.below(archetypes.length)](random);
        const shift = drawBetween(random, -5, 5);
        let total = 0;
        for (let hour = 0; hour < hours; hour++) {
          const tasks = clipTasks(Math.round(expected(hour) + shift + 2 * random.normal()));
          series[hour][row] = tasks;
          total += tasks;
        }
        performances.push(performanceOf(total));
      }
      return [subjectNumbers(first, count), names, surnames, ...series, performances];
    },
  };
}

/** Tasks a person is expected to do in an hour, before shift and noise. */
type Day = (hour: number) => number;

const rising = (random: Random): Day => line(drawBetween(random, 4.2, 14.2), drawBetween(random, 34.6, 44.6));
const falling = (random: Random): Day => line(drawBetween(random, 34.6, 44.6), drawBetween(random, 4.2, 14.2));
const flat = (random: Random): Day => {
  const level = drawBetween(random, 19.6, 39.6);
  return () => level;
};
const peak = (random: Random): Day => {
  const edge = drawBetween(random, 9.8, 19.8);
  const height = drawBetween(random, 19.7, 29.7);
  return (hour) => edge + height * Math.sin((Math.PI * hour) / (hours - 1));
};
const archetypes = [rising, falling, peak, flat];

const line =
  (start: number, end: number): Day =>
  (hour) =>
    start + ((end - start) * hour) / (hours - 1);

const drawBetween = (random: Random, low: number, high: number): number => low + (high - low) * random.unit();

const clipTasks = (tasks: number): number => Math.min(most, Math.max(0, tasks));

/** Below 20 tasks an hour is low, above 30 high. */
function performanceOf(total: number): string {
  if (total < 20 * hours) return 'Low';
  return total <= 30 * hours ? 'Medium' : 'High';
}

const firstNames = words(`
  Adele Agnese Alba Aldo Amedeo Anita Arturo Azzurra Bianca Bruno Carlotta Cecilia Celeste Cesare Chiara Dario Diletta Elio Elisa Enea
  Ettore Fabio Flavia Flora Gaia Giacomo Gioele Ilaria Irene Jacopo Lidia Luca Marta Miriam Nicolò Noemi Pietro Samuele Tobia Viola`);

const lastNames = words(`
  Amato Baldi Barone Basile Bellini Benedetti Bernardi Bertoni Bonetti Brambilla Caputo Carbone Cattaneo Cavalli Cirillo Corsi D'Angelo
  D'Amico Donati Fabbri Farina Fava Ferri Fontana Galli Gatti Grassi Grimaldi Guerra Guidi Landi Leoni Lombardi Longo Marchetti Mariani
  Martini Massa Mazza Melis Monti Morelli Negri Olivieri Orlandi Pagani Palmieri Parisi Pellegrini Piras Poli Raimondi Rinaldi Rossetti
  Sala Sanna Serra Testa Valentini Vitale`);

function words(list: string): string[] {
  return list.trim().split(/\s+/);
}
