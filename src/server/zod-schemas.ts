import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifySchemaCompiler, FastifyTypeProvider, RawServerDefault } from 'fastify';
import * as z from 'zod';
import { Denial, type HttpProblem } from './http-problem.ts';
import { badRequest, unknownParameter } from './problems.ts';

/** Lets a route's zod schemas type what its handler is given; what it answers may be a stream or bytes. */
export interface ZodTypes extends FastifyTypeProvider {
  readonly validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown;
}

/** A service whose routes have zod schemas. */
export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypes>;

/** Requests are checked by the schemas that /openapi.json shows. */
export const checkedByZod: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const part = `/${httpPart === 'querystring' ? 'query' : httpPart}`;
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  return (data) => {
    const parsed = schema.safeParse(data);
    if (parsed.success) return { value: parsed.data };
    const [first, ...rest] = parsed.error.issues.flatMap((issue) => asProblems(issue, part, known));
    return { error: new Denial(first, ...rest) };
  };
};

function asProblems(issue: z.core.$ZodIssue, part: string, known: readonly string[]): HttpProblem[] {
  const place = [part, ...issue.path.map(String)].join('/');
  if (issue.code === 'unrecognized_keys') return issue.keys.map((name) => unknownParameter(place, name, known));
  const name = issue.path.at(-1);
  const complaint = issue.message.replace(/^Invalid (input|option|string): /, '').replace(/\.$/, '');
  return [badRequest(`${name === undefined ? 'The body' : `"${String(name)}"`} cannot be used: ${complaint}.`, place)];
}

/** As OpenAPI 3.1 wants it, which is JSON Schema 2020-12. */
export function asJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' });
  return rest;
}
