import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aServer, type TestServer } from './a-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
afterAll(() => server.remove());

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { operationId?: string; summary?: string; responses: Readonly<Record<string, unknown>> }>>
    >
  >;
}
const document = async (): Promise<Document> => (await (await server.get('/openapi.json')).json()) as Document;

it('the description is OpenAPI 3.1 and has every address, with what it takes and answers', async () => {
  const { openapi, paths } = await document();
  expect(openapi).toBe('3.1.0');
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect(operations.toSorted()).toEqual([
    'delete /api/v1/releases/{id}',
    'delete /api/v1/sweeps/{id}',
    'delete /api/v1/uploads/{id}',
    'get /api/analytics/truck/exit-hourly-flow-k-anonymized',
    'get /api/v1/explain',
    'get /api/v1/releases',
    'get /api/v1/releases/{id}',
    'get /api/v1/releases/{id}/archive',
    'get /api/v1/releases/{id}/events',
    'get /api/v1/releases/{id}/files',
    'get /api/v1/releases/{id}/files/{name}',
    'get /api/v1/releases/{id}/internal',
    'get /api/v1/releases/{id}/internal-archive',
    'get /api/v1/releases/{id}/internal/report',
    'get /api/v1/releases/{id}/internal/{name}',
    'get /api/v1/releases/{id}/report',
    'get /api/v1/schema',
    'get /api/v1/sources',
    'get /api/v1/sweeps',
    'get /api/v1/sweeps/{id}',
    'get /api/v1/sweeps/{id}/events',
    'get /api/v1/sweeps/{id}/files',
    'get /api/v1/sweeps/{id}/files/{name}',
    'get /api/v1/uploads',
    'get /api/v1/uploads/{id}',
    'get /docs',
    'get /healthz',
    'get /metrics',
    'get /openapi.json',
    'get /problems/{room}/{name}',
    'patch /api/v1/uploads/{id}',
    'post /api/v1/check',
    'post /api/v1/compare',
    'post /api/v1/draft',
    'post /api/v1/inspect',
    'post /api/v1/plan',
    'post /api/v1/preview',
    'post /api/v1/releases',
    'post /api/v1/releases/{id}/cancel',
    'post /api/v1/releases/{id}/sign-off',
    'post /api/v1/sweeps',
    'post /api/v1/sweeps/{id}/cancel',
    'post /api/v1/uploads',
    'post /api/v1/verify',
    'post /mcp',
  ]);
  const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  expect(new Set(ids).size).toBe(ids.length);
  for (const [path, methods] of Object.entries(paths))
    for (const operation of Object.values(methods)) {
      expect([operation.operationId, operation.summary], path).toEqual([
        expect.stringMatching(/^\w+$/),
        expect.stringMatching(/\w/),
      ]);
      expect(operation.responses.default, path).toMatchObject({ content: { 'application/problem+json': {} } });
    }
});

it('parameters are described by the schemas that check them', async () => {
  const { paths } = await document();
  expect(paths['/api/analytics/truck/exit-hourly-flow-k-anonymized'].get).toMatchObject({
    parameters: [
      { name: 'start_date', in: 'query', required: false, schema: { type: 'string', format: 'date' } },
      { name: 'end_date', in: 'query', required: false, schema: { type: 'string', format: 'date' } },
      { name: 'k', in: 'query', required: false, schema: { default: 5, minimum: 2 } },
    ],
  });
  expect(paths['/api/v1/releases'].post).toMatchObject({
    parameters: [{ name: 'idempotency-key', in: 'header' }],
    requestBody: {
      content: {
        'application/json': { schema: { properties: { policy: { oneOf: expect.any(Array) }, source: { type: 'string' } } } },
        'multipart/form-data': { schema: { required: ['policy', 'file'] } },
      },
    },
    responses: { 202: { content: { 'application/json': { schema: { required: expect.arrayContaining(['id', 'state']) } } } } },
  });
});

it('the page for people shows the same, and needs nothing but itself', async () => {
  const answer = await server.get('/docs');
  const html = await answer.text();
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  for (const path of Object.keys((await document()).paths)) expect(html).toContain(path);
  expect(html).not.toMatch(/<script|<link|src=|url\(|https?:\/\//);
  expect((await server.get('/')).headers.get('location')).toBe('/docs');
});

it('every code of the server has a page where the problem says', async () => {
  const codes = ['problems.ts', 'start-problems.ts'].flatMap((name) => [
    ...readFileSync(new URL(`../../src/server/${name}`, import.meta.url), 'utf8').matchAll(/code: '(server\/[^']+)'/g),
  ]);
  expect(codes.length).toBeGreaterThan(30);
  for (const [, code] of codes) {
    const answer = await server.get(`/problems/${code}`);
    expect([answer.status, (await answer.text()).startsWith(`${code}\n`)], code).toEqual([200, true]);
  }
  const { docs } = (await (await server.get('/nowhere')).json()) as { docs: string };
  expect((await server.get(docs)).status).toBe(200);
  expect((await server.get('/problems/server/none')).status).toBe(404);
});
