import { shellWord } from '../base/shell-word.ts';
import { describeNotations } from '../inspect/draft-notation.ts';
import { subjectsInDoubt } from '../inspect/drafting.ts';
import type { FieldFacts } from '../inspect/field.ts';
import type { Inspection, Standing } from '../inspect/inspection.ts';
import type { Suggestion } from '../inspect/roles.ts';
import { describeShape } from '../inspect/shape.ts';
import { alignColumns } from './align-columns.ts';
import { describeOpen } from './ask-notations.ts';
import { countOf, figure, paint } from './talk.ts';
import type { World } from './world.ts';

/** An inspection for a person: what it is, a line for each column, who stands alone, what to do next. */
export function describeInspection(found: Inspection, world: World): string {
  const { input, rows, shape, fields, roles, standing, everyNthRow, joinedIds } = found;
  const columns = fields.reduce((sum, field) => sum + field.columns.length, 0);
  const header = ['column', 'type', 'missing', 'distinct', 'spread', 'role', 'why'];
  const [head, ...lines] = alignColumns([header, ...fields.map((field, place) => row(field, roles[place], world))]);
  const sampled = everyNthRow === 1 ? '' : `; spread and "goes with" are taken from every ${figure(everyNthRow)}th row`;
  return `${[
    `${input}: ${countOf(rows, 'row')}, ${countOf(columns, 'column')}${fields.some((field) => !field.counted) ? ', ~ is an estimate' : ''}${sampled}`,
    `shape    ${describeShape(shape)}`,
    ...describeEvidence(found),
    ...describeWriting(found),
    '',
    paint(world, 1, head),
    ...lines,
    ...(standing === undefined ? [] : ['', ...describeStanding(standing, shape.subject, world)]),
    '',
    ...(joinedIds === undefined
      ? []
      : [`subject  ${countOf(joinedIds, 'id')} differing only in case, blanks or width from another count with it`]),
    ...(shape.subject === undefined ? ['subject  nothing here says who is protected: you will have to'] : []),
    `next     ${world.command} init ${shellWord(input)}`,
  ].join('\n')}\n`;
}

/** How the file is written, and what nobody but a person can say of that. */
function describeWriting({ notations }: Inspection): readonly string[] {
  if (notations === undefined) return [];
  return [
    ...describeNotations(notations).map((line, place) => `${place === 0 ? 'written' : '       '}  ${line}`),
    ...notations.notes.map((note) => `note     ${note}`),
    ...notations.open.map((one) => `unsure   ${describeOpen(one)}`),
  ];
}

/** What speaks for the subject and, where others are as likely, for each of them; what else the table could be. */
function describeEvidence(found: Inspection): readonly string[] {
  const { shape, shapes, subjects } = found;
  const doubted = subjectsInDoubt(found);
  const likely = subjects.filter(({ name }) => name === shape.subject);
  const told = (doubted.length > 0 ? doubted : likely).slice(0, 3);
  const lines = told.map(
    ({ name, for: voices, against }, place) =>
      `${place === 0 ? 'subject ' : 'or      '} "${name}": ${[...voices.slice(0, 3), ...(doubted.length > 0 ? against.slice(0, 1).map((words) => `but ${words}`) : [])].join('; ')}`,
  );
  const other = (shape.kind === 'long' ? [] : shapes.slice(1, 2)).map(
    ({ kind, for: voices }) => `or       ${kindWords[kind]}: ${voices.join('; ')}`,
  );
  return [
    ...lines,
    ...other,
    ...(doubted.length > 0 ? ['unsure   as much speaks for each of them: say which with --subject'] : []),
  ];
}

const kindWords = {
  series: 'series',
  long: 'series in a long table',
  events: 'an event log',
  transactions: 'transactions',
  table: 'a table',
} as const;

function row(field: FieldFacts, { role, as, reason }: Suggestion, world: World): readonly string[] {
  const { name, columns, kind, missing, odd, distinct, histogram } = field;
  return [
    name,
    columns.length === 1 ? kind : `${kind} × ${columns.length}`,
    figure(missing),
    `${field.counted ? '' : '~'}${figure(distinct)}`,
    histogramText(histogram, world),
    as === undefined ? role : `${role}:${as}`,
    `${reason}${odd === 0 ? '' : `; ${countOf(odd, 'cell')} of another kind`}`,
  ];
}

const blocks = '▁▂▃▄▅▆▇█';

/** Bars on a terminal, the same as digits 0 to 7 elsewhere; the tallest is the commonest. */
function histogramText(histogram: readonly number[], { printsToTerminal }: World): string {
  const tallest = Math.max(...histogram, 0);
  if (tallest === 0) return '';
  const marks = printsToTerminal ? blocks : '01234567';
  return histogram.map((share) => marks[share === 0 ? 0 : Math.max(1, Math.round((7 * share) / tallest))]).join('');
}

function describeStanding(
  { subjects, steps, singlingSets, population }: Standing,
  subject: string | undefined,
  world: World,
): readonly string[] {
  const who = subject === undefined ? 'rows' : 'subjects';
  const told = steps.map(({ column, largestK, orMore, unique }, place) => [
    `${place === 0 ? '' : '+ '}${column}`,
    `${figure(largestK)}${orMore === true ? ' or more' : ''}`,
    `${(100 * unique).toFixed(1)} %`,
  ]);
  const [head, ...lines] = alignColumns([['what others may know', 'largest k', `${who} that stand alone`], ...told]);
  return [
    `As it stands, of ${figure(subjects)} ${who}:`,
    paint(world, 1, head),
    ...lines,
    ...describeSets(singlingSets, who, world),
    ...describePopulation(population),
  ];
}

/** The fewest columns by which some stand alone: those to coarsen first. */
function describeSets(sets: Standing['singlingSets'] = [], who: string, world: World): readonly string[] {
  if (sets.length === 0) return [];
  const told = sets.map(({ columns, unique, distinction, separation }) => [
    columns.join(' + '),
    percentOf(unique),
    percentOf(distinction),
    percentOf(separation),
  ]);
  const [head, ...lines] = alignColumns([['smallest sets that single out', `${who} alone`, 'distinct', 'pairs apart'], ...told]);
  return ['', paint(world, 1, head), ...lines];
}

const percentOf = (share: number): string => `${(100 * share).toFixed(1)} %`;

function describePopulation(found: Standing['population']): readonly string[] {
  if (found === undefined) return [];
  const { population, uniques, by } = found;
  const model = { zayatz: 'Zayatz', pitman: 'Pitman', slidNegativeBinomial: 'slid negative binomial' }[by];
  return [
    '',
    `Of a population of ${figure(population)}, about ${figure(Math.round(uniques))} (${percentOf(uniques / population)}) are alone with all of these (${model}).`,
  ];
}
