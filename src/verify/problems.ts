import { Exit, problem } from '../base/problem.ts';

export const noSuchFolder = (folder: string) =>
  problem({
    code: 'verify/no-such-folder',
    exit: Exit.input,
    what: `There is no folder ${folder}.`,
    why: 'A release is a folder, and its promises are proved from the files in it.',
    fix: 'Name the folder that holds manifest.json.',
    facts: { folder },
  });

export const notARelease = (folder: string) =>
  problem({
    code: 'verify/not-a-release',
    exit: Exit.input,
    what: `${folder} holds no manifest.json, so it is not a release.`,
    why: 'The manifest says what was promised; without it there is nothing to prove.',
    fix: 'Name the folder that `shoal run` wrote: the one with manifest.json right in it.',
    facts: { folder },
  });

export const cannotRead = (folder: string, error: string) =>
  problem({
    code: 'verify/cannot-read',
    exit: Exit.input,
    what: 'The system refused to read a file of the release.',
    where: folder,
    why: `It answered ${error}. Nothing can be said about bytes that were not read.`,
    fix: 'Check the permissions of the folder and of its files, and that the disk is still there; then verify again.',
    facts: { folder, error },
  });

export const ambiguousPath = (path: string) =>
  problem({
    code: 'verify/ambiguous-path',
    exit: Exit.input,
    what: 'The path of a file cannot be told from that of another.',
    where: path,
    why: 'It holds a backslash beside *, ?, brackets or braces. The database that counts would take it for a pattern with folders.',
    fix: 'Rename the folder, or copy the release to another place; then verify again.',
    facts: { path },
  });

/** `file` is the evidence that is not there; undefined where the release declares no noise. */
export const noNoise = (file: string | undefined) =>
  problem({
    code: 'verify/no-noise',
    exit: Exit.input,
    what:
      file === undefined
        ? 'A key of noise is given, and this release declares no noise.'
        : `A key of noise is given, and ${file} is not there.`,
    why: 'With the key each count is worked out again from the subjects behind it, whom only the evidence names.',
    fix: 'Leave --noise-key out, or verify the release where it was made, with its folder internal/.',
  });

export const noPopulation = () =>
  problem({
    code: 'verify/no-population',
    exit: Exit.input,
    what: 'A population is given, and this release promises nothing against one.',
    why: 'There is nothing that it could prove.',
    fix: 'Leave --population out, or name the release that was made with it.',
  });

export const notThePopulation = (file: string, reason: string) =>
  problem({
    code: 'verify/not-the-population',
    exit: Exit.input,
    what: `This is not the population that the release was made with: ${reason}.`,
    where: file,
    why: 'How many the labels are true of was promised of that very file.',
    fix: 'Give --population the file that the run was given, unchanged.',
    facts: { file },
  });

export const changedMeanwhile = (path: string) =>
  problem({
    code: 'verify/changed-meanwhile',
    exit: Exit.input,
    what: 'A file changed while it was judged.',
    where: path,
    why: 'It is read several times. What was hashed may not be what was counted, so nothing can be said about either.',
    fix: 'Let nobody write to it, or copy the release to a place of your own; then verify again.',
    facts: { path },
  });

export const outOfMemory = () =>
  problem({
    code: 'verify/out-of-memory',
    exit: Exit.resource,
    what: 'The memory allowed is too little to verify this release.',
    why: 'Every distinct envelope and pattern is counted, and the count did not fit.',
    fix: 'Allow more with --memory, or use fewer --threads: each one takes its own share.',
  });

export const noScratchSpace = (folder: string) =>
  problem({
    code: 'verify/no-scratch-space',
    exit: Exit.resource,
    what: 'There is no room left for temporary files.',
    where: folder,
    why: 'What does not fit in memory while counting is put there until the verdict.',
    fix: 'Free some space, point TMPDIR at a larger disk, or allow more with --memory.',
    facts: { folder },
  });

export const noRowNumbers = (file: string) =>
  problem({
    code: 'verify/no-row-numbers',
    exit: Exit.usage,
    what: 'Nothing in this release leads back to the rows of the original.',
    where: file,
    why: 'What is published of a record is proved by the record itself, and only evidence with a column `_row` tells which one that is.',
    fix: 'Verify without --original, or beside the internal folder that the run made.',
    facts: { file },
  });

export const notTheOriginal = (file: string, reason: string) =>
  problem({
    code: 'verify/not-the-original',
    exit: Exit.input,
    what: `This is not the table that the release was made from: ${reason}.`,
    where: file,
    why: 'Row numbers lead to the right records only in the very file that was read.',
    fix: 'Give --original the file that the release was made from, unchanged.',
    facts: { file },
  });

/** Of a database: rows have no other name than their place. */
export const changedTable = (table: string) =>
  problem({
    code: 'verify/not-the-original',
    exit: Exit.input,
    what: 'The table no longer gives the rows that the release was made from: its SHA-256 is another one.',
    where: table,
    why: 'Row numbers lead to the right records only in the very rows that were read, in their order. A row that was added, changed or rewritten since moves others.',
    fix: 'Verify against a copy that was taken with the run, such as \\copy … TO original.csv CSV HEADER of the same columns; or make the release again.',
    facts: { file: table },
  });

export const hierarchyNeeded = (column: string) =>
  problem({
    code: 'verify/hierarchy-needed',
    exit: Exit.usage,
    what: `Column ${column} has labels that are no category of the original.`,
    why: 'They may be nodes of a hierarchy, and only its file tells which categories lie below them.',
    fix: 'Give the file with --hierarchy COLUMN=FILE, or the policy of the run with --policy.',
    facts: { column },
  });

export const policyNeeded = () =>
  problem({
    code: 'verify/policy-needed',
    exit: Exit.usage,
    what: 'Nothing says how the run read this event log.',
    why: 'The columns of times and codes, the mapping and the removed classes are noted in internal/manifest.json, and it cannot be read.',
    fix: 'Give the policy of the run with --policy, or verify beside the whole internal folder.',
  });

export const mappingNeeded = (file: string) =>
  problem({
    code: 'verify/mapping-needed',
    exit: Exit.usage,
    what: 'The mapping of this event log cannot be read.',
    where: file,
    why: 'Classes are proved by what the mapping makes of each event code.',
    fix: 'Name the mapping file of the run with --mapping FILE, or verify without --original.',
    facts: { file },
  });

export const unreadableHierarchy = (file: string, column: string) =>
  problem({
    code: 'verify/unreadable-hierarchy',
    exit: Exit.usage,
    what: `The hierarchy of ${column} cannot be read.`,
    where: file,
    why: 'Labels that are nodes of it are proved by what lies below them.',
    fix: 'Name the file with --hierarchy COLUMN=FILE: one line a category, its ancestors after ";".',
    facts: { file, column },
  });

export const badKey = (file: string, wanted: 'private' | 'public', fault: string) =>
  problem({
    code: 'verify/bad-key',
    exit: Exit.usage,
    what: `The ${wanted} key cannot be used: ${fault}.`,
    where: file,
    why: `A manifest is signed with an Ed25519 key: ${wanted === 'public' ? 'the public half proves it' : 'the private half signs it'}.`,
    fix: `Make one with \`shoal sign --new-key FILE\`: FILE signs, and FILE.pub proves.`,
    facts: { file, wanted },
  });
