import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyReply } from 'fastify';
import * as z from 'zod';
import { Denial } from './http-problem.ts';
import { type InsideDoor, insideHeader } from './inside-door.ts';
import { upload } from './job.ts';
import type { JobStore } from './job-store.ts';
import type { Jobs } from './jobs.ts';
import { notFound, notReady } from './problems.ts';
import { idParams, jobNamed } from './release-routes.ts';
import type { App } from './zod-schemas.ts';

const fileParams = idParams.extend({ name: z.string().min(1).max(255) });
const fileList = z.strictObject({ files: z.array(z.strictObject({ name: z.string(), bytes: z.int(), href: z.string() })) });

const types: Readonly<Record<string, string>> = {
  '.csv': 'text/csv; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.parquet': 'application/vnd.apache.parquet',
  '.arrow': 'application/vnd.apache.arrow.file',
};

/** The files of a release: what may leave to whoever may ask, what must stay to those with a second token. */
export function fileRoutes(app: App, jobs: Jobs, store: JobStore, inside: InsideDoor): void {
  const folderOf = (id: string, tenant: string, ...inner: readonly string[]): string => {
    const { state } = jobNamed(jobs, id, tenant);
    if (state !== 'done') throw new Denial(notReady(state));
    return join(store.folderOf(id), 'release', ...inner);
  };
  const insideOf = (id: string, tenant: string, token: string | undefined): string => {
    inside.demand(token);
    return folderOf(id, tenant, 'internal');
  };
  const whole = { tags: ['files'], response: { 200: z.string().describe('The file') } };
  const list = { tags: ['files'], response: { 200: fileList } };

  app.get(
    '/api/v1/releases/:id/files',
    { schema: { ...list, operationId: 'listFiles', summary: 'Files that may leave', params: idParams } },
    ({ params: { id }, tenant }) => listFiles(folderOf(id, tenant), `/api/v1/releases/${id}/files`),
  );
  app.get(
    '/api/v1/releases/:id/files/:name',
    { schema: { ...whole, operationId: 'downloadFile', summary: 'One file that may leave', params: fileParams } },
    ({ params: { id, name }, tenant }, reply) => sendFile(folderOf(id, tenant), name, reply),
  );
  const sweepFolder = (id: string, tenant: string, token: string | undefined): string => {
    const { state, source } = jobNamed(jobs, id, tenant, 'sweep');
    if (source !== upload) inside.demand(token); // it describes the original
    if (state !== 'done') throw new Denial(notReady(state));
    return join(store.folderOf(id), 'release');
  };
  app.get(
    '/api/v1/sweeps/:id/files',
    { schema: { ...list, operationId: 'listSweepFiles', summary: 'Files of a sweep', params: idParams, headers: insideHeader } },
    ({ params: { id }, headers, tenant }) =>
      listFiles(sweepFolder(id, tenant, headers['shoal-internal-token']), `/api/v1/sweeps/${id}/files`),
  );
  app.get(
    '/api/v1/sweeps/:id/files/:name',
    {
      schema: {
        ...whole,
        operationId: 'downloadSweepFile',
        summary: 'One file of a sweep',
        params: fileParams,
        headers: insideHeader,
      },
    },
    ({ params: { id, name }, headers, tenant }, reply) =>
      sendFile(sweepFolder(id, tenant, headers['shoal-internal-token']), name, reply),
  );
  app.get(
    '/api/v1/releases/:id/internal',
    {
      schema: {
        ...list,
        operationId: 'listInternalFiles',
        summary: 'Files that must stay',
        params: idParams,
        headers: insideHeader,
      },
    },
    ({ params: { id }, headers, tenant }) =>
      listFiles(insideOf(id, tenant, headers['shoal-internal-token']), `/api/v1/releases/${id}/internal`),
  );
  app.get(
    '/api/v1/releases/:id/internal/:name',
    {
      schema: {
        ...whole,
        operationId: 'downloadInternalFile',
        summary: 'One file that must stay',
        params: fileParams,
        headers: insideHeader,
      },
    },
    ({ params: { id, name }, headers, tenant }, reply) =>
      sendFile(insideOf(id, tenant, headers['shoal-internal-token']), name, reply),
  );
}

function listFiles(folder: string, address: string): z.infer<typeof fileList> {
  const files = filesIn(folder).map((name) => ({ name, bytes: statSync(join(folder, name)).size, href: `${address}/${name}` }));
  return { files };
}

/** A name from a request is only ever compared with those that are there, never made into a path. */
function sendFile(folder: string, asked: string, reply: FastifyReply): FastifyReply {
  const name = filesIn(folder).find((file) => file === asked);
  if (name === undefined) throw new Denial(notFound('The release has no such file.'));
  const path = join(folder, name);
  return reply
    .type(types[extname(name)] ?? 'application/octet-stream')
    .headers({ 'content-length': statSync(path).size, 'content-disposition': `attachment; filename="${name}"` })
    .send(createReadStream(path));
}

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .toSorted()
    : [];
