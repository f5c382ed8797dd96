import type { Language } from '../../base/languages.ts';
import type { Figure } from '../../figures/figure.ts';
import { figures as allFigures } from '../../figures/figures.ts';
import { bestOf, type FigureGroup, groupOf, shortName } from '../../figures/groups.ts';
import { type Print, plain } from '../../figures/print.ts';
import { partsOf } from '../../figures/values.ts';
import type { ComparedFigures, ComparedRelease, Comparison } from '../comparison.ts';
import { besideWords } from './beside.ts';

interface Row {
  readonly label: string;
  readonly cells: readonly string[];
}

/** A row of a page: what it is about, and which of its cells are the best. */
export interface ComparedRow extends Row {
  readonly group: FigureGroup | 'setting';
  /** How many releases tell it. */
  readonly known: number;
  readonly best: ReadonlySet<number>;
}

/** The comparison as one table of the terminal: a row for each setting and figure, a column for each release. */
export const comparisonRows = (comparison: Comparison): readonly Row[] =>
  comparedRows(comparison, 'en', plain).map(({ label, cells }) => ({ label, cells }));

/** The same in any language, each row with its group. On the terminal labels are in lower case, and settings by their keys. */
export function comparedRows(
  { releases, notes }: Comparison,
  lang: Language,
  print: Omit<Print, 'date'>,
  place: 'terminal' | 'page' = 'terminal',
): readonly ComparedRow[] {
  const words = besideWords[lang];
  const names = [...new Set(releases.flatMap(({ settings }) => Object.keys(settings ?? {})))];
  const onPage = place === 'page';
  const verdict: ComparedRow = {
    group: 'protection',
    label: onPage ? words.verdict : 'verdict',
    cells: releases.map(({ holds }) => (holds ? words.holds : words.broken)),
    known: releases.length,
    best: new Set(),
  };
  const settings = names.map((name): ComparedRow => {
    const values = releases.map(({ settings: own }) => own?.[name]);
    const promised = name === 'k' || name === 'p' || name === 'l';
    return {
      group: promised ? 'protection' : 'setting',
      known: values.filter((value) => value !== undefined).length,
      label: (onPage ? words.settings[name] : settingLabels[name]) ?? name,
      cells: releases.map((release) => (onPage ? listInWords : String)(settingCell(release, name, words.inside))),
      best: promised
        ? bestOf(
            { better: 'more' },
            values.map((value) => (typeof value === 'number' ? value : undefined)),
          )
        : new Set(),
    };
  });
  const lines = linesFor(releases, lang, onPage)
    .filter(
      ({ mayLack, of }) => mayLack !== true || releases.some(({ figures }) => figures !== undefined && of(figures) !== undefined),
    )
    .map(({ label, unit, mayStay, of, group, better }): ComparedRow => {
      const values = releases.map(({ figures }) => (figures === undefined ? undefined : of(figures)));
      return {
        group,
        label,
        known: values.filter((value) => value !== undefined).length,
        cells: releases.map(({ figures, edition }, r) => {
          const value = values[r];
          if (value !== undefined) return print[unit](value);
          return figures !== undefined && edition === 'public' && mayStay === true ? words.inside : '–';
        }),
        best: group === 'size' || (group === 'loss' && notes.length > 0) ? new Set() : bestOf({ better }, values), // losses of other data do not compare
      };
    });
  return [verdict, ...settings, ...lines];
}

/** Settings beyond what the manifest promises are told in the internal report alone. */
function settingCell({ settings, edition }: ComparedRelease, name: string, inside: string): string {
  const value = settings?.[name];
  if (value !== undefined) return String(value);
  return settings !== undefined && edition === 'public' ? inside : '–';
}

/** A list or a record of a policy without the signs of JSON. */
const listInWords = (text: string): string =>
  /^[[{]/.test(text) ? text.replaceAll(/[[\]{}"]/g, '').replaceAll(/,(?=\S)/g, ', ') || '–' : text;

const settingLabels: Readonly<Record<string, string>> = { p: 'P', maxLevel: 'level' };

interface Line extends Pick<Figure, 'unit' | 'better'> {
  readonly label: string;
  readonly group: FigureGroup;
  readonly of: (figures: ComparedFigures) => number | undefined;
  /** Whether a public report may leave it out. */
  readonly mayStay?: true | undefined;
  /** Whether the row is left out where no release has the figure. */
  readonly mayLack?: true | undefined;
}

/** Figures, and between them what a comparison knows beside. */
function linesFor(releases: readonly ComparedRelease[], lang: Language, onPage: boolean): readonly Line[] {
  const own = besideWords[lang].compare.lines;
  const size = { group: 'size', unit: 'whole', better: 'neither' } as const;
  const labelOf = (name: string) => (onPage ? name : lowerFirst(name));
  const figureLines = (...parts: readonly Figure['part'][]) => linesOfFigures(releases, parts, lang, onPage);
  return [
    ...figureLines('measure'),
    { ...size, label: labelOf(own.subjectsRead), of: ({ subjectsRead }) => subjectsRead, mayStay: true },
    { ...size, label: labelOf(own.records), of: ({ records }) => records },
    { ...size, label: labelOf(own.suppressed), of: ({ suppressed }) => suppressed, mayStay: true },
    ...figureLines('release', 'verdict'),
    { ...size, label: labelOf(own.bytes), of: ({ bytes }) => bytes },
    ...figureLines('risk'),
    { ...size, unit: 'decimal', label: labelOf(own.seconds), of: ({ seconds }) => seconds, mayStay: true },
  ];
}

/** The figures that a comparison has of some parts of a summary, each label once; one by column has a line for each. */
function linesOfFigures(
  releases: readonly ComparedRelease[],
  parts: readonly Figure['part'][],
  lang: Language,
  onPage: boolean,
): readonly Line[] {
  const compared = releases.flatMap(({ settings }) => (settings === undefined ? [] : [familyIn(settings)]));
  const found = allFigures.flatMap((figure): readonly (Line & { readonly key: string })[] => {
    const { id, part, unit, better, words, comparison } = figure;
    if (comparison === undefined || !parts.includes(part)) return [];
    if (compared.length > 0 && !compared.some((family) => figure.families[family] !== undefined)) return []; // another family calls it otherwise
    const { label = words.en.name.toLowerCase(), mayStay, mayLack } = comparison;
    const line = { key: figure.kind === 'columns' ? id : label, unit, better, group: groupOf(figure), mayStay, mayLack };
    const numbersIn = (figures: ComparedFigures | undefined) =>
      new Map(partsOf(figure, (figures as Readonly<Record<string, unknown>> | undefined)?.[id])); // by its keys
    const columns = new Set(releases.flatMap(({ figures }) => [...numbersIn(figures).keys()]));
    if (figure.kind !== 'columns')
      return [{ ...line, label: onPage ? shortName(words[lang].name) : label, of: (figures) => numbersIn(figures).get('') }];
    return [...columns].map((column) => {
      const name = words[lang].nameIn?.(column) ?? column;
      return {
        ...line,
        key: `${id} ${column}`,
        label: onPage ? name : lowerFirst(name),
        of: (figures) => numbersIn(figures).get(column),
      };
    });
  });
  return found.filter(({ key }, i) => found.findIndex((one) => one.key === key) === i);
}

const familyIn = ({ method }: NonNullable<ComparedRelease['settings']>): 'series' | 'events' | 'table' =>
  method === 'events' ? 'events' : method === 'kaca' ? 'table' : 'series';

const lowerFirst = (text: string): string => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
