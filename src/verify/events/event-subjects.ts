import type { Counter } from '../../base/counting.ts';
import type { EventsManifest } from '../../release/manifest.ts';
import type { Breach } from '../breaches.ts';
import { foldText, isNormal } from '../folded-text.ts';
import type { SourceColumn } from '../source.ts';
import type { EventLog } from './event-log.ts';

/**
 * Who bears an id, in the table `beside`, where `bearer` is the subject of the original: a kept id is the subject's own, a random one is its
 * only one, a rotating one is nobody else's. The number that the evidence gives to a subject is its only one, too.
 */
export async function checkBearers(
  counter: Counter,
  { subject, file }: EventLog,
  manifest: EventsManifest,
  evidence: { readonly file: string; readonly subject: SourceColumn | undefined },
): Promise<readonly Breach[]> {
  const { pseudonym } = manifest;
  const inside = evidence.subject === undefined ? [] : await checkPairs(counter, 'told_subject', evidence.file, true);
  if (subject === undefined) return inside;
  const outside =
    pseudonym === 'keep'
      ? await checkNames(counter, subject, { file, normal: isNormal(manifest) })
      : await checkPairs(counter, subject.sql, file, pseudonym === 'random');
  return [...outside, ...inside];
}

/** One id, one subject; and one subject, one id, where that is promised. */
async function checkPairs(counter: Counter, id: string, file: string, only: boolean): Promise<readonly Breach[]> {
  const pairs = `(SELECT ${id} AS id, bearer, min(place) AS place FROM beside GROUP BY ALL)`;
  const several = (by: string) =>
    counter.numbers(
      `SELECT count(*), coalesce(min(place), 0) FROM (SELECT min(place) AS place FROM ${pairs} GROUP BY ${by} HAVING count(*) > 1)`,
    );
  const [ids, first] = await several('id');
  const [subjects, row] = only ? await several('bearer') : [0, 0];
  return [
    ...(ids > 0 ? [{ kind: 'ambiguous-pseudonym' as const, file, ids, row: first }] : []),
    ...(subjects > 0 ? [{ kind: 'split-subject' as const, file, subjects, row }] : []),
  ];
}

/** A kept id is the subject of the original, in one of its spellings. */
async function checkNames(
  counter: Counter,
  { sql, declared }: SourceColumn,
  { file, normal }: { readonly file: string; readonly normal: boolean },
): Promise<readonly Breach[]> {
  const { join, form } = normal ? await foldText(counter, { table: 'beside', text: sql, name: 'kept' }) : { join: '', form: sql };
  const [cells, row] = await counter.numbers(
    `SELECT count(*), coalesce(min(place), 0) FROM beside ${join} WHERE ${form} <> bearer`,
  );
  return cells > 0 ? [{ kind: 'changed-subject', file, columns: [declared.name], cells, row }] : [];
}
