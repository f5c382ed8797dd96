import * as z from 'zod';
import { tellingKeys } from './family.ts';
import { policySchema } from './policy.ts';

/** The policy as JSON Schema 2020-12, for editors and for people who like to look things up. */
export function policyJsonSchema(): Record<string, unknown> {
  const { oneOf = [], ...schema } = z.toJSONSchema(policySchema, { io: 'input', target: 'draft-2020-12' });
  return { title: 'Shoal policy', ...schema, oneOf: oneOf.map((one) => ({ ...one, ...namedBy(one) })) };
}

/** What a family is known by: its method, its name, or settings that tell it; series need none of them. */
function namedBy({ required = [], properties = {} }: z.core.JSONSchema.BaseSchema): object {
  const { family } = properties;
  const name = typeof family === 'object' ? String(family.default) : '';
  if (!required.includes('method') || !isTold(name)) return {};
  return {
    required: required.filter((key) => key !== 'method'),
    anyOf: ['method', 'family', ...tellingKeys[name]].map((key) => ({ required: [key] })),
  };
}

const isTold = (name: string): name is keyof typeof tellingKeys => Object.hasOwn(tellingKeys, name);
