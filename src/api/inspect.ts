import { tmpdir } from 'node:os';
import type { Readable } from 'node:stream';
import type { OnProgress } from '../base/progress.ts';
import { ok, type Result, refused } from '../base/result.ts';
import type { Engine, Source } from '../engine/engine.ts';
import { classesOf } from '../families/events/mapping.ts';
import { noRows } from '../formats/input-problems.ts';
import { type Mapping, readMapping } from '../formats/mapping-file.ts';
import { fieldsOf } from '../inspect/field.ts';
import type { FoundNotations } from '../inspect/find-notations.ts';
import type { Inspection } from '../inspect/inspection.ts';
import { knownColumns } from '../inspect/known-columns.ts';
import { rolesFor } from '../inspect/roles.ts';
import { shapeOf } from '../inspect/shape.ts';
import { parsePolicy } from '../policy/policy.ts';
import type { PolicyInput } from '../policy/policy-input.ts';
import { shippedPreset } from '../policy/presets.ts';
import { joinedOf } from './advice.ts';
import { atWork } from './at-work.ts';
import { type Input, takeInput } from './given/input.ts';
import { isPlain, readAsWritten } from './read-as-written.ts';

/** What of a policy says how to read its input. */
export type InspectInput = Pick<
  PolicyInput,
  'sql' | 'delimiter' | 'encoding' | 'decimal' | 'thousands' | 'unit' | 'timeFormat' | 'join' | 'threads' | 'memory'
> & { readonly input: Input };

/** How a file is looked at. */
export interface InspectOptions {
  readonly onProgress?: OnProgress;
  /** Read when the input is `-`. */
  readonly stdin?: Readable;
  /** Aborted, it ends the reading: the answer is a problem, `run/aborted`. */
  readonly signal?: AbortSignal | undefined;
}

/** What a file holds, what its columns are probably for, and how well its subjects hide as it stands. Reads it once; writes nothing. */
export async function inspect(raw: InspectInput, { stdin, ...options }: InspectOptions = {}): Promise<Result<Inspection>> {
  const taken = takeInput<Omit<InspectInput, 'input'> & { readonly input: string }>(raw, stdin);
  if (!taken.ok) return taken;
  const { settings, given } = taken.value;
  const policy = parsePolicy(settings);
  if (!policy.ok) return policy;
  const { sql, delimiter } = policy.value;
  const place = { ...policy.value, out: tmpdir() }; // temporary files are all it writes
  return atWork(place, { ...options, given }, async ({ openEngine, onProgress }) => {
    const engine = await openEngine();
    const { encoding } = policy.value;
    const source = await engine.open({
      input: settings.input,
      sql,
      delimiter,
      given,
      onProgress,
      notated: { encoding },
      findEncoding: true,
    });
    if (!source.ok) return source;
    const read = await readAsWritten(engine, source.value, policy.value);
    const found = read.ok ? await inspectSource(engine, read.value.source, read.value.notations, onProgress) : read;
    return found.ok && sql !== undefined ? ok({ ...found.value, sql }) : found;
  });
}

async function inspectSource(
  engine: Engine,
  source: Source,
  notations: FoundNotations,
  onProgress: OnProgress,
): Promise<Result<Inspection>> {
  const looks = await engine.lookAtHead(source);
  if (!looks.ok) return looks;
  const survey = await engine.survey(source, fieldsOf(looks.value, source.implied?.series), onProgress);
  if (!survey.ok) return survey;
  const { facts: fields, everyNthRow } = await survey.value.facts();
  const [{ rows }] = fields;
  if (rows === 0) return refused(noRows(source.name));
  onProgress({ phase: 'read', done: rows, unit: 'rows', finished: true });
  const shape = shapeOf(fields);
  const { subject } = shape;
  const roles = rolesFor(shape, fields, await survey.value.associations(fields), source.implied?.sensitive);
  const joined = subject === undefined ? 0 : await survey.value.joinSpellings(subject);
  const subjects = (fields.find(({ name }) => name === subject)?.distinct ?? rows) - joined;
  const mostInstants = rows > 300_000 ? 2 : 4; // after four, hardly anybody is left in company
  const standing = await survey.value.standing({ known: knownColumns(shape, roles), mostInstants, subject, subjects });
  return ok({
    input: source.name,
    format: source.format,
    rows,
    shape,
    fields,
    roles,
    ...(standing === undefined ? {} : { standing }),
    ...(shape.kind === 'events' ? { mapped: isMapped(await survey.value.textsOf(shape.event)) } : {}),
    everyNthRow,
    ...(isPlain(notations) ? {} : { notations }),
    ...joinedOf(joined),
  });
}

/** Whether a log may be published by the classes of telecare devices. Codes are looked at, and go no further. */
function isMapped(codes: readonly string[]): boolean {
  const mapping = readMapping(shippedPreset('telecare').settings.mapping as Mapping); // a test holds the preset to a policy
  return mapping.ok && classesOf(codes, mapping.value).every((name) => name !== undefined);
}
