import { Exit, problem } from '../base/problem.ts';
import type { Intrusion } from './intrusion.ts';

export const unsoundRelease = (reason: string) =>
  problem({
    code: 'attack/unsound-release',
    exit: Exit.broken,
    what: `This release cannot be attacked as it stands: ${reason}.`,
    why: 'What an intruder finds out means something only of a release that is what its manifest says.',
    fix: 'Run shoal verify RELEASE --original FILE, which says what is wrong and where.',
    facts: { reason },
  });

/** An intruder with a larger chance than is promised: numbers of the attack, never of a person. */
export const aboveBound = ({ intruder, knows, worst = 0, bound = 0 }: Intrusion) =>
  problem({
    code: 'attack/above-bound',
    exit: Exit.broken,
    what: `The intruder "${intruder}"${knows === undefined ? '' : `, who knows ${knows},`} finds somebody with a chance of ${worst.toPrecision(3)}; the release promises at most ${bound.toPrecision(3)}.`,
    why: 'A release that keeps its promises has no such person in it, so the release or the program is at fault.',
    fix: 'Do not pass the release on. Run shoal verify RELEASE --original FILE; if it holds there, please report this as a bug.',
    facts: { intruder, worst, bound },
  });

export const controlColumn = (file: string, column: string) =>
  problem({
    code: 'attack/control-column',
    exit: Exit.input,
    what: `The control group has no column ${column}.`,
    where: file,
    why: 'People who are not in the release are compared by the same columns as those who are.',
    fix: 'Give --control a file with the columns of the original, of people who are not in the release.',
    facts: { file, column },
  });
