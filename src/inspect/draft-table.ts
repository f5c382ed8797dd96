import { usualTableMethod } from '../policy/family.ts';
import type { Drafting } from './drafting.ts';
import type { FieldFacts } from './field.ts';
import type { Shape } from './shape.ts';
import type { Entry, Setting } from './yaml-text.ts';

/** Transactions as counts and means, any other table record by record. */
export function tableSettings(shape: Extract<Shape, { kind: 'transactions' | 'table' }>, drafting: Drafting): readonly Setting[] {
  const { subjectLine, kLine, nobodyLines, columnsWith: listed, found, choices } = drafting;
  const summed = shape.kind === 'transactions';
  const quasi = summed ? inParts(shape.time, drafting) : listed('quasi');
  const aggregate = summed
    ? [
        { name: 'count', why: 'one row per combination, with its number' },
        ...(shape.amount === undefined ? [] : [{ name: `avg:${shape.amount}`, why: 'and the mean' }]),
      ]
    : [];
  const method = usualTableMethod({ quasi: names(quasi), aggregate: names(aggregate) });
  return [
    {
      key: 'method',
      value: method,
      why:
        method === 'disjoint'
          ? 'no two rows overlap, so that they add up; local loses less, and its rows may lie around others'
          : 'records that lose least together are generalised as far as k subjects need',
    },
    subjectLine,
    ...nobodyLines,
    { key: 'quasi', value: quasi, why: 'what others could know: generalised until k subjects share it' },
    summed
      ? { key: 'aggregate', value: aggregate, why: 'take it out to publish record by record' }
      : { key: 'sensitive', value: listed('sensitive'), why: 'published unchanged' },
    { key: 'drop', value: [...listed('drop'), ...(summed ? listed('sensitive') : [])], why: 'must not leave' },
    ...(found.offsets === undefined
      ? []
      : [
          {
            key: 'timeZone',
            value: choices.timeZone ?? 'UTC',
            why: `times have ${found.offsets} offsets, and this clock counts: name your place, such as Europe/Vienna, for its hours`,
          },
        ]),
    kLine,
    ...gapLines(shape, drafting),
  ];
}

/** A time is asked for by the hour and by the day of the week; a day by the day of the week alone. */
function inParts(time: string, { columnsWith, fieldOf }: Drafting): readonly Entry[] {
  const kind = fieldOf(time)?.kind;
  return columnsWith('quasi').flatMap((entry) => {
    if (entry.name !== `${time}:time`) return [entry];
    if (kind === 'time')
      return [
        { name: `${time}:hour`, why: 'when somebody was there, by the hour' },
        { name: `${time}:weekday`, why: 'and by the day of the week' },
      ];
    if (kind === 'date') return [{ name: `${time}:weekday`, why: 'when somebody was there, by the day of the week' }];
    return kind === 'whole' ? [{ name: `${time}:number`, why: entry.why }] : [{ name: `${time}:category`, why: entry.why }];
  });
}

/** Rows with gaps are left out and counted, where there are any. */
function gapLines(
  shape: Extract<Shape, { kind: 'transactions' | 'table' }>,
  { found, fieldOf, columnsWith }: Drafting,
): readonly Setting[] {
  const named = new Set(columnsWith('quasi').map(({ name }) => name.replace(/:[a-z]+$/, '')));
  const used = found.fields.filter(({ name }) => named.has(name) || (shape.kind === 'transactions' && name === shape.amount));
  const gaps = used.some(({ missing }) => missing > 0);
  const time = shape.kind === 'transactions' ? fieldOf(shape.time) : undefined;
  return [
    ...(gaps ? [{ key: 'missing', value: 'drop', why: 'some cells are empty: those records are left out, and counted' }] : []),
    ...(isOdd(time)
      ? [{ key: 'onBadTime', value: 'drop', why: 'some times cannot be read: those records are left out, and counted' }]
      : []),
  ];
}

const isOdd = (time: FieldFacts | undefined): boolean => time !== undefined && time.odd > 0;

const names = (entries: readonly Entry[]): readonly string[] => entries.map(({ name }) => name);
