import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import * as z from 'zod';
import { languages } from '../base/languages.ts';
import { type Packed, zipOf } from '../formats/write-zip.ts';
import type { Edition } from '../report/view.ts';
import { type DataRules, problemsOf } from './asked-data.ts';
import { Denial } from './http-problem.ts';
import { insideHeader } from './inside-door.ts';
import type { JobStore } from './job-store.ts';
import type { Jobs } from './jobs.ts';
import { jsonBody } from './look-routes.ts';
import { notReady } from './problems.ts';
import { idParams, jobNamed } from './release-routes.ts';
import type { App } from './zod-schemas.ts';

const langQuery = z.strictObject({
  lang: z.enum(languages).optional().describe('Language of the page; as it was made when left out'),
});
const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}]*$/u, 'it holds a control character');
const signBody = z.strictObject({
  name: line(200),
  role: line(200),
  remark: line(2000).optional(),
  date: z.iso.date('expected a day such as 2024-05-31').optional().describe('Today when left out'),
});
const signed = z.strictObject({
  signOffs: z.array(
    z.strictObject({ name: z.string(), role: z.string(), date: z.string(), remark: z.string().optional(), data: z.string() }),
  ),
});

/** A page that needs nothing but itself; it runs nothing and sends nothing. */
const pageSecurity = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
};

/** A release that was made: its report to be read here, the whole of it as one file, and who agreed to it. */
export function releasedRoutes(app: App, jobs: Jobs, store: JobStore, rules: DataRules & { readonly now: () => Date }): void {
  const folderOf = (id: string, tenant: string): string => {
    const { state } = jobNamed(jobs, id, tenant);
    if (state !== 'done') throw new Denial(notReady(state));
    return join(store.folderOf(id), 'release');
  };
  const tags = ['files'];
  const page = { tags, params: idParams, querystring: langQuery, response: { 200: z.string().describe('text/html') } };
  const archive = { tags, params: idParams, response: { 200: z.string().describe('application/zip') } };
  const sendReport = async (
    asked: { id: string; tenant: string; lang: z.infer<typeof langQuery>['lang']; edition: Edition },
    reply: FastifyReply,
  ) => {
    const folder = folderOf(asked.id, asked.tenant);
    const { lang, edition } = asked;
    const drawn = await rules.asks.answer(asked.tenant, () => ({ ask: 'report', folder, lang, edition }));
    if (!drawn.ok) throw problemsOf(drawn.problems, folder);
    return reply.headers(pageSecurity).type('text/html; charset=utf-8').send(drawn.value);
  };

  app.get(
    '/api/v1/releases/:id/report',
    { schema: { ...page, operationId: 'showReport', summary: 'The public report, to be read here' } },
    ({ params: { id }, query: { lang }, tenant }, reply) => sendReport({ id, tenant, lang, edition: 'public' }, reply),
  );
  app.get(
    '/api/v1/releases/:id/internal/report',
    {
      schema: {
        ...page,
        operationId: 'showInternalReport',
        summary: 'The internal report, to be read here',
        headers: insideHeader,
      },
    },
    ({ params: { id }, query: { lang }, headers, tenant }, reply) => {
      rules.inside.demand(headers['shoal-internal-token']);
      return sendReport({ id, tenant, lang, edition: 'internal' }, reply);
    },
  );
  app.get(
    '/api/v1/releases/:id/archive',
    { schema: { ...archive, operationId: 'downloadArchive', summary: 'All that may leave, as one zip' } },
    ({ params: { id }, tenant }, reply) => sendZip(filesOf(folderOf(id, tenant)), 'release.zip', reply),
  );
  app.get(
    '/api/v1/releases/:id/internal-archive',
    {
      schema: {
        ...archive,
        operationId: 'downloadInternalArchive',
        summary: 'All of a release, with what must stay, as one zip',
        headers: insideHeader,
      },
    },
    ({ params: { id }, headers, tenant }, reply) => {
      rules.inside.demand(headers['shoal-internal-token']);
      const folder = folderOf(id, tenant);
      const inner = filesOf(join(folder, 'internal')).map((file) => ({ ...file, name: `internal/${file.name}` }));
      return sendZip([...filesOf(folder), ...inner], 'internal-release.zip', reply);
    },
  );
  app.post(
    '/api/v1/releases/:id/sign-off',
    {
      schema: {
        operationId: 'signOff',
        summary: 'Write down who agreed to a release',
        description: 'After proving again that it holds. It is written into the internal report; nothing that leaves changes.',
        tags: ['releases'],
        params: idParams,
        headers: insideHeader,
        body: jsonBody(signBody),
        response: { 200: signed },
      },
    },
    async ({ params: { id }, headers, body, tenant }) => {
      rules.inside.demand(headers['shoal-internal-token']);
      const { name, role, remark, date = rules.now().toISOString().slice(0, 10) } = signBody.parse(body);
      const folder = folderOf(id, tenant);
      const written = await rules.asks.answer(tenant, () => ({ ask: 'sign', folder, by: { name, role, remark, date } }));
      if (!written.ok) throw problemsOf(written.problems, folder);
      return { signOffs: written.value };
    },
  );
}

const filesOf = (folder: string): readonly Packed[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => ({ name, path: join(folder, name), size: statSync(join(folder, name)).size }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));

const sendZip = (files: readonly Packed[], name: string, reply: FastifyReply): FastifyReply =>
  reply
    .type('application/zip')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(zipOf(files)));
