import type { Notation, NumberNotation } from '../formats/notation.ts';
import type { NotationSettings } from '../policy/notation-settings.ts';
import { namesIn, numberOf, settingOf } from '../policy/notation-settings.ts';
import { exampleOf, findNumbers } from './find-numbers.ts';
import { clockFormat, findTimes } from './find-times.ts';
import { type ColumnForms, cellsIn } from './forms.ts';
import { isMoment, isNumeric, kindOf, type Look } from './look.ts';
import { because, type Reason, tellReasons } from './reasons.ts';

/** How a file is written, beside what is plain: found from the forms of its cells, or said by a person. */
export interface FoundNotations {
  readonly encoding?: ({ readonly name: string } & Evidence) | undefined;
  /** Dates beside clocks that are one time. */
  readonly join: readonly ({ readonly name: string; readonly parts: readonly string[] } & Evidence)[];
  readonly columns: readonly FoundNotation[];
  /** What the cells alone cannot tell: a person is asked. */
  readonly open: readonly OpenNotation[];
  /** What looks like numbers or times and is read as text all the same; numbers with points that may be of another kind. */
  readonly notes: readonly string[];
  /** The same by code. */
  readonly toldNotes: readonly Reason[];
}

/** What speaks for it, in English and by code. */
export interface Evidence {
  readonly evidence: string;
  readonly told: readonly Reason[];
}

export const evidenceOf = (...told: readonly Reason[]): Evidence => ({ evidence: tellReasons(told), told });

export interface FoundNotation extends Evidence {
  readonly column: string;
  readonly notation: Notation;
  /** Settled by more than its own cells: a person at hand is asked. */
  readonly likely?: OpenNotation;
}

export interface OpenNotation extends Evidence {
  readonly column: string;
  /** The columns that it is made of, where they are to be joined first. */
  readonly parts?: readonly string[];
  readonly setting: 'timeFormat' | 'decimal' | 'encoding';
  /** Values of the setting, the likeliest first, each with what it means. */
  readonly choices: readonly NotationChoice[];
}

export interface NotationChoice {
  readonly value: string;
  readonly means: string;
  readonly told: readonly Reason[];
  readonly notation?: Notation;
}

export const meansOf = (...told: readonly Reason[]): Pick<NotationChoice, 'means' | 'told'> => ({
  means: tellReasons(told),
  told,
});

/** `forms` are those of columns that look like numbers or times and are not plain. */
export function findNotations(all: readonly ColumnForms[], looks: readonly Look[], given: NotationSettings = {}): FoundNotations {
  const isPlain = ({ column }: ColumnForms) => isPlainLook(looks.find(({ name }) => name === column));
  const numbersIn = (column: ColumnForms) => findNumbers(column, givenNumber(given, column.column));
  const written = all.filter((column) => !isPlain(column)).map(numbersIn);
  const comma = written.some((found) => found.kind === 'sure' && found.notation.decimal === ',');
  const doubtful = all.filter((column) => isPlain(column) && findNumbers(column).kind === 'open');
  const forms = all.filter((column) => !isPlain(column) || (comma && doubtful.includes(column))); // 1.234 beside 0,5 is hardly a decimal
  const told = forms.map((column) => readColumn(column, numbersIn(column), given, comma));
  const joins = given.join === undefined ? joinsOf(looks, forms, told) : [];
  const gone = new Map(joins.flatMap(({ join, date, clock }) => [[date, join.name] as const, [clock, join.name] as const]));
  const kept = told.filter(({ column }) => !gone.has(column));
  const said = Object.entries(given.join ?? {}).map(([name, parts]) => ({ name, parts, ...evidenceOf(because('said')) }));
  const toldNotes = [...kept.flatMap(({ note }) => note ?? []), ...(comma ? [] : doubtful.map(readAsDecimals))];
  return {
    ...(given.encoding === undefined ? {} : { encoding: { name: given.encoding, ...evidenceOf(because('said')) } }),
    join: [...said, ...joins.map(({ join }) => join)],
    columns: [...kept, ...joins.map(({ told: one }) => one), ...saidOf(looks, forms, given)].flatMap(({ found }) => found ?? []),
    open: [...kept, ...joins.map(({ told: one }) => one)].flatMap(({ open }) => open ?? []),
    notes: toldNotes.map((note) => tellReasons([note])),
    toldNotes,
  };
}

