import { ok, type Result } from '../base/result.ts';
import type { Engine, Source } from '../engine/engine.ts';
import { evidenceOf, type FoundNotations, findNotations, meansOf, type OpenNotation } from '../inspect/find-notations.ts';
import type { Look } from '../inspect/look.ts';
import { because } from '../inspect/reasons.ts';
import type { NotationSettings } from '../policy/notation-settings.ts';
import { joinedNames, joinProblem, strayColumn } from '../policy/notations.ts';

export interface ReadTable {
  readonly source: Source;
  readonly notations: FoundNotations;
  /** Of its first rows, which the engine keeps. */
  readonly looks: readonly Look[];
}

/** Finds out how the cells of a table are written, and answers the table with plain ones; what nobody can tell stays as it is. */
export async function readAsWritten(engine: Engine, source: Source, given: NotationSettings): Promise<Result<ReadTable>> {
  const names = source.columns.map(({ name }) => name);
  const wrong = joinProblem(given, names) ?? strayColumn(given, joinedNames(names, given));
  if (wrong !== undefined) return { ok: false, problems: [wrong] };
  const joined = await engine.notate(source, { join: given.join ?? {}, columns: [] });
  if (!joined.ok) return joined;
  const looks = await engine.lookAtHead(joined.value);
  if (!looks.ok) return looks;
  const forms = await engine.formsOf(joined.value);
  if (!forms.ok) return forms;
  const found = findNotations(forms.value, looks.value, given);
  const join = given.join === undefined ? found.join : [];
  const notations = { ...found, ...encodingOf(source, found) };
  if (join.length === 0 && found.columns.length === 0) return ok({ source: joined.value, notations, looks: looks.value });
  const read = await engine.notate(joined.value, {
    join: Object.fromEntries(join.map(({ name, parts }) => [name, parts])),
    columns: found.columns.map(({ column, notation }) => ({ column, notations: [notation], unfit: 'mark' })),
  });
  if (!read.ok) return read;
  const plain = await engine.lookAtHead(read.value);
  return plain.ok ? ok({ source: read.value, notations, looks: plain.value }) : plain;
}

/** The encoding found; and where the same bytes are other letters elsewhere, the question which it is. */
function encodingOf({ stored }: Source, { open }: FoundNotations): Partial<FoundNotations> {
  if (stored === undefined) return {};
  const { encoding: name, letters, seen, others } = stored;
  const evidence = evidenceOf(
    because('not-utf8', { letters, encoding: name, seen }),
    ...(others.length === 0 ? [because('like-alike')] : []),
  );
  const question: OpenNotation = {
    column: '',
    setting: 'encoding',
    ...evidence,
    choices: [name, ...others].map((value) => ({
      value,
      ...meansOf(because(value.startsWith('windows') ? 'windows' : 'older-unix')),
    })),
  };
  return others.length === 0
    ? { encoding: { name, ...evidence } }
    : { encoding: { name, ...evidence }, open: [question, ...open] };
}

export const isPlain = ({ encoding, join, columns, open, notes }: FoundNotations): boolean =>
  encoding === undefined && [join, columns, open, notes].every((list) => list.length === 0);
