import { Exit } from '../base/problem.ts';
import type { Command } from './command.ts';

export const schema: Command = {
  name: 'schema',
  usage: 'shoal schema',
  summary: 'the policy as JSON Schema, for editors and for looking things up',
  flags: [],
  takes: [],
  examples: ['shoal schema', 'shoal schema > policy.schema.json'],
  async run(_, world) {
    const { policyJsonSchema } = await import('../index.ts');
    world.print(`${JSON.stringify(policyJsonSchema(), null, 2)}\n`);
    return Exit.done;
  },
};
