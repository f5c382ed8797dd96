import type { Drafting } from './drafting.ts';
import type { Shape } from './shape.ts';
import type { Setting } from './yaml-text.ts';

export function eventsSettings(
  shape: Extract<Shape, { kind: 'events' }>,
  { found, choices, subjectLine, kLine, nobodyLines, fieldOf }: Drafting,
): readonly Setting[] {
  const time = fieldOf(shape.time);
  const unreadable = (time?.odd ?? 0) + (time?.missing ?? 0);
  const mapped = found.mapped === true;
  return [
    { key: 'method', value: mapped ? 'events' : 'flatten', why: 'every published combination is shared by k subjects' },
    subjectLine,
    ...nobodyLines,
    { key: 'time', value: shape.time, why: '' },
    {
      key: 'event',
      value: shape.event,
      why: mapped ? '' : 'each code is its own class; name a mapping file to publish wider ones',
    },
    ...(mapped ? [] : ownCodes(time?.kind === 'date')),
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
    pseudonymLine(choices.pseudonym ?? 'shared'),
    ...(unreadable > 0
      ? [{ key: 'onBadTime', value: 'drop', why: 'some times cannot be read: those events are left out, and counted' }]
      : []),
  ];
}

/** The safest that keeps the use of a log: what follows what, as far as k subjects share it. */
function pseudonymLine(pseudonym: NonNullable<Drafting['choices']['pseudonym']>): Setting {
  const why = {
    shared:
      'a number links events only where k subjects have the very same; drop publishes none, rotate:day links more and singles out',
    drop: 'no id leaves: nobody can tell which events belong together',
    'rotate:day': 'an id for each day: it links the events of one subject in a day, and the report says how far that goes',
    'rotate:week': 'an id for each week: it links the events of one subject in a week, and the report says how far that goes',
  }[pseudonym];
  return { key: 'pseudonym', value: pseudonym, why };
}

/** The mapping that is built in does not know these codes, so they are published as they are. */
const ownCodes = (daysOnly: boolean): readonly Setting[] => [
  {
    key: 'quasi',
    value: ['generalized_event', 'week_number', 'weekday', ...(daysOnly ? [] : ['time_period'])].map((name) => ({
      name,
      why: '',
    })),
    why: daysOnly ? 'what is published of an event; its times are days' : 'what is published of an event',
  },
  {
    key: 'flatten',
    value: [{ name: 'sweep', why: 'where too few share a combination, whatever costs least becomes coarser' }],
    why: '',
  },
];
