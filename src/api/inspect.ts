import { tmpdir } from 'node:os';
import type { Readable } from 'node:stream';
import type { OnProgress } from '../base/progress.ts';
import { ok, type Result, refused } from '../base/result.ts';
import type { Engine } from '../engine/engine.ts';
import type { Survey } from '../engine/survey.ts';
import { classesOf } from '../families/events/mapping.ts';
import { noInput, noRows } from '../formats/input-problems.ts';
import { type Mapping, readMapping } from '../formats/mapping-file.ts';
import { type Choices, withChoices } from '../inspect/drafting.ts';
import { type FieldFacts, fieldsOf, isRun } from '../inspect/field.ts';
import type { Inspection } from '../inspect/inspection.ts';
import { knownColumns } from '../inspect/known-columns.ts';
import { patternFloors } from '../inspect/pattern-floors.ts';
import { populationUniques } from '../inspect/population-uniques.ts';
import { rolesFor } from '../inspect/roles.ts';
import { judgeShape, type Shape } from '../inspect/shape.ts';
import { pairsWorthAsking, timesAmong, worthAsking } from '../inspect/subjects.ts';
import type { Relations, Twins, Within } from '../inspect/within.ts';
import { parsePolicy } from '../policy/policy.ts';
import type { PolicyInput } from '../policy/policy-input.ts';
import { shippedPreset } from '../policy/presets.ts';
import { missingColumn } from '../policy/problems.ts';
import { joinedOf } from './advice.ts';
import { atWork } from './at-work.ts';
import { callProblem } from './call-problem.ts';
import { type Input, takeInput } from './given/input.ts';
import { isPlain, type ReadTable, readAsWritten } from './read-as-written.ts';

/** What of a policy says how to read its input. */
export type InspectInput = Pick<
  PolicyInput,
  'sql' | 'delimiter' | 'encoding' | 'decimal' | 'thousands' | 'unit' | 'timeFormat' | 'join' | 'threads' | 'memory'
> & {
  readonly input: Input;
  /** Who is protected, a column or `row`, where a person has said so; else it is judged. */
  readonly subject?: string;
  /** Other roles than the suggested ones, by field: how people stand is counted as if they were chosen. */
  readonly roles?: Choices['roles'];
  /** The share of a population that the rows are, where they are a sample: how many are alone in it is estimated. */
  readonly sampled?: number | undefined;
};

/** How a file is looked at. */
export interface InspectOptions {
  readonly onProgress?: OnProgress;
  /** Read when the input is `-`. */
  readonly stdin?: Readable;
  /** Aborted, it ends the reading: the answer is a problem, `run/aborted`. */
  readonly signal?: AbortSignal | undefined;
}

/** What a file holds, what its columns are probably for, and how well its subjects hide as it stands. Reads it once; writes nothing. */
export async function inspect(asked: InspectInput, heard: InspectOptions = {}): Promise<Result<Inspection>> {
  const wrong = callProblem(['input', asked, 'object'], ['options', heard, 'options']);
  if (wrong !== undefined) return refused(wrong);
  const { roles, sampled, ...raw } = asked;
  const { stdin, ...options } = heard;
  const taken = takeInput<Omit<InspectInput, 'input' | 'roles' | 'sampled'> & { readonly input: string }>(raw, stdin);
  if (!taken.ok) return taken;
  const { settings, given } = taken.value;
  const policy = parsePolicy(settings);
  if (!policy.ok) return policy;
  if (policy.value.input === undefined) return refused(noInput());
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
    const found = read.ok
      ? await inspectSource(engine, read.value, { named: settings.subject, chosen: roles, sampled }, onProgress)
      : read;
    return found.ok && sql !== undefined ? ok({ ...found.value, sql }) : found;
  });
}

/** What a person has said of a table. */
interface Told {
  readonly named: string | undefined;
  readonly chosen: Choices['roles'];
  readonly sampled: number | undefined;
}

