import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import * as z from 'zod';
import { Denial } from './http-problem.ts';
import type { Jobs } from './jobs.ts';
import { badRequest, stateFull, unsupportedMedia, uploadCutOff } from './problems.ts';
import { endingOf, type ShownUpload, type Uploads, uploadSchema } from './uploads.ts';
import type { App } from './zod-schemas.ts';

const uploadParams = z.strictObject({ id: z.string().regex(/^[0-9a-f]{32}$/, 'it is not the id of an upload') });
const bytesOf = z.coerce.number().int().min(0);

const newHeaders = z.object({
  'upload-length': bytesOf.optional().describe('Bytes of the whole file; its length when left out'),
  'content-length': bytesOf.optional(),
});
const newQuery = z.strictObject({
  format: z
    .string()
    .max(20)
    .regex(/^[a-z0-9.]+$/i, 'expected an ending such as csv, csv.gz or parquet')
    .default('csv')
    .describe('Ending that says how to read it, such as csv, csv.gz, parquet or xlsx; the name of the file is not asked for'),
});
const moreHeaders = z.object({ 'upload-offset': bytesOf.describe('Bytes that have arrived before these') });
const uploadList = z.strictObject({ uploads: z.array(uploadSchema) });

/** Sent as they are, and never held in memory. */
const rawTypes = ['application/octet-stream', 'application/offset+octet-stream', 'text/csv'];
const rawBody = {
  content: { 'application/octet-stream': { schema: z.unknown().meta({ type: 'string', format: 'binary' }) } },
};

/** Files to be looked at and published: sent whole or in pieces, kept for a while, removed when asked. */
export function uploadRoutes(app: App, uploads: Uploads, jobs: Jobs, { maxUploadBytes }: { maxUploadBytes: number }): void {
  for (const type of rawTypes) app.addContentTypeParser(type, (_, payload, done) => done(null, payload));
  const bodyLimit = Math.max(1, maxUploadBytes);
  const tags = ['uploads'];
  const sendUpload = (reply: FastifyReply, upload: ShownUpload): FastifyReply =>
    reply.headers({ 'upload-offset': upload.bytes, 'upload-length': upload.length }).send(upload);

  app.post(
    '/api/v1/uploads',
    {
      bodyLimit,
      schema: {
        operationId: 'startUpload',
        summary: 'Send a file, or begin to',
        description:
          'With a body it is the file, or its first part. Without one, Upload-Length says how much will come; PATCH sends it.',
        tags,
        querystring: newQuery,
        headers: newHeaders,
        body: rawBody,
        response: { 201: uploadSchema },
      },
    },
    async ({ query: { format }, headers, body, tenant, raw }, reply) => {
      const bytes = bytesIn(body);
      const length = headers['upload-length'] ?? headers['content-length'] ?? 0;
      if (length === 0)
        throw new Denial(badRequest('The length of the file is not told, or it is empty.', '/headers/upload-length'));
      if (length <= maxUploadBytes && !(await jobs.makeRoom(tenant, length))) throw new Denial(stateFull());
      const begun = uploads.create(tenant, endingOf(`.${format}`), length);
      reply.code(201).header('location', `/api/v1/uploads/${begun.id}`);
      if (bytes === undefined) return sendUpload(reply, begun);
      return sendUpload(reply, await orCutOff(raw, uploads.append(begun.id, tenant, 0, bytes)));
    },
  );

  app.patch(
    '/api/v1/uploads/:id',
    {
      bodyLimit,
      schema: {
        operationId: 'continueUpload',
        summary: 'Send more of a file',
        description: 'After a lost connection, HEAD or GET says in Upload-Offset where to go on.',
        tags,
        params: uploadParams,
        headers: moreHeaders,
        body: rawBody,
        response: { 200: uploadSchema },
      },
    },
    async ({ params: { id }, headers, body, tenant, raw }, reply) => {
      const bytes = bytesIn(body) ?? Readable.from([]);
      return sendUpload(reply, await orCutOff(raw, uploads.append(id, tenant, headers['upload-offset'], bytes)));
    },
  );

  app.get(
    '/api/v1/uploads',
    {
      schema: { operationId: 'listUploads', summary: 'Your uploads', tags, response: { 200: uploadList } },
    },
    ({ tenant }) => ({ uploads: uploads.list(tenant) }),
  );
  app.get(
    '/api/v1/uploads/:id',
    {
      schema: {
        operationId: 'showUpload',
        summary: 'How much of a file has arrived',
        tags,
        params: uploadParams,
        response: { 200: uploadSchema },
      },
    },
    ({ params: { id }, tenant }, reply) => sendUpload(reply, uploads.find(id, tenant)),
  );
  app.delete(
    '/api/v1/uploads/:id',
    {
      schema: {
        operationId: 'removeUpload',
        summary: 'Remove an upload',
        description: 'Jobs that read it go on.',
        tags,
        params: uploadParams,
        response: { 204: z.null().describe('Removed') },
      },
    },
    async ({ params: { id }, tenant }, reply) => {
      await uploads.remove(id, tenant);
      return reply.code(204).send();
    },
  );
}

/** What was sent, as it comes; a body of another kind was read already, and is not the file. */
function bytesIn(body: unknown): Readable | undefined {
  if (body === undefined || body instanceof Readable) return body;
  throw new Denial(unsupportedMedia(rawTypes.join(' or ')));
}

async function orCutOff(raw: { readonly complete: boolean }, arriving: Promise<ShownUpload>): Promise<ShownUpload> {
  try {
    return await arriving;
  } catch (error) {
    throw raw.complete || error instanceof Denial ? error : new Denial(uploadCutOff());
  }
}
