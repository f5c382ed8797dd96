import {
  as,
  call,
  column,
  count,
  type Expression,
  filter,
  group,
  number,
  pick,
  type Relation,
  type Relational,
  type Step,
  same,
  select,
  source,
  table,
  text,
} from '../../engine/relation.ts';
import { normalForm } from '../../frame/normal-form.ts';
import type { EventsPolicy } from '../../policy/policy.ts';

/** A second party: every text that names one of it, and a number for who that is, from 1; 0 where it is nobody. */
export interface Party {
  readonly name: string;
  readonly texts: readonly string[];
  readonly members: readonly number[];
}

/** Texts that differ only in their spelling are of one member, as with subjects. */
export async function readParty(
  name: string,
  { subjectSpelling }: Pick<EventsPolicy, 'subjectSpelling'>,
  engine: Relational,
): Promise<Party> {
  const found = group(select(source, ['text', textIn(name)]), [same('text')], ['rows', count()]);
  const texts = (await engine.ask({ rows: found, order: [column('text')] })).map(([one]) => String(one));
  const forms = texts.map((one) => (subjectSpelling === 'exact' ? one : normalForm(one)));
  const numbers = new Map([...new Set(forms.filter((form) => form.trim() !== ''))].map((form, i) => [form, i + 1]));
  return { name, texts, members: forms.map((form) => numbers.get(form) ?? 0) };
}

const textIn = (name: string): Expression => call('firstKnown', { kind: 'cell', column: name }, text(''));

/** The text of a row of the source, by its number; and the member that it names. */
export const partyCell = ({ name }: Party): Expression => ({ kind: 'numbered', by: 'party', of: textIn(name) });
export const memberOf = ({ members }: Party, cell: Expression): Expression => as('int32', pick(members, cell));
export const partyStep = ({ texts }: Party): Step => ({ step: 'number', name: 'party', texts });

/** `parties(q, v)`: which members are in which combination, of the events in `log` that are counted. */
export const parties: Relation = select(
  group(
    filter(table('log'), call('and', call('atLeast', column('q'), number(0)), call('less', number(0), column('v')))),
    [same('q'), same('v')],
    ['n', count()],
  ),
  same('q'),
  same('v'),
);