async function inspectSource(
  engine: Engine,
  { source, notations, looks }: ReadTable,
  { named, chosen, sampled }: Told,
  onProgress: OnProgress,
): Promise<Result<Inspection>> {
  const columns = source.columns.map(({ name }) => name);
  if (named !== undefined && named !== 'row' && !columns.includes(named))
    return refused(missingColumn(named, '--subject', columns));
  const survey = await engine.survey(source, fieldsOf(looks, source.implied?.series), onProgress);
  if (!survey.ok) return survey;
  const { facts: fields, everyNthRow } = await survey.value.facts();
  const [{ rows }] = fields;
  if (rows === 0) return refused(noRows(source.name));
  onProgress({ phase: 'read', done: rows, unit: 'rows', finished: true });
  const { shape, shapes, subjects: who } = judgeShape(fields, await relationsIn(survey.value, fields, named), named);
  const { subject } = shape;
  const joined = subject === undefined ? 0 : await survey.value.joinSpellings(subject);
  const repeats = fields.some((field) => field.name === subject && field.distinct < field.rows);
  const within = repeats && subject !== undefined ? await survey.value.within(subject, { everyRow: true }) : undefined;
  const roles = rolesFor(shape, fields, {
    associations: await survey.value.associations(fields),
    impliedSensitive: source.implied?.sensitive,
    within,
  });
  const subjects = (fields.find(({ name }) => name === subject)?.distinct ?? rows) - joined;
  const mostInstants = rows > 300_000 ? 2 : 4; // after four, hardly anybody is left in company
  const counted = await survey.value.standing({
    known: knownColumns(shape, withChoices({ roles, shape }, chosen, subject)),
    mostInstants,
    subject,
    subjects,
  });
  return ok({
    input: source.name,
    format: source.format,
    rows,
    shape,
    shapes,
    subjects: who,
    ...(named === undefined ? {} : { named: true }),
    ...(within === undefined ? {} : { within }),
    fields,
    roles,
    ...standingWith(counted, sampled),
    ...(shape.kind === 'events' ? { mapped: isMapped(await survey.value.textsOf(shape.event)) } : {}),
    ...(await offsetsOf(survey.value, shape, fields)),
    ...(await floorsOf(survey.value, shape, fields)),
    everyNthRow,
    ...(isPlain(notations) ? {} : { notations }),
    ...joinedOf(joined),
  });
}

/** Where the table is a sample, what its classes say of the whole. */
function standingWith(
  counted: Awaited<ReturnType<Survey['standing']>>,
  sampled: number | undefined,
): Pick<Inspection, 'standing'> {
  if (counted === undefined) return {};
  const { sizes, ...standing } = counted;
  return { standing: { ...standing, ...(sampled === undefined ? {} : { population: populationUniques(sizes, sampled) }) } };
}

/** What is counted across columns: inside the rows of whatever could be a subject, and between columns that may be two ends of a trip. */
async function relationsIn(survey: Survey, fields: readonly FieldFacts[], named: string | undefined): Promise<Relations> {
  const within: Within[] = [];
  const times = timesAmong(fields).map(({ name }) => name);
  const wholes = fields.filter(({ kind, distinct }) => kind === 'whole' && distinct >= 4).map(({ name }) => name);
  const paired = [...new Set([...times, ...wholes])].slice(0, 4);
  const asked = new Set([...worthAsking(fields), ...fields.filter((field) => field.name === named && !isRun(field))]);
  for (const { name } of asked) within.push(await survey.within(name, { pairedWith: paired }));
  const twins: Twins[] = [];
  for (const [one, other] of pairsWorthAsking(fields)) twins.push(await survey.twins(one, other));
  return { within, twins };
}

/** Where times have several offsets, somebody must say whose clock counts. Long tables order instants, whatever the clocks. */
async function offsetsOf(survey: Survey, shape: Shape, fields: readonly FieldFacts[]): Promise<Pick<Inspection, 'offsets'>> {
  if (shape.kind !== 'events' && shape.kind !== 'transactions') return {};
  if (fields.find(({ name }) => name === shape.time)?.kind !== 'time') return {};
  const { different } = await survey.offsets(shape.time);
  return different > 1 ? { offsets: different } : {};
}

async function floorsOf(survey: Survey, shape: Shape, fields: readonly FieldFacts[]): Promise<Pick<Inspection, 'floors'>> {
  if (shape.kind !== 'series' && shape.kind !== 'long') return {};
  const fieldOf = (name: string) => fields.find((field) => field.name === name);
  const instants = shape.kind === 'series' ? fieldOf(shape.series)?.columns.length : fieldOf(shape.time)?.distinct;
  return { floors: patternFloors(await survey.curves(shape), instants ?? 1) };
}

/** Whether a log may be published by the classes of telecare devices. Codes are looked at, and go no further. */
function isMapped(codes: readonly string[]): boolean {
  const mapping = readMapping(shippedPreset('telecare').settings.mapping as Mapping); // a test holds the preset to a policy
  return mapping.ok && classesOf(codes, mapping.value).every((name) => name !== undefined);
}
