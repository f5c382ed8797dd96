import type { PolicyInput } from '../policy/policy-input.ts';
import { eventsSettings } from './draft-events.ts';
import { notationSettings } from './draft-notation.ts';
import { seriesSettings } from './draft-series.ts';
import { tableSettings } from './draft-table.ts';
import { type Choices, type Drafting, draftingOf } from './drafting.ts';
import type { Inspection } from './inspection.ts';
import { isMoment } from './look.ts';
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
}

/** A policy for what was found, as an object and as a file with a reason on each line. `input` is how the file names it, from the folder it will lie in. */
export function draftPolicy(found: Inspection, input: string, choices: Choices = {}): Draft {
  const drafting = draftingOf(found, choices);
  const head = [
    '# yaml-language-server: $schema=./policy.schema.json',
    '# (for editors: shoal schema > policy.schema.json)',
    `# Suggested by "shoal init" for ${found.rows.toLocaleString('en-GB')} rows. It looks like ${describeShape(found.shape)}.`,
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
    notes: notesOn(drafting),
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

function notesOn({ found, subject, tied, fieldOf }: Drafting): readonly string[] {
  const { shape, fields, standing, offsets } = found;
  const notes: string[] = [...(found.notations?.notes ?? [])];
  if (tied.length > 1)
    notes.push(
      `Who is protected? As much speaks for ${listNames(tied.map(({ name }) => name))}, so the line "subject" is commented out. Until it is there, nothing runs.`,
    );
  else if (subject === undefined)
    notes.push('Who is protected? The line "subject" is commented out: no column says so. Until it is there, nothing runs.');
  const who = fieldOf(subject ?? '');
  if (shape.kind === 'series' && who !== undefined && who.distinct < who.rows)
    notes.push(
      `"${who.name}" stands in several rows, but each subject must be one curve: average its rows, choose one, or name another subject.`,
    );
  if (who !== undefined && who.missing > 0)
    notes.push(
      shape.kind === 'series' || shape.kind === 'long'
        ? `${who.missing} rows have no "${who.name}": complete them or leave them out of the input.`
        : `${who.missing} rows have no "${who.name}": they are left out and counted, as the line "onEmptySubject" says.`,
    );
  for (const { name, odd, kind } of fields)
    if (odd > 0 && !isMoment(kind))
      notes.push(`"${name}" holds ${odd} cells that are no numbers: correct them or give it another role.`);
  if (offsets !== undefined)
    notes.push(
      'Times have several offsets from UTC. The line "timeZone" says UTC: name your place, such as Europe/Vienna, for its hours.',
    );
  if (standing !== undefined && standing.subjects < 10) notes.push(`Only ${standing.subjects} subjects: k cannot be more.`);
  return notes;
}

export const listNames = (names: readonly string[]): string =>
  names.map((name, place) => `${place === 0 ? '' : place === names.length - 1 ? ' and ' : ', '}"${name}"`).join('');
