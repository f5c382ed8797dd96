import { Exit } from '../base/problem.ts';
import type { Command } from './command.ts';

export const schema: Command = {
  name: 'schema',
  usage: 'shoal schema',
  summary: 'print the JSON Schema of a policy, for editors',
  flags: [],
  takes: [],
  examples: ['shoal schema', 'shoal schema > policy.schema.json'],
  async run(_, world) {
    const { policyJsonSchema } = await import('../index.ts');
    world.print(`${JSON.stringify(policyJsonSchema(), null, 2)}\n`);
    return Exit.done;
  },
};