const readAsDecimals = ({ column }: ColumnForms): Reason => because('read-as-decimals', { column });

/** Times of ISO 8601 and numbers with a decimal point need no notation. */
const isPlainLook = (look: Look | undefined): boolean =>
  look !== undefined && (isMoment(kindOf(look)) || isNumeric(kindOf(look)));

/** Columns that a person named and that look plain, such as 20240304. */
function saidOf(looks: readonly Look[], forms: readonly ColumnForms[], given: NotationSettings): readonly Told[] {
  return looks
    .filter(({ name }) => !forms.some(({ column }) => column === name))
    .flatMap(({ name: column }) => {
      const format = namesIn(given.timeFormat).includes(column) ? settingOf<string>(given.timeFormat, column) : undefined;
      const numeric = [given.decimal, given.thousands, given.unit].some((setting) => namesIn(setting).includes(column));
      const notation =
        format === undefined ? (numeric ? numberOf(given, column) : undefined) : ({ kind: 'time', format } as const);
      return notation === undefined ? [] : [{ column, found: { column, notation, ...evidenceOf(because('said')) } }];
    });
}

interface Told {
  readonly column: string;
  readonly found?: FoundNotation | undefined;
  readonly open?: OpenNotation | undefined;
  readonly note?: Reason | undefined;
}

function readColumn(column: ColumnForms, numbers: ReturnType<typeof findNumbers>, given: NotationSettings, comma: boolean): Told {
  const name = column.column;
  const format = settingOf<string>(given.timeFormat, name);
  const filled = cellsIn(column.forms);
  if (namesIn(given.timeFormat).includes(name) && format !== undefined)
    return { column: name, found: { column: name, notation: { kind: 'time', format }, ...evidenceOf(because('said')) } };
  const times = findTimes(column);
  if (times.kind === 'sure')
    return {
      column: name,
      found: { column: name, notation: { kind: 'time', format: times.format }, ...evidenceOf(...times.told) },
    };
  if (times.kind === 'open') {
    const said = times.choices.find((one) => format !== undefined && orderOf(one.format) === orderOf(format));
    if (said !== undefined && format !== undefined)
      return { column: name, found: { column: name, notation: { kind: 'time', format }, ...evidenceOf(because('said')) } };
    return openTimes(name, times, filled, comma);
  }
  if (numbers.kind === 'sure')
    return { column: name, found: { column: name, notation: numbers.notation, ...evidenceOf(...numbers.told) } };
  if (numbers.kind === 'open') return openNumbers(name, numbers, filled);
  if (times.note !== undefined) return { column: name, note: because(times.note, { column: name }) };
  const { units } = numbers;
  return { column: name, ...(units === undefined ? {} : { note: because('several-units', { column: name, units }) }) };
}

/** A format by the order of its parts alone. */
const orderOf = (format: string): string => format.replace(/([A-Za-z])\1*/g, '$1');

function openTimes(
  column: string,
  { choices, doubt, separator, fits, why }: Extract<ReturnType<typeof findTimes>, { kind: 'open' }>,
  filled: number,
  comma: boolean,
): Told {
  const formats = choices.map(({ format }) => format);
  const open: OpenNotation = {
    column,
    setting: 'timeFormat',
    ...evidenceOf(because('fit-alike', { fits, filled, format: formats }), why),
    choices: choices.map(({ format, means }) => ({ value: format, ...meansOf(...means), notation: { kind: 'time', format } })),
  };
  if (separator !== '.' || !comma || doubt !== 'order') return { column, open };
  const fit = because('fit', { fits, filled, format: formats[0] });
  const evidence = evidenceOf(fit, because('and'), why, because('day-first-habit'));
  return { column, found: { column, notation: { kind: 'time', format: formats[0] }, ...evidence, likely: open } };
}

