import { existsSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { Exit } from '../base/problem.ts';
import { ok, type Result } from '../base/result.ts';
import { inputAddress } from '../formats/input-address.ts';
import type { Draft } from '../inspect/draft.ts';
import { describeNotations } from '../inspect/draft-notation.ts';
import { type Choices, subjectsInDoubt } from '../inspect/drafting.ts';
import type { Inspection } from '../inspect/inspection.ts';
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
import { missingArgument, whichSubject } from './problems.ts';
import { progressTeller } from './progress.ts';
import { paint, refuse } from './talk.ts';
import type { World } from './world.ts';

const usage = 'shoal init INPUT [--yes] [--out FILE]';

export const init: Command = {
  name: 'init',
  usage,
  summary: 'write a commented policy file from what inspect finds, ready to run',
  flags: [
    { name: 'out', value: 'FILE', help: 'file to write (default ./shoal.yaml)' },
    {
      name: 'yes',
      help: 'ask nothing and take every suggestion, as without a terminal; refuses where two subjects are as likely',
    },
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
    const written = open.length === 0 ? reading : await askAll(notationQuestions(first.value, open), world, reading);
    if (written === undefined) {
      world.tell('Nothing was written.\n');
      return Exit.interrupted;
    }
    const second = open.length === 0 ? first : await look(written);
    progress.end();
    if (!second.ok) return refuse(second.problems, world);
    if (second.value.notations !== undefined)
      for (const line of describeNotations(second.value.notations)) world.tell(`written  ${line}\n`);
    world.tell(`shape    ${describeShape(second.value.shape)}\n`);
    const doubted = subjectsInDoubt(second.value).map(({ name }) => name);
    if (!asks && doubted.length > 0) return refuse([whichSubject(shownAddress(input), doubted)], world);
    const answers = asks
      ? await askPerson(second.value, (subject) => look({ ...written, subject }), world)
      : { found: second, choices: {} };
    if (answers === undefined) {
      world.tell('Nothing was written.\n');
      return Exit.interrupted;
    }
    if (!answers.found.ok) return refuse(answers.found.problems, world);
    const found = answers.found.value;
    const draft = api.draftPolicy(found, fromFolderOf(out, input), answers.choices);
    const notes = [...draft.notes, ...(await refusalNotes(draft, input, world))];
    try {
      writeFileSync(out, draft.yaml);
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

/** Asks who is protected first: another answer than the suggested one changes what everything else is for. */
async function askPerson(
  first: Inspection,
  inspected: (subject: string) => Promise<Result<Inspection>>,
  world: World,
): Promise<{ readonly found: Result<Inspection>; readonly choices: Choices } | undefined> {
  const { questionsAbout, whoIsProtected } = await import('./questions.ts'); // with it comes the schema of policies, which no other command waits for
  const who = await askAll(whoIsProtected(first), world);
  if (who === undefined) return undefined;
  const settled = who.subject === undefined || (who.subject === first.shape.subject && subjectsInDoubt(first).length === 0);
  const found = settled || who.subject === undefined ? ok(first) : await inspected(who.subject);
  if (!found.ok) return { found, choices: who };
  const choices = await askAll(questionsAbout(found.value), world);
  return choices === undefined ? undefined : { found, choices: { ...who, ...choices } };
}

/** What would refuse a run of the draft, told before anybody tries. A database is not asked twice, and standard input cannot be. */
async function refusalNotes({ policy }: Draft, input: string, world: World): Promise<readonly string[]> {
  const hasSubject = policy.subject !== undefined || ('long' in policy && policy.long !== undefined);
  if (input === '-' || isPostgres(input) || !hasSubject) return [];
  const { plan } = await import('../index.ts');
  const planned = await plan({ ...policy, input }, { signal: world.signal });
  return planned.ok ? [] : planned.problems.map(({ what, fix, code }) => `A run would be refused. ${what} ${fix} (${code})`);
}

/** Paths in a policy file are taken from the folder it lies in. */
function fromFolderOf(out: string, input: string): string {
  const { path, table } = inputAddress(input);
  if (input === '-' || isPostgres(input) || isAbsolute(path)) return input;
  const from = (place: string) => relative(dirname(resolve(out)), resolve(place));
  return table === undefined ? from(input) : `duckdb:${from(path)}?table=${table}`;
}
