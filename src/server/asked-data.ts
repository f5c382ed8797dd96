import { linkSync, mkdirSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod';
import type { Problem } from '../base/problem.ts';
import { isPostgres } from '../policy/postgres-address.ts';
import { denialOf, fixedFor, type PolicyRules } from './asked-policy.ts';
import type { Asks } from './asks.ts';
import { asHttpProblem, Denial } from './http-problem.ts';
import type { InsideDoor } from './inside-door.ts';
import { upload } from './job.ts';
import { failureOf } from './job-failure.ts';
import { badRequest, sourceClosed, unknownSource } from './problems.ts';
import type { Uploads } from './uploads.ts';

/** The two ways to name data; a request names one. */
export const dataKeys = {
  source: z.string().max(64).optional().describe('Name of a source of the server'),
  upload: z.string().max(64).optional().describe('Id of an upload of yours'),
};

export const reducedKey = {
  reduced: z.boolean().optional().describe('Tell no reason and no count below k, of an upload too'),
};

export interface AskedData {
  readonly source?: string | undefined;
  readonly upload?: string | undefined;
}

/** All that decides what may be read and told. */
export interface DataRules extends PolicyRules {
  readonly sources: Readonly<Record<string, string>>;
  readonly uploads: Uploads;
  readonly asks: Asks;
  readonly inside: InsideDoor;
  readonly onProblem: (problem: Problem) => void;
}

/** Data that a request may read. */
export interface FoundData {
  /** Name of a source, or `upload`. */
  readonly source: string;
  /** What tells its bytes from others. */
  readonly data: string;
  /** A database, which is not asked twice. */
  readonly isDatabase: boolean;
  /** Puts it into a private folder, and says what it is called from there. */
  readonly link: (folder: string) => string;
  /** The same of its first lines, where all of it would take long. */
  readonly linkHead?: (folder: string) => string | undefined;
}

export function findData({ source, upload: id }: AskedData, tenant: string, { sources, uploads }: DataRules): FoundData {
  if ((source === undefined) === (id === undefined))
    throw new Denial(badRequest('Either "source" or "upload" says what to read.', '/body/source'));
  if (id !== undefined)
    return {
      source: upload,
      data: id,
      isDatabase: false,
      link: (folder) => uploads.linkInto(folder, id, tenant),
      linkHead: (folder) => uploads.headInto(folder, id, tenant),
    };
  const name = source ?? '';
  if (!Object.hasOwn(sources, name)) throw new Denial(unknownSource(name, Object.keys(sources)));
  return { source: name, data: name, isDatabase: isPostgres(sources[name]), link: (folder) => linkSource(sources[name], folder) };
}

/** A file of the operator under its own name in a private folder, so that no message tells where it lies. */
function linkSource(source: string, folder: string): string {
  if (isPostgres(source)) return source;
  const name = join('input', basename(source));
  mkdirSync(join(folder, 'input'), { recursive: true, mode: 0o700 });
  symlinkSync(source, join(folder, name));
  return name;
}

/** Data that came with the request and lies in the folder of its job. */
export const dataOfJob = (folder: string, input: string, sha256: string): FoundData => ({
  source: upload,
  data: sha256,
  isDatabase: false,
  link: (other) => {
    linkSync(join(folder, input), join(other, input));
    return input;
  },
});

/**
 * How much is told of the original. An upload is the client's own. Of a source, whoever has the second token hears all; others hear what holds no
 * small count, and nothing where the operator decided what may be known of it.
 */
export function tellingOf(
  { source }: FoundData,
  { token, reduced = false }: { readonly token: string | undefined; readonly reduced?: boolean | undefined },
  { mode, fixed, inside }: DataRules,
): 'whole' | 'reduced' {
  if (inside.isOpenFor(token) || source === upload) return reduced ? 'reduced' : 'whole';
  if (mode === 'public' || fixedFor(source, fixed) !== undefined) throw new Denial(sourceClosed(source));
  return 'reduced';
}

/** Why a judge has no answer; where a release lies is not for clients. */
export const problemsOf = (problems: readonly Problem[], folder: string): Denial =>
  denialOf(
    problems.map((problem) => {
      const { what, why, fix } = problem;
      const hide = (text: string) => (folder === '' ? text : text.replaceAll(folder, 'release'));
      return { ...asHttpProblem({ ...problem, what: hide(what), why: hide(why), fix: hide(fix) }), pointer: '/body' };
    }),
  );

/** Why there is no answer, as whoever asked may hear it. */
export const refusalFor = (problems: readonly Problem[], { source }: FoundData, input: string, rules: DataRules): Denial =>
  denialOf(problems.map((problem) => asHttpProblem(failureOf(problem, { source, policy: { input } }, rules))));
