import type { Policy } from '../policy/policy.ts';
import { events } from './events-family.ts';
import type { JudgedFamily } from './judged-family.ts';
import { series } from './series-family.ts';
import { table } from './table-family.ts';

/** Every family, its makers and its judges paired by name. */
const families: Readonly<Record<JudgedFamily['name'], JudgedFamily>> = { series, events, table };

export const familyOf = ({ family }: Pick<Policy, 'family'>): JudgedFamily => families[family];
