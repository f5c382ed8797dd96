import type { Drafting } from './drafting.ts';
import type { Shape } from './shape.ts';
import type { Setting } from './yaml-text.ts';

/** Transactions as counts and means, any other table record by record. */
export function tableSettings(
  shape: Extract<Shape, { kind: 'transactions' | 'table' }>,
  { subjectLine, kLine, columnsWith: listed }: Drafting,
): readonly Setting[] {
  const summed = shape.kind === 'transactions';
  const aggregate = summed
    ? [
        { name: 'count', why: 'one row per combination, with its number' },
        { name: `avg:${shape.amount}`, why: 'and the mean' },
      ]
    : [];
  return [
    { key: 'method', value: 'kaca', why: 'records are clustered, then generalised as far as a cluster needs' },
    subjectLine,
    { key: 'quasi', value: listed('quasi'), why: 'what others could know: generalised until k subjects share it' },
    summed
      ? { key: 'aggregate', value: aggregate, why: 'take it out to publish record by record' }
      : { key: 'sensitive', value: listed('sensitive'), why: 'published unchanged' },
    { key: 'drop', value: [...listed('drop'), ...(summed ? listed('sensitive') : [])], why: 'must not leave' },
    kLine,
    { key: 'clustering', value: 'hierarchy', why: 'along prefixes and ranges: less is lost than with kmeans' },
  ];
}
