import { expect, it } from 'vitest';
import { table } from '../../../src/families/table/family.ts';
import type { PreparedTable } from '../../../src/families/table/prepare.ts';
import { parsePolicy } from '../../../src/policy/policy.ts';

const settled = (rows: number, effort?: string) => {
  const policy = parsePolicy({ family: 'table', subject: 'row', quasi: ['age'], ...(effort === undefined ? {} : { effort }) });
  if (!policy.ok || policy.value.family !== 'table') throw new Error('a policy of tables was meant');
  return table.settle?.(policy.value, { rows } as PreparedTable).effort; // nothing else is asked for
};

it('a table is searched with normal effort up to 200,000 records, and fast beyond', () => {
  expect([1, 200_000, 200_001].map((rows) => settled(rows))).toEqual(['normal', 'normal', 'fast']);
  expect(settled(200_001, 'auto')).toBe('fast');
});

it.each(['fast', 'normal', 'best'])('an effort that somebody asked for stays, whatever the records: %s', (effort) => {
  for (const rows of [1, 200_001]) expect(settled(rows, effort)).toBe(effort);
});
