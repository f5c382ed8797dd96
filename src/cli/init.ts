import { existsSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { Exit } from '../base/problem.ts';
import { inputAddress } from '../formats/input-address.ts';
import { describeNotations } from '../inspect/draft-notation.ts';
import { describeShape } from '../inspect/shape.ts';
import { isPostgres, shownAddress } from '../policy/postgres-address.ts';
import { outputExists } from '../release/output-problems.ts';
import { asWriteProblem } from '../release/stage.ts';
import { askAll } from './ask.ts';
import { askedNotation, notationQuestions, openNotations } from './ask-notations.ts';
import type { Command } from './command.ts';
import { policyFrom } from './flag-values.ts';
import { forceFlag, progressFlag } from './flags.ts';
import { readingFlags } from './inspect.ts';
import { missingArgument } from './problems.ts';
import { progressTeller } from './progress.ts';
import { paint, refuse } from './talk.ts';

const usage = 'shoal init INPUT [--yes] [--out FILE]';

export const init: Command = {
  name: 'init',
  usage,
  summary: 'write a commented policy file from what inspect finds, ready to run',
  flags: [
    { name: 'out', value: 'FILE', help: 'file to write (default ./shoal.yaml)' },
    { name: 'yes', help: 'ask nothing and take every suggestion, as without a terminal' },
    { ...forceFlag, help: 'replace an existing file' },
    ...readingFlags,
    progressFlag,
  ],
  examples: ['shoal init work.csv --yes', 'shoal init alarms.csv --yes --out alarms.yaml'],
  async run({ positionals, flags }, world) {
    const [input] = positionals;
    if (input === undefined || positionals.length > 1) return refuse([missingArgument('init', usage)], world);
    const out = String(flags.out ?? 'shoal.yaml');
    if (existsSync(out) && flags.force !== true) return refuse([outputExists(out)], world);
    const progress = progressTeller(world, String(flags.progress ?? 'auto'));
    if (flags.progress === undefined || flags.progress === 'auto') world.tell(`shoal init ${shownAddress(input)}\n`);
    const api = await import('../index.ts');
    const { out: _, ...reading } = policyFrom(flags); // its --out is a file, not that of a release
    const look = (settings: object) =>
      api.inspect({ input, ...settings }, { onProgress: progress.on, stdin: world.stdin, signal: world.signal });
    const asks = flags.yes !== true && world.asks && input !== '-';
    const first = await look(reading);
    progress.end();
    if (!first.ok) return refuse(first.problems, world);
    const open = openNotations(first.value, asks);
    if (open.length > 0 && !asks) return refuse(open.map(askedNotation), world);
    const answers = open.length === 0 ? reading : await askAll(notationQuestions(first.value, open), world, reading);
    if (answers === undefined) {
      world.tell('Nothing was written.\n');
      return Exit.interrupted;
    }
    const found = open.length === 0 ? first : await look(answers);
    progress.end();
    if (!found.ok) return refuse(found.problems, world);
    if (found.value.notations !== undefined)
      for (const line of describeNotations(found.value.notations)) world.tell(`written  ${line}\n`);
    world.tell(`shape    ${describeShape(found.value.shape)}\n`);
    const { questionsAbout } = await import('./questions.ts'); // with it comes the schema of policies, which no other command waits for
    const choices = asks ? await askAll(questionsAbout(found.value), world) : {};
    if (choices === undefined) {
      world.tell('Nothing was written.\n');
      return Exit.interrupted;
    }
    const { yaml, notes } = api.draftPolicy(found.value, fromFolderOf(out, input), choices);
    try {
      writeFileSync(out, yaml);
    } catch (error) {
      return refuse([asWriteProblem(error, out)], world);
    }
    for (const note of notes) world.tell(`${paint(world, 33, 'note', world.terminal)}     ${note}\n`);
    const named = out === 'shoal.yaml' ? '' : ` --policy ${out}`;
    world.print(`${out}\n`);
    world.tell(`next     read it, then ${world.command} plan${named}, then ${world.command} run${named}\n`);
    return Exit.done;
  },
};

/** Paths in a policy file are taken from the folder it lies in. */
function fromFolderOf(out: string, input: string): string {
  const { path, table } = inputAddress(input);
  if (input === '-' || isPostgres(input) || isAbsolute(path)) return input;
  const from = (place: string) => relative(dirname(resolve(out)), resolve(place));
  return table === undefined ? from(input) : `duckdb:${from(path)}?table=${table}`;
}
