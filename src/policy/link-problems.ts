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

export const needsOrder = () =>
  problem({
    code: 'policy/needs-order',
    exit: Exit.usage,
    what: '--durations is about the time between an event and the one before it, but no order is published.',
    where: '--durations',
    why: 'Without an order nobody could say which event the one before is.',
    fix: 'Add --order position or --traces N, or leave --durations out.',
  });
