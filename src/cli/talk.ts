import { Bug, type Exit, type Problem } from '../base/problem.ts';
import { inEnglish } from '../base/told.ts';
import type { World } from './world.ts';

/** Prints problems as what, where, why, how to fix and code, and answers the exit code of the first. */
export function refuse(problems: readonly Problem[], world: World): Exit {
  for (const problem of problems) {
    world.tell(`${paint(world, 31, '✗', world.terminal)} ${problem.what}\n`);
    if (problem.where !== undefined) world.tell(`  where  ${problem.where}\n`);
    world.tell(`  why    ${problem.why}\n`);
    world.tell(`  fix    ${inWordsOf(world, problem.fix)}\n`);
    world.tell(`  code   ${problem.code}\n`);
  }
  return problems[0].exit;
}

/** Commands that a sentence quotes, as they are typed here. */
const inWordsOf = ({ command }: World, text: string): string => text.replaceAll(/(["`])shoal (?=[a-z])/g, `$1${command} `);

/** No stack trace unless asked for: it helps nobody but us. */
export function bugReport(error: unknown, world: World): string {
  const message =
    error instanceof Bug
      ? `A promise inside Shoal does not hold: ${error.message.split('\n', 1)[0]}`
      : 'Something unexpected happened inside Shoal.';
  const trace = world.env.SHOAL_TRACE && error instanceof Error ? `${error.stack}\n` : '';
  return `✗ ${message}\n  why    This is a bug in Shoal, not a fault of your data. Nothing was published.\n  fix    Run it again with SHOAL_TRACE=1 and report what it prints.\n${trace}`;
}

/** Colour for people: never in a file or a pipe, nor where NO_COLOR asks for none. */
export const paint = ({ env, printsToTerminal }: World, colour: number, text: string, seen = printsToTerminal): string =>
  seen && !env.NO_COLOR ? `\u001b[${colour}m${text}\u001b[0m` : text;

/** What is known, a line for each word it begins with: those of `order` first, then the others. */
export function formatLines(lines: Readonly<Record<string, string>>, order: readonly string[] = []): readonly string[] {
  const words = [...new Set([...order, ...Object.keys(lines)])];
  return words.flatMap((word) => (lines[word] === undefined ? [] : [`${word.padEnd(8)} ${lines[word]}`]));
}

export const figure = inEnglish;

export const countOf = (count: number, thing: string): string => `${figure(count)} ${thing}${count === 1 ? '' : 's'}`;

export const short = (value: number): string =>
  value >= 1e6 ? `${(value / 1e6).toFixed(1)} M` : value >= 1e4 ? `${Math.round(value / 1e3)} k` : figure(Math.round(value));
