import type { Inspection } from '../api/calls.ts';
import type { Choices, ChosenRole } from './choices.ts';

/** The four places where a column can be. */
export const zones = ['subject', 'quasi', 'sensitive', 'drop'] as const;
export type Zone = (typeof zones)[number];

/** A column in its place, and why it is there. */
export interface Placed {
  readonly name: string;
  readonly zone: Zone;
  /** As suggested, in English and by code; empty where a person chose it, or nothing is told. */
  readonly reason: string;
  readonly told: Inspection['roles'][number]['told'];
  readonly isChosen: boolean;
  /** Its place follows from what the table is. */
  readonly isFixed: boolean;
}

/** What others know of a curve, a log or a trip is its course: such columns are known, and what is paid is what readers want. */
const zoneOfRole: Readonly<Record<Inspection['roles'][number]['role'], Zone>> = {
  subject: 'subject',
  quasi: 'quasi',
  sensitive: 'sensitive',
  drop: 'drop',
  series: 'quasi',
  time: 'quasi',
  event: 'quasi',
  value: 'quasi',
};

/** Every column in the place that the suggestion and the choices give it. */
export function placeColumns({ roles, shape }: Inspection, choices: Choices): readonly Placed[] {
  const subject = choices.subject ?? shape.subject;
  return roles.map(({ name, role, reason, told }) => {
    const suggested = role === 'value' && shape.kind === 'transactions' ? 'sensitive' : zoneOfRole[role];
    const isFixed = ['series', 'time', 'event', 'value'].includes(role) || (shape.kind === 'events' && name !== subject);
    if (name === subject) return { name, zone: 'subject', reason, told, isChosen: choices.subject === name, isFixed: false };
    const chosen = isFixed ? undefined : choices.roles[name];
    if (chosen !== undefined) return { name, zone: chosen, reason: '', told: [], isChosen: true, isFixed: false };
    return { name, zone: suggested === 'subject' ? 'drop' : suggested, reason, told, isChosen: false, isFixed };
  });
}

/** The choices with one column moved. One column at most says who is protected; whoever did before stays where nobody sees it. */
export function moveColumn(choices: Choices, name: string, zone: Zone): Partial<Choices> {
  const { [name]: _, ...others } = choices.roles;
  if (zone === 'subject') return { subject: name, roles: others };
  const roles: Readonly<Record<string, ChosenRole>> = { ...others, [name]: zone };
  return choices.subject === name ? { subject: 'row', roles } : { roles };
}