function openNumbers(
  column: string,
  { notations, sign, fits }: Extract<ReturnType<typeof findNumbers>, { kind: 'open' }>,
  filled: number,
): Told {
  return {
    column,
    open: {
      column,
      setting: 'decimal',
      ...evidenceOf(because('sign-open', { fits, filled, sign })),
      choices: notations.map((notation) => ({
        value: notation.decimal,
        ...meansOf(because('numbers-as', { example: exampleOf(notation) })),
        notation,
      })),
    },
  };
}

function givenNumber(given: NotationSettings, column: string): Partial<NumberNotation> {
  const said = numberOf(given, column);
  if (said === undefined) return {};
  return {
    ...(settingOf(given.decimal, column) === undefined ? {} : { decimal: said.decimal }),
    ...(said.thousands === undefined ? {} : { thousands: said.thousands }),
    ...(said.units.length === 0 ? {} : { units: said.units }),
  };
}

interface Join {
  readonly join: FoundNotations['join'][number];
  readonly date: string;
  readonly clock: string;
  readonly told: Told;
}

/** A date and a clock in columns next to each other are one time. */
function joinsOf(looks: readonly Look[], forms: readonly ColumnForms[], told: readonly Told[]): readonly Join[] {
  const joins: Join[] = [];
  const used = new Set<string>();
  for (const [place, look] of looks.entries()) {
    const date = dateOf(look, told);
    if (date === undefined) continue;
    const clock = [looks[place + 1], looks[place - 1]].find(
      (other) => other !== undefined && kindOf(other) === 'clock' && !used.has(other.name),
    );
    const hours = clock === undefined ? undefined : clockFormat(forms.find(({ column }) => column === clock.name) ?? noForms);
    if (clock === undefined || hours === undefined) continue;
    used.add(clock.name);
    const name = `${look.name}_${clock.name}`;
    if (looks.some((other) => other.name === name)) continue;
    joins.push({
      join: { name, parts: [look.name, clock.name], ...evidenceOf(because('one-time')) },
      date: look.name,
      clock: clock.name,
      told: withClock(date, { name, parts: [look.name, clock.name] }, hours),
    });
  }
  return joins;
}

const noForms: ColumnForms = { column: '', forms: [] };

/** Dates without a clock: plain ones need no format. */
function dateOf(look: Look, told: readonly Told[]): Told | undefined {
  if (kindOf(look) === 'date')
    return { column: look.name, found: { column: look.name, notation: { kind: 'time', format: 'yyyy-MM-dd' }, ...evidenceOf() } };
  const one = told.find(({ column }) => column === look.name);
  const formats = [one?.found?.notation, ...(one?.open?.choices.map(({ notation }) => notation) ?? [])];
  const isDate = formats.some((notation) => notation?.kind === 'time' && !/[Hh]/.test(notation.format));
  return isDate ? one : undefined;
}

function withClock({ found, open }: Told, { name: column, parts }: Pick<Join['join'], 'name' | 'parts'>, hours: string): Told {
  const longer = (notation: Notation): Notation =>
    notation.kind === 'time' ? { kind: 'time', format: `${notation.format} ${hours}` } : notation;
  const choicesOf = (one: OpenNotation): OpenNotation => ({
    ...one,
    column,
    parts,
    choices: one.choices.map(({ notation, ...choice }) =>
      notation === undefined ? choice : { ...choice, value: `${choice.value} ${hours}`, notation: longer(notation) },
    ),
  });
  const notation = found === undefined ? undefined : longer(found.notation);
  const plain = notation?.kind === 'time' && /^yyyy-MM-dd HH:mm/.test(notation.format);
  return {
    column,
    ...(found === undefined || notation === undefined || plain
      ? {}
      : {
          found: {
            ...found,
            column,
            notation,
            ...(found.likely === undefined ? {} : { likely: choicesOf(found.likely) }),
          },
        }),
    ...(open === undefined ? {} : { open: choicesOf(open) }),
  };
}
