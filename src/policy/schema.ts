import * as z from 'zod';
import { policySchema } from './policy.ts';

/** The policy as JSON Schema 2020-12, for editors and for people who like to look things up. */
export function policyJsonSchema(): Record<string, unknown> {
  return { title: 'Shoal policy', ...z.toJSONSchema(policySchema, { io: 'input', target: 'draft-2020-12' }) };
}
