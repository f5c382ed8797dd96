import type { OriginalInput } from '../api/open-original.ts';
import type { PopulationInput } from '../api/open-population.ts';
import { ok, type Result, refused } from '../base/result.ts';
import type { Parsed } from './command.ts';
import type { Flag } from './flag.ts';
import { policyFrom } from './flag-values.ts';
import { notationFlagNames, policyFlags } from './flags.ts';
import { badArgument } from './problems.ts';

/** Settings of a run that the original cannot be read without. */
const ofOriginal = ['hierarchy', 'mapping', 'time-zone', 'sql', 'delimiter', ...notationFlagNames];

/** Flags that say what the original is and how it is read. */
export const originalFlags = (help: string, when = ''): readonly Flag[] => [
  { name: 'original', value: 'FILE', help },
  { name: 'policy', value: 'FILE', help: `${when}policy of the run, if internal/ no longer has it` },
  ...policyFlags.filter(({ name }) => ofOriginal.includes(name)).map((flag) => ({ ...flag, help: `${when}${flag.help}` })),
];

/** The original and how to read it: flags, then the policy file; what neither says, the release itself may have noted. */
export async function originalFrom(flags: Parsed['flags']): Promise<Result<OriginalInput | undefined>> {
  const given = [...ofOriginal, 'policy'].filter((name) => flags[name] !== undefined);
  if (flags.original === undefined && given.length === 0) return ok(undefined);
  if (flags.original === undefined && flags.population === undefined)
    return refused(badArgument(`--${given[0]} is given without --original.`, 'both, or neither'));
  const read = await readingFrom(flags);
  if (!read.ok || flags.original === undefined) return read.ok ? ok(undefined) : read;
  return ok({ ...read.value, file: String(flags.original) });
}

/** The population and how to read it, said in the same way. */
export async function populationFrom(flags: Parsed['flags']): Promise<Result<PopulationInput | undefined>> {
  if (flags.population === undefined) return ok(undefined);
  const read = await readingFrom(flags);
  return read.ok ? ok({ ...read.value, file: String(flags.population) }) : read;
}

async function readingFrom(flags: Parsed['flags']): Promise<Result<Omit<OriginalInput, 'file'>>> {
  const [{ readPolicyFile }, { parsePolicy }] = await Promise.all([
    import('../api/policy-file.ts'),
    import('../policy/policy.ts'),
  ]);
  const file = flags.policy === undefined ? ok({}) : readPolicyFile(flags.policy);
  if (!file.ok) return file;
  const own = policyFrom(Object.fromEntries(Object.entries(flags).filter(([name]) => ofOriginal.includes(name))));
  const family = flags.policy === undefined ? { family: flags.mapping === undefined ? 'table' : 'events' } : {};
  const policy = parsePolicy({ ...family, ...file.value, ...own });
  if (!policy.ok) return policy;
  const { sql, delimiter, hierarchy, mapping, timeZone } = {
    ...{ hierarchy: undefined, mapping: undefined, timeZone: undefined },
    ...policy.value,
  };
  const whole = flags.policy === undefined ? {} : { policy: policy.value };
  const { encoding, decimal, thousands, unit, timeFormat, join } = policy.value;
  const written = { encoding, decimal, thousands, unit, timeFormat, join };
  return ok({ sql, delimiter, hierarchy, mapping, timeZone, ...written, ...whole });
}
