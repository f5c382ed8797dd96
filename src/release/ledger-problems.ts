import { Exit, problem } from '../base/problem.ts';

export const notALedger = (file: string, line: number) =>
  problem({
    code: 'ledger/not-a-ledger',
    exit: Exit.usage,
    what: `Line ${line} of the ledger cannot be read.`,
    where: file,
    why: 'A ledger is a file that "shoal run --ledger" began, and that nothing else writes to.',
    fix: 'Name the ledger of your releases, or a file that does not exist: it will be begun.',
    facts: { file, line },
  });

export const brokenChain = (file: string, line: number) =>
  problem({
    code: 'ledger/broken-chain',
    exit: Exit.broken,
    what: `Line ${line} of the ledger does not follow from the line before it.`,
    where: file,
    why: 'Each line carries the SHA-256 of the one before it, and a seal under the key. A line was changed, removed or put in between.',
    fix: 'Take the ledger back from a copy. What left since then must be entered again: run it once more with --ledger.',
    facts: { file, line },
  });

export const keyMissing = (file: string, key: string) =>
  problem({
    code: 'ledger/key-missing',
    exit: Exit.usage,
    what: 'The key of the ledger is not there.',
    where: key,
    why: 'Subjects stand in the ledger as digests under that key. Without it nobody can say who was released before.',
    fix: `Put the key back to ${key}. If it is lost, begin a new ledger, and keep this one.`,
    facts: { file, key },
  });

export const wrongKey = (file: string, key: string) =>
  problem({
    code: 'ledger/wrong-key',
    exit: Exit.usage,
    what: 'The key beside the ledger is the key of another one.',
    where: key,
    why: 'Under it every subject would look new, and no release would ever meet one before it.',
    fix: `Put the key that belongs to ${file} back to ${key}.`,
    facts: { file, key },
  });

export const ledgerBusy = (file: string, lock: string) =>
  problem({
    code: 'ledger/busy',
    exit: Exit.output,
    what: 'Another run is entering its release into the ledger.',
    where: lock,
    why: 'Two releases that do not know of each other could together leave somebody alone.',
    fix: 'Run again when it is done. If no other run is at work, remove the lock.',
    facts: { file, lock },
  });

/** How many there are is not told: they, or all others, may be fewer than k. */
export const crowdBelowK = (told: { k: number; numbers: readonly number[]; exact: boolean }) =>
  problem({
    code: 'ledger/crowd-below-k',
    exit: Exit.gate,
    what: `Laid over what was released before, this release leaves subjects in a crowd below ${told.k}.`,
    why: `Whoever has both can look for those who are together in each: see ${told.numbers.map((one) => `entry ${one}`).join(', ')} of the ledger.${
      told.exact ? '' : ' Crowds are counted by one record in each release; who knows more records may find smaller ones.'
    }`,
    fix: 'Release a coarser version made of the same groups, or other people. To publish it all the same, add --on-conflict warn and say so to whoever decides.',
    facts: { k: told.k, entries: [...told.numbers] },
  });

export const noRowNumbers = () =>
  problem({
    code: 'ledger/no-row-numbers',
    exit: Exit.usage,
    what: 'The ledger cannot tell whose records this run released.',
    why: 'It finds them by the numbers of their rows, in an input that this machine reads too. A cluster keeps such numbers of Parquet alone.',
    fix: 'Name one file of Parquet that lies here as well, or run without --engine spark, or without --ledger.',
  });

export const noLedger = (file: string) =>
  problem({
    code: 'ledger/not-found',
    exit: Exit.usage,
    what: 'There is no ledger.',
    where: file,
    why: 'A ledger is begun by the first run that names it.',
    fix: `Name the right file, or begin one: shoal run INPUT --ledger ${file}`,
    facts: { file },
  });

export const notInLedger = (file: string, release: string) =>
  problem({
    code: 'ledger/not-entered',
    exit: Exit.broken,
    what: 'The release is not entered in the ledger.',
    where: release,
    why: 'No entry has the SHA-256 of its manifest.json: it was made without --ledger, by another ledger, or changed since.',
    fix: 'Run it again with --ledger, so that later releases are compared with it.',
    facts: { file, release },
  });
