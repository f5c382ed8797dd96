import { Exit, problem } from '../base/problem.ts';

export const unfitNoise = (setting: string, what: string) =>
  problem({
    code: 'policy/noise-unfit',
    exit: Exit.usage,
    what,
    where: setting,
    why: 'Noise is for counts of subjects that are known again by their ids. An exact mean beside a count would give away how many it is of.',
    fix: 'Use --aggregate count and --subject COLUMN with --noise and --noise-key; or leave both out.',
    facts: { setting },
  });

export const badNoiseKey = (file: string | undefined, reason: string) =>
  problem({
    code: 'policy/bad-noise-key',
    exit: Exit.usage,
    what: `The key of the noise cannot be used: ${reason}.`,
    ...(file === undefined ? {} : { where: file }),
    why: 'The same subjects must get the same noise in every table, and nobody else may work it out: both rest on one secret key.',
    fix: 'Make one, once: openssl rand -hex 32 > noise.key. Name it with --noise-key, keep it where only you can read it, and back it up.',
    ...(file === undefined ? {} : { facts: { file } }),
  });

export type NoiseProblem = ReturnType<typeof unfitNoise>;
