import { Exit, problem } from '../../base/problem.ts';

/** Every sentence about what the engine of Spark can and cannot do. */
export const sparkNotDone = (what: string, fix: string) =>
  problem({
    code: 'spark/not-done',
    exit: Exit.usage,
    what: `Shoal does not do this on Spark: ${what}.`,
    why: 'A release must not depend on the engine that made it, so what is not proved to be equal is refused. Nothing was read.',
    fix,
    facts: { what },
  });

export const notInCluster = (input: string) =>
  problem({
    code: 'spark/no-input',
    exit: Exit.input,
    what: 'The cluster does not find the input.',
    where: input,
    why: 'The path or table is not there, holds no file, or may not be read by the cluster. A path is looked for by the cluster, not on this machine.',
    fix: 'Name a path that every machine of the cluster reads, or spark:catalog.database.table.',
    facts: { input },
  });

export const inputChanged = (input: string) =>
  problem({
    code: 'spark/input-changed',
    exit: Exit.input,
    what: 'The rows of the input changed while they were read.',
    where: input,
    why: 'They are read in several statements. What came here are not the rows that the first of them counted: somebody wrote to the input, or it is a view that answers otherwise each time.',
    fix: 'Let nobody write to it while Shoal runs, or name a copy or a snapshot of it. A view may not use rand(), uuid(), the clock, or LIMIT without a whole order.',
    facts: { input },
  });

export const releaseChanged = (release: string) =>
  problem({
    code: 'spark/release-changed',
    exit: Exit.input,
    what: 'The release is not what it was when the cluster hashed its files.',
    where: release,
    why: 'A file came, went or changed on its way here, so nothing can be said of it.',
    fix: 'Let nobody write to it, and verify again.',
    facts: { release },
  });

export const badReleasePath = (to: string) =>
  problem({
    code: 'spark/release-path',
    exit: Exit.usage,
    what: 'A release cannot be sent to that path of the cluster.',
    where: to,
    why: "Spark takes files only for its own file system, by a path from its root, and reads many signs as a pattern. It hides names that begin with '.' or '_'.",
    fix: 'Write a path such as /published/2026, of letters, digits, dots, hyphens and underscores; or copy the folder with the tool of the storage, manifest.json last.',
    facts: { to },
  });

export const releaseThere = (to: string) =>
  problem({
    code: 'spark/release-there',
    exit: Exit.output,
    what: 'Files lie there in the cluster already.',
    where: to,
    why: 'Nothing is overwritten by accident, and a file too many would spoil the release.',
    fix: 'Choose another --out-spark, or remove the folder with the tool of the storage.',
    facts: { to },
  });

export const releaseNotSent = (to: string, answer: string) =>
  problem({
    code: 'spark/release-not-sent',
    exit: Exit.output,
    what: 'The release could not be put into the file system of the cluster.',
    where: to,
    why: `The answer was: ${answer}. What was sent lies there without a manifest, so nobody takes it for a release. Nothing was published on this machine either.`,
    fix: 'Ask for the right to write there, keep files small with --part-rows, remove what lies there, and run it again; or leave out --out-spark.',
    facts: { to, answer },
  });

export const releaseWithoutFolder = (to: string) =>
  problem({
    code: 'spark/release-without-folder',
    exit: Exit.output,
    what: 'The release lies in the cluster, and not on this machine.',
    where: to,
    why: 'It was sent there first; then the folder could not be put into its place.',
    fix: 'Use it as it lies there, or remove it, mend what is told above, and run it again.',
    facts: { to },
  });

export const unknownSparkFormat = (input: string) =>
  problem({
    code: 'spark/input-format',
    exit: Exit.input,
    what: 'The input is no format that Shoal reads on Spark.',
    where: input,
    why: 'It reads .parquet, .orc, and .csv or .tsv in UTF-8 with a header, in one file or in a folder of files of one format; and tables.',
    fix: 'Convert it to Parquet, or name it as a table, spark:catalog.database.table.',
    facts: { input },
  });

export const unlikeText = (input: string, column: string, type: string) =>
  problem({
    code: 'spark/unlike-text',
    exit: Exit.input,
    what: `Column "${column}" is of type ${type}, which engines write as text in different ways.`,
    where: input,
    why: 'Subjects and event codes are told apart by their text.',
    fix: `Cast it in a view of the cluster, such as CAST(${column} AS STRING), and name that view: spark:database.view.`,
    facts: { column, type },
  });

export const tooManySpellings = (input: string, found: number, most: number) =>
  problem({
    code: 'spark/many-spellings',
    exit: Exit.resource,
    what: `The input has ${found} different subjects whose ids hold letters beyond ASCII; ${most} can be told apart by their normal form.`,
    where: input,
    why: 'Each of them has to come to this machine once, since Spark knows another version of Unicode.',
    fix: 'Replace such ids by numbers first, or set --subject-spelling exact where every id has one spelling.',
    facts: { found, most },
  });
