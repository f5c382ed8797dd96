import { escapeHtml, page, table } from '../report/page.ts';
import { examples } from './examples.ts';

/** What the page needs of an OpenAPI document. */
export interface OpenApi {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly description?: string }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly default?: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** The OpenAPI document as one page that needs nothing but itself: no script, no network. */
export function docsPage({ info, paths }: OpenApi): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const tags = [...new Set(operations.flatMap(({ operation }) => operation.tags ?? []))];
  const sections = tags.map((tag) => {
    const inside = operations.filter(({ operation }) => operation.tags?.includes(tag));
    return `<h2>${escapeHtml(tag)}</h2>${inside.map(section).join('\n')}`;
  });
  const links = operations.map(({ path, method, operation }) => [
    { html: `<a href="#${anchor(method, path)}"><code>${method} ${escapeHtml(path)}</code></a>` },
    operation.summary ?? '',
  ]);
  const intro = `<p>${escapeHtml(info.description ?? '')}</p><p>The same for programs: <a href="/openapi.json">openapi.json</a>.
Every refusal is <code>application/problem+json</code> with a <code>code</code>, a <code>pointer</code> into the request and a <code>suggestion</code>;
<code>docs</code> in it leads to an explanation. In the examples <code>$URL</code> is this server and <code>$TOKEN</code> the second token.</p>`;
  return page(
    `${escapeHtml(info.title)} ${escapeHtml(info.version)}: HTTP API`,
    `<h1>${escapeHtml(info.title)}: HTTP API</h1>${intro}${table(['Request', 'What it does'], links)}${sections.join('\n')}`,
  );
}

function section({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const { operationId = '', summary = '', description = '', parameters = [], requestBody, responses } = operation;
  const example = examples[operationId];
  const taken = parameters.map((parameter) => [
    parameter.name,
    parameter.in,
    shape(parameter.schema),
    parameter.description ?? '',
  ]);
  const bodies = Object.entries(requestBody?.content ?? {}).flatMap(([type, { schema }]) =>
    Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, type, shape(inner), inner.description ?? '']),
  );
  const rows = [...taken, ...bodies];
  const answers = Object.entries(responses).map(([status, { description: told = '' }]) => [status, told]);
  return `<section id="${anchor(method, path)}"><h3><code>${method} ${escapeHtml(path)}</code></h3><p>${escapeHtml(summary)}. ${escapeHtml(description)}</p>
${example === undefined ? '' : `<pre tabindex="0"><code>${escapeHtml(example)}</code></pre>`}${rows.length === 0 ? '' : table(['Name', 'In', 'Form', 'Meaning'], rows)}${table(['Status', 'Answer'], answers)}</section>`;
}

const anchor = (method: string, path: string): string => `${method}-${path}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');

const shape = ({ type = 'object', format, default: fallback }: Schema): string =>
  `${format ?? type}${fallback === undefined ? '' : `, ${JSON.stringify(fallback)} when left out`}`;
