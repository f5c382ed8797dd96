import * as z from 'zod';
import { sections } from '../base/sections.ts';
import { isPostgres } from '../policy/postgres-address.ts';
import { policyJsonSchema } from '../policy/schema.ts';
import type { DataRules } from './asked-data.ts';
import { fixedFor } from './asked-policy.ts';
import { leftOpen } from './fixed-policies.ts';
import { Denial } from './http-problem.ts';
import type { Metrics } from './metrics.ts';
import { notFound } from './problems.ts';
import type { App } from './zod-schemas.ts';

const sourceList = z.strictObject({
  sources: z.array(
    z.strictObject({
      name: z.string(),
      kind: z.enum(['file', 'database']),
      fixed: z.boolean().describe('Whether its operator fixed the policy'),
      settings: z.array(z.string()).optional().describe('All that a client may choose where it is fixed'),
      jobs: z.boolean().describe('Whether it takes jobs'),
    }),
  ),
});
const wordQuery = z.strictObject({
  word: z.string().max(80).optional().describe('A term or a code; all their names when left out'),
});
const explained = z.union([
  z.strictObject({ name: z.string(), aliases: z.array(z.string()), chapter: z.string(), text: z.string() }),
  z.strictObject({ terms: z.array(z.string()), codes: z.array(z.string()) }),
]);

/** What there is to ask about: sources, settings, words, and how the server is doing. */
export function catalogueRoutes(app: App, { sources, mode, fixed }: DataRules, metrics: Metrics): void {
  const open = { config: { open: true } };
  const tags = ['description'];
  app.get(
    '/api/v1/sources',
    { schema: { operationId: 'listSources', summary: 'Sources of the server', tags, response: { 200: sourceList } } },
    () => ({
      sources: Object.entries(sources).map(([name, place]) => {
        const isFixed = fixedFor(name, fixed) !== undefined;
        return {
          name,
          kind: isPostgres(place) ? ('database' as const) : ('file' as const),
          fixed: isFixed,
          ...(isFixed ? { settings: [...leftOpen] } : {}),
          jobs: isFixed || mode === 'internal',
        };
      }),
    }),
  );
  app.get(
    '/api/v1/schema',
    { ...open, schema: { operationId: 'policySchema', summary: 'The JSON Schema of a policy', tags } },
    () => policyJsonSchema(),
  );
  app.get(
    '/api/v1/explain',
    {
      ...open,
      schema: {
        operationId: 'explainWord',
        summary: 'What a term or a problem code means',
        tags,
        querystring: wordQuery,
        response: { 200: explained },
      },
    },
    ({ query: { word } }) => explainWord(word),
  );
  app.get(
    '/metrics',
    { schema: { operationId: 'metrics', summary: 'Figures of the server, for Prometheus', tags } },
    (_, reply) => reply.type('text/plain; version=0.0.4; charset=utf-8').send(metrics.text()),
  );
}

/** A section of the pages of terms and codes, or all their names. */
export function explainWord(word: string | undefined): z.infer<typeof explained> {
  const { terms, codes } = sections();
  if (word === undefined) return { terms: terms.map(({ name }) => name), codes: codes.map(({ name }) => name) };
  const plain = (text: string) => text.toLowerCase().replaceAll(/[\s_-]+/g, ' ');
  const all = [...codes, ...terms];
  const found =
    all.find(({ name, aliases }) => name === word || aliases.includes(word)) ??
    all.find(({ name, aliases }) => [name, ...aliases].some((known) => plain(known) === plain(word)));
  if (found === undefined) throw new Denial(notFound('There is no such term or code.'));
  const { name, aliases, chapter, text } = found;
  return { name, aliases: [...aliases], chapter, text };
}
