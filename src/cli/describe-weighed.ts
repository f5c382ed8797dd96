import { plain } from '../figures/print.ts';
import { weighInWords } from '../figures/to-weigh.ts';
import type { Family } from '../policy/family.ts';
import type { Summary } from '../report/summary.ts';
import { paint } from './talk.ts';
import type { World } from './world.ts';

/** More would be read by nobody: the report and `--json` have them all. */
const most = 3;

/** What to weigh though every promise holds, each with the flag that changes it. */
export function describeWeighed(family: Family, { weigh = [] }: Pick<Summary, 'weigh'>, world: World): readonly string[] {
  const shown = weigh.slice(0, most);
  const lines = shown.map((one) => {
    const sentence = weighInWords(family, one, 'en', plain);
    return `${paint(world, 33, 'weigh')}    ${paint(world, 33, sentence)} ${one.flag} changes it.`;
  });
  const rest = weigh.length - shown.length;
  return rest > 0 ? [...lines, `         and ${rest} more: the internal report says which`] : lines;
}
