import { expect, it } from 'vitest';
import { policyFlags } from '../../src/cli/flags.ts';
import { aliases, families, methodsOf, usualMethodOf } from '../../src/policy/family.ts';
import { parsePolicy } from '../../src/policy/policy.ts';

const flagOf = (name: string) => policyFlags.find((flag) => flag.name === name);

it('the flag of methods names every one of them, and those that are taken where none is named', () => {
  const names = families.flatMap((family): readonly string[] => methodsOf[family]);
  expect(flagOf('method')?.value?.split('|')).toEqual([...names, ...Object.keys(aliases)]);
  for (const family of ['series', 'table'] as const)
    expect(flagOf('method')?.help).toContain(`${usualMethodOf[family]} for ${family}`);
});

it('a method that does not exist is answered with those that do', () => {
  const parsed = parsePolicy({ method: 'none', subject: 'id' } as never);
  const told = parsed.ok ? '' : JSON.stringify(parsed.problems);
  for (const name of families.flatMap((family): readonly string[] => methodsOf[family])) expect(told).toContain(name);
});

it('the flag of families names every one of them', () => {
  expect(flagOf('family')?.value?.split('|')).toEqual(families);
});
