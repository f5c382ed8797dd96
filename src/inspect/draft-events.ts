import type { Drafting } from './drafting.ts';
import type { Shape } from './shape.ts';
import type { Setting } from './yaml-text.ts';

export function eventsSettings(
  shape: Extract<Shape, { kind: 'events' }>,
  { found, choices, subjectLine, kLine, fieldOf }: Drafting,
): readonly Setting[] {
  const time = fieldOf(shape.time);
  const unreadable = (time?.odd ?? 0) + (time?.missing ?? 0);
  return [
    { key: 'method', value: 'events', why: 'every published combination is shared by k subjects' },
    subjectLine,
    { key: 'time', value: shape.time, why: '' },
    { key: 'event', value: shape.event, why: '' },
    ...(found.mapped === true ? [] : ownCodes),
    kLine,
    choices.release === 'public'
      ? { key: 'pseudonym', value: 'drop', why: 'no id leaves: an id links the events of one subject' }
      : {
          key: 'pseudonym',
          value: 'random',
          why: 'a fresh id; it links the events of one subject, and the report says how far that goes',
        },
    ...(unreadable > 0
      ? [{ key: 'onBadTime', value: 'drop', why: 'some times cannot be read: those events are left out, and counted' }]
      : []),
  ];
}

/** The mapping that is built in does not know these codes, so they are published as they are. */
const ownCodes: readonly Setting[] = [
  {
    key: 'quasi',
    value: [
      { name: 'event', why: 'the code itself; name a mapping file to publish classes' },
      ...['week_number', 'weekday', 'time_period'].map((name) => ({ name, why: '' })),
    ],
    why: 'what is published of an event',
  },
  { key: 'unmapped', value: 'other', why: 'the mapping of the preset telecare does not cover these codes' },
  { key: 'removeClasses', value: 'none', why: 'no class is left out' },
];
