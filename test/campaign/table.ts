import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readProgress } from './kept.ts';
import { parts } from './parts.ts';

const page = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url));
const [begin, end] = ['<!-- campaign -->', '<!-- /campaign -->'];

/** What each part has tried by now, as a table. */
export function tableOf(): string {
  const before = readFileSync(page, 'utf8').split('\n');
  const rows = parts.flatMap(({ name, holds, goal }) => {
    const progress = readProgress(name);
    if (progress === undefined) return before.filter((line) => line.startsWith(`| \`${name}\` |`)); // tried elsewhere
    const { next, outcomes, failures, seed, day } = progress;
    const ends = Object.entries(outcomes)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([outcome, count]) => `${english(count)} ${outcome}`)
      .join(', ');
    return [`| \`${name}\` | ${holds} | ${english(next)} of ${english(goal)} | ${ends} | ${failures} | ${seed} | ${day} |`];
  });
  return ['| part | what holds | cases | how they ended | failed | seed | day |', '|---|---|---|---|---|---|---|', ...rows].join(
    '\n',
  );
}

/** Puts the table into the page. */
export function writeTable(): void {
  const text = readFileSync(page, 'utf8');
  const [before, rest = ''] = text.split(begin);
  const [, after = ''] = rest.split(end);
  writeFileSync(page, `${before}${begin}\n${tableOf()}\n${end}${after}`);
}

const english = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');
