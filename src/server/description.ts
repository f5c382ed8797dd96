import swagger from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import * as z from 'zod';
import { version } from '../api/documents.ts';
import { sections } from '../base/sections.ts';
import { docsPage } from './docs-page.ts';
import { Denial } from './http-problem.ts';
import { factsSchema } from './job.ts';
import { notFound } from './problems.ts';
import type { App } from './zod-schemas.ts';
import { asJsonSchema } from './zod-schemas.ts';

const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string().describe('Never renamed or reused; the page at docs explains it'),
    pointer: z.string().optional().describe('Where in the request: /query/…, /body/…, /headers/…'),
    suggestion: z.string(),
    docs: z.string(),
    errors: z.array(
      z.object({
        code: z.string(),
        detail: z.string(),
        pointer: z.string().optional(),
        suggestion: z.string(),
        facts: factsSchema.optional(),
      }),
    ),
  })
  .describe('RFC 9457');

/** Gathers the schemas of all routes that come after it. */
export async function describe(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Shoal',
        version,
        description: 'Releases in which each subject is hidden among k others, and answers made from them.',
      },
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', description: 'Where the server was started with --token-file' },
        },
      },
      security: [{ token: [] }, {}],
    },
    transform: ({ schema, url }) => ({ schema: schema === undefined ? {} : asOpenApi(schema), url }),
  });
}

/** A route's zod schemas as the JSON schemas that OpenAPI shows; any answer may also be a problem. */
function asOpenApi({ querystring, params, headers, body, response, ...rest }: FastifySchema) {
  const parts = Object.entries({ querystring, params, headers })
    .filter(([, schema]) => schema instanceof z.ZodType)
    .map(([part, schema]) => [part, asJsonSchema(schema as z.ZodType, 'input')]); // filtered above
  return {
    ...rest,
    ...Object.fromEntries(parts),
    ...(isContent(body) ? { body: { content: contentOf(body.content, 'input') } } : {}),
    response: {
      ...answersOf(response),
      default: { description: 'A problem', content: { 'application/problem+json': { schema: problem } } },
    },
  };
}

const problem = asJsonSchema(problemSchema, 'output');

type Content = Readonly<Record<string, { readonly schema: z.ZodType }>>;
const isContent = (body: unknown): body is { readonly content: Content } =>
  typeof body === 'object' && body !== null && 'content' in body;

const contentOf = (content: Content, io: 'input' | 'output') =>
  Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, { schema: asJsonSchema(schema, io) }]));

function answersOf(response: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries((response ?? {}) as Record<string, z.ZodType>).map(([status, schema]) => [
      status,
      asJsonSchema(schema, 'output'),
    ]), // our own routes vouch: theirs are all zod
  );
}

const open = { config: { open: true } };

/** What the service can do, for programs and for people. */
export function descriptionRoutes(app: App, first: string): void {
  let made: { readonly json: string; readonly html: string } | undefined;
  const documents = () => {
    if (made === undefined) {
      const json = JSON.stringify(app.swagger());
      made = { json, html: docsPage(JSON.parse(json)) };
    }
    return made;
  };
  const describeRoute = (operationId: string, summary: string) => ({
    ...open,
    schema: { operationId, summary, tags: ['description'] },
  });

  app.get('/', { ...open, schema: { hide: true } }, (_, reply) => reply.redirect(first));
  app.get('/healthz', describeRoute('health', 'Whether the server answers'), () => ({ status: 'ok' }));
  app.get('/openapi.json', describeRoute('openApi', 'This description, OpenAPI 3.1'), (_, reply) =>
    reply.type('application/json; charset=utf-8').send(documents().json),
  );
  app.get('/docs', describeRoute('docs', 'This description, for people'), (_, reply) =>
    reply
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      .type('text/html; charset=utf-8')
      .send(documents().html),
  );
  app.get(
    '/problems/:room/:name',
    {
      ...open,
      schema: { operationId: 'explainCode', summary: 'What a problem code means', tags: ['description'], params: codeParams },
    },
    ({ params: { room, name } }, reply) => reply.type('text/plain; charset=utf-8').send(explanation(`${room}/${name}`)),
  );
}

const codeParams = z.strictObject({ room: z.string().max(40), name: z.string().max(80) });

function explanation(code: string): string {
  const section = sections().codes.find(({ name }) => name === code);
  if (section === undefined) throw new Denial(notFound('There is no such code.'));
  return `${code}\n\n${section.text}\n\n${section.ofAll}\n`;
}
