import { Exit, problem } from '../base/problem.ts';

export const needsLinks = (setting: string, pseudonym: string) =>
  problem({
    code: 'policy/needs-links',
    exit: Exit.usage,
    what: `--${setting} is about events that one number links, but --pseudonym ${pseudonym} has no such numbers.`,
    where: `--${setting}`,
    why: 'It would promise nothing, which may not be what you meant.',
    fix: `Add --pseudonym shared, or leave --${setting} out.`,
    facts: { setting, pseudonym },
  });
