import { didYouMean } from '../base/nearest.ts';
import { Exit, problem } from '../base/problem.ts';
import type { OpenNotation } from '../inspect/find-notations.ts';

export const unknownCommand = (word: string, commands: readonly string[]) =>
  problem({
    code: 'usage/unknown-command',
    exit: Exit.usage,
    what: `"${word}" is not a command.`,
    why: 'Nothing was done.',
    fix: `${didYouMean(word, commands)}Commands are ${commands.join(', ')}.`,
    facts: { word },
  });

export const unknownFlag = (flag: string, command: string, flags: readonly string[]) =>
  problem({
    code: 'usage/unknown-flag',
    exit: Exit.usage,
    what: `"shoal ${command}" has no flag ${flag}.`,
    why: 'A misspelt flag would leave a default in force that you did not choose.',
    fix: `${didYouMean(flag, flags)}"shoal ${command} --help" lists its flags.`,
    facts: { flag, command },
  });

export const flagValue = (flag: string, takes: string | undefined) =>
  problem({
    code: 'usage/flag-value',
    exit: Exit.usage,
    what: takes === undefined ? `--${flag} takes no value.` : `--${flag} needs a value: ${takes}.`,
    why: 'What follows it would be read as something else.',
    fix: takes === undefined ? `Write --${flag} alone.` : `Write --${flag} ${takes}.`,
    facts: { flag },
  });

export const missingArgument = (command: string, usage: string) =>
  problem({
    code: 'usage/missing-argument',
    exit: Exit.usage,
    what: `"shoal ${command}" needs more words.`,
    why: 'It does not know what to work on.',
    fix: `Write: ${usage}`,
    facts: { command },
  });

export const whichSubject = (input: string, columns: readonly string[]) =>
  problem({
    code: 'usage/which-subject',
    exit: Exit.usage,
    what: `Who is protected? As much speaks for ${columns.map((name) => `"${name}"`).join(' as for ')}.`,
    why: 'k counts subjects: with the wrong column, an event or a device is hidden where you mean a person.',
    fix: `Say which, or that each row is one subject: "shoal init ${input} --yes --subject ${/^[\w.:-]+$/.test(columns[0]) ? columns[0] : `'${columns[0]}'`}", or --subject row.`,
    facts: { columns },
  });

export const surplusArgument = (word: string, usage: string) =>
  problem({
    code: 'usage/surplus-argument',
    exit: Exit.usage,
    what: `"${word}" is one word too many.`,
    why: 'It is not clear what it means.',
    fix: `Write: ${usage}`,
    facts: { word },
  });

export const badArgument = (what: string, takes: string) =>
  problem({
    code: 'usage/bad-argument',
    exit: Exit.usage,
    what,
    why: 'The command cannot work with it.',
    fix: `It takes ${takes}.`,
  });

export const unknownWord = (word: string, words: readonly string[]) =>
  problem({
    code: 'usage/unknown-word',
    exit: Exit.usage,
    what: `There is no explanation of "${word}".`,
    why: 'It is neither a term of the glossary nor a problem code.',
    fix: `${didYouMean(word, words)}"shoal explain" alone lists every term; codes stand in the last line of a problem.`,
    facts: { word },
  });

export const policyOfAnotherInput = (path: string, meant: string, input: string) =>
  problem({
    code: 'usage/policy-of-another-input',
    exit: Exit.usage,
    what: `${path} is a policy for ${meant}, and the input is ${input}.`,
    why: 'Settings chosen for one file would silently decide how another is published.',
    fix: `To use them for this input too, write --policy ${path}. Otherwise run in another folder, or name another policy.`,
    facts: { path, input },
  });

export const planAndSetting = (setting: string) =>
  problem({
    code: 'usage/plan-and-setting',
    exit: Exit.usage,
    what: `A plan has every setting already, and "${setting}" would be another one.`,
    why: 'What runs is the plan that you read, or nothing.',
    fix: 'Leave it out, or plan anew with it. Beside --plan there may be an INPUT, --out, --out-table, --force, --progress and --json.',
    facts: { setting },
  });

/** `flags` say which of the readings is meant, one for each choice. */
export const ambiguousNotation = ({ setting, column, evidence, choices }: OpenNotation, flags: readonly string[]) =>
  problem({
    code: 'input/ambiguous-notation',
    exit: Exit.input,
    what:
      setting === 'encoding'
        ? 'The letters of the file can be read in several ways.'
        : `Column "${column}" can be read in two ways: ${evidence}.`,
    why: choices.map(({ value, means }) => `${value}: ${means}`).join('; '),
    fix: `Say which: ${flags.join(', or ')}.`,
    facts: { column, setting },
  });
