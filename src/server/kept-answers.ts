import { createHash, randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Period } from './flow-query.ts';

const keptSchema = z.strictObject({
  start: z.string(),
  end: z.string(),
  /** What was declared when the period was first asked for. */
  ks: z.array(z.int()).min(1),
  /** Body by k; null where there were too few. */
  answers: z.record(z.string(), z.string().nullable()),
});

/** All answers to one period, made together from the data of one moment. */
export type KeptAnswers = Readonly<z.infer<typeof keptSchema>>;

/** First answers, one file a period, over restarts and changes of the data. A file that cannot be read is a fault, never a reason to answer anew. */
export interface AnswerStore {
  find(period: Period): KeptAnswers | undefined;
  /** On disk before anybody is told. Where another came first, that one stands and is given back. */
  keep(answers: KeptAnswers): KeptAnswers;
}

/** `about` says which data: other data has answers of its own. */
export function openAnswerStore(folder: string, about: string): AnswerStore {
  const place = join(folder, createHash('sha256').update(about).digest('hex').slice(0, 32));
  const pathOf = ({ start, end }: Period) => join(place, `${start}_${end}.json`); // days past their schema: digits and dashes
  const find = (period: Period): KeptAnswers | undefined =>
    existsSync(pathOf(period)) ? keptSchema.parse(JSON.parse(readFileSync(pathOf(period), 'utf8'))) : undefined;
  return {
    find,
    keep(answers) {
      mkdirSync(place, { recursive: true, mode: 0o700 });
      const beside = `${pathOf(answers)}.${randomBytes(6).toString('hex')}`;
      try {
        writeFileSync(beside, JSON.stringify(answers), { mode: 0o600, flush: true });
        linkSync(beside, pathOf(answers)); // unlike a rename, it never replaces what is there
        syncFolder(place);
        return answers;
      } catch (error) {
        const first = find(answers);
        if (first === undefined) throw error;
        return first;
      } finally {
        rmSync(beside, { force: true });
      }
    },
  };
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
