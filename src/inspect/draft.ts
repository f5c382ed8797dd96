import { inEnglish } from '../base/told.ts';
import type { PolicyInput } from '../policy/policy-input.ts';
import { eventsSettings } from './draft-events.ts';
import { notationSettings } from './draft-notation.ts';
import { seriesSettings } from './draft-series.ts';
import { tableSettings } from './draft-table.ts';
import { type Choices, type Drafting, draftingOf } from './drafting.ts';
import type { Inspection } from './inspection.ts';
import { isMoment } from './look.ts';
import { because, type Reason, tellReasons } from './reasons.ts';
import { describeShape } from './shape.ts';
import { type Entry, type Setting, yamlText } from './yaml-text.ts';

/** A suggested policy. */
export interface Draft {
  /** As `run` and `plan` take it. */
  readonly policy: PolicyInput;
  /** The same as a file, each line with its reason. */
  readonly yaml: string;
  /** What a person has to know or to do before it runs; nothing where it runs as it is. */
  readonly notes: readonly string[];
  /** The same by code. */
  readonly toldNotes: readonly Reason[];
}

/** A policy for what was found, as an object and as a file with a reason on each line. `input` is how the file names it, from the folder it will lie in. */
export function draftPolicy(found: Inspection, input: string, choices: Choices = {}): Draft {
  const drafting = draftingOf(found, choices);
  const toldNotes = notesOn(drafting);
  const head = [
    '# yaml-language-server: $schema=./policy.schema.json',
    '# (for editors: shoal schema > policy.schema.json)',
    `# Suggested by "shoal init" for ${inEnglish(found.rows)} rows. It looks like ${describeShape(found.shape)}.`,
    '# Read every line: what others could know and what may leave is for you to say. Then "shoal plan", then "shoal run".',
  ];
  const settings = [
    { key: 'version', value: 1, why: '' },
    { key: 'input', value: input, why: '' },
    ...(found.sql === undefined ? [] : [{ key: 'sql', value: found.sql, why: 'what is read is what it makes of the input' }]),
    ...notationSettings(found.notations, found.fields),
    { key: 'out', value: 'release', why: 'the folder to be made; hand it over without internal/' },
    ...settingsOf(drafting),
    releaseLine(choices),
  ];
  return {
    policy: policyOf(settings),
    yaml: `${head.join('\n')}\n${yamlText(settings)}`,
    notes: toldNotes.map((note) => tellReasons([note])),
    toldNotes,
  };
}

/** What the file says to whoever reads it without comments. */
const policyOf = (settings: readonly Setting[]): PolicyInput =>
  Object.fromEntries(
    settings
      .filter(({ off }) => off !== true)
      .map(({ key, value }) => [key, isList(value) ? value.map(({ name }) => name) : value]),
  ) as PolicyInput; // a test holds every draft to the door of policies

const isList = (value: Setting['value']): value is readonly Entry[] => Array.isArray(value);

function settingsOf(drafting: Drafting): readonly Setting[] {
  const { shape } = drafting.found;
  switch (shape.kind) {
    case 'series':
    case 'long':
      return seriesSettings(shape, drafting);
    case 'events':
      return eventsSettings(shape, drafting);
    case 'transactions':
    case 'table':
      return tableSettings(shape, drafting);
    default:
      return shape satisfies never;
  }
}

function releaseLine({ release = 'internal' }: Choices): Setting {
  const why = { internal: 'stays among colleagues', partner: 'goes to a named partner', public: 'anybody may have it' }[release];
  return { key: 'release', value: release, why };
}

function notesOn({ found, subject, tied, fieldOf }: Drafting): readonly Reason[] {
  const { shape, fields, standing, offsets } = found;
  const notes: Reason[] = [...(found.notations?.toldNotes ?? [])];
  if (tied.length > 1) notes.push(because('tied-subjects', { columns: tied.map(({ name }) => `"${name}"`) }));
  else if (subject === undefined) notes.push(because('no-subject'));
  const who = fieldOf(subject ?? '');
  const isSeries = shape.kind === 'series' || shape.kind === 'long';
  if (shape.kind === 'series' && who !== undefined && who.distinct < who.rows)
    notes.push(because('several-rows', { column: who.name }));
  if (who !== undefined && who.missing > 0)
    notes.push(because(isSeries ? 'rows-of-nobody' : 'rows-left-out', { rows: who.missing, column: who.name }));
  for (const { name, odd, kind } of fields)
    if (odd > 0 && !isMoment(kind)) notes.push(because('odd-cells', { column: name, cells: odd }));
  if (offsets !== undefined) notes.push(because('several-offsets'));
  if (standing !== undefined && standing.subjects < 10) notes.push(because('few-subjects', { subjects: standing.subjects }));
  return notes;
}
