import { tmpdir } from 'node:os';
import { ok, type Result, refused } from '../base/result.ts';
import { hierarchyText, notATree } from '../formats/hierarchy.ts';
import { noHierarchy, noInput } from '../formats/input-problems.ts';
import { type HierarchyKind, hierarchyKindOf, hierarchyOver } from '../inspect/draft-hierarchy.ts';
import { fieldsOf } from '../inspect/field.ts';
import { parsePolicy } from '../policy/policy.ts';
import { missingColumn } from '../policy/problems.ts';
import { atWork } from './at-work.ts';
import { callProblem } from './call-problem.ts';
import { takeInput } from './given/input.ts';
import type { InspectInput, InspectOptions } from './inspect.ts';
import { readAsWritten } from './read-as-written.ts';

/** Which column a hierarchy is for, and of what it is made. */
export interface HierarchyChoice {
  readonly column: string;
  /** Ranges of numbers, beginnings of codes, the calendar, or the values alone; found from the values when left out. */
  readonly kind?: HierarchyKind;
  /** Width of the narrowest ranges of numbers; chosen from their spread when left out. */
  readonly width?: number;
}

/** A hierarchy of all values of a column. It names them, so it stays with the data. */
export interface HierarchyDraft {
  readonly column: string;
  readonly kind: HierarchyKind;
  /** How many different labels each level has, the values themselves first. */
  readonly levels: readonly number[];
  /** One line for each value: the value, then its ancestors, with `;` between. */
  readonly text: string;
}

/** Reads a column once and drafts its hierarchy; writes nothing. */
export async function draftHierarchy(
  raw: Omit<InspectInput, 'subject'>,
  choice: HierarchyChoice,
  heard: InspectOptions = {},
): Promise<Result<HierarchyDraft>> {
  const wrong = callProblem(['choice', choice, 'object'], ['options', heard, 'options']);
  if (wrong !== undefined) return refused(wrong);
  const { column, kind: asked, width } = choice;
  const { stdin, ...options } = heard;
  const taken = takeInput<Omit<InspectInput, 'input' | 'subject'> & { readonly input: string }>(raw, stdin);
  if (!taken.ok) return taken;
  const { settings, given } = taken.value;
  const policy = parsePolicy(settings);
  if (!policy.ok) return policy;
  if (policy.value.input === undefined) return refused(noInput());
  const { sql, delimiter, encoding } = policy.value;
  return atWork({ ...policy.value, out: tmpdir() }, { ...options, given }, async ({ openEngine, onProgress }) => {
    const engine = await openEngine();
    const { input } = settings;
    const opened = await engine.open({ input, sql, delimiter, given, onProgress, notated: { encoding }, findEncoding: true });
    if (!opened.ok) return opened;
    const read = await readAsWritten(engine, opened.value, policy.value);
    if (!read.ok) return read;
    const { source, looks } = read.value;
    const names = source.columns.map(({ name }) => name);
    if (!names.includes(column)) return refused(missingColumn(column, '--column', names));
    const fields = fieldsOf(looks.filter(({ name }) => name === column)); // no other column is read
    const survey = await engine.survey(source, fields, onProgress);
    if (!survey.ok) return survey;
    const [facts] = (await survey.value.facts()).facts;
    const kind = asked ?? hierarchyKindOf(facts);
    if (facts.distinct > mostValues) return refused(noHierarchy(column, kind, tooMany));
    const texts = new Set([...(await survey.value.textsOf(column)), ...(facts.missing > 0 ? [''] : [])]);
    return draftOf(column, [...texts], { kind, width });
  });
}

const mostValues = 100_000;
const tooMany = 'It has more than 100,000 different values, which no hierarchy by hand would list.';

function draftOf(
  column: string,
  values: readonly string[],
  { kind, width }: { readonly kind: HierarchyKind; readonly width: number | undefined },
): Result<HierarchyDraft> {
  const hierarchy = hierarchyOver(values, kind, width);
  if (hierarchy === undefined) return refused(noHierarchy(column, kind, `Not every value is ${meant[kind]}.`));
  const fault = hierarchy.size === 0 ? 'It holds nothing.' : notATree(hierarchy);
  if (fault !== undefined) return refused(noHierarchy(column, kind, fault));
  const text = hierarchyText(hierarchy);
  if (text === undefined)
    return refused(
      noHierarchy(column, kind, 'A value holds ";", a line break, or a space at an end, which the format cannot write.'),
    );
  const height = [...hierarchy.values()][0].length;
  const levels = Array.from({ length: height }, (_, level) => new Set([...hierarchy.values()].map((above) => above[level])).size);
  return ok({ column, kind, levels: [hierarchy.size, ...levels], text });
}

const meant: Readonly<Record<HierarchyKind, string>> = {
  number: 'a plain number',
  prefix: 'a code',
  date: 'a date as 2026-03-05',
  category: 'a text',
};
