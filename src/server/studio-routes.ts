import type { FastifyReply } from 'fastify';
import * as z from 'zod';
import { version } from '../api/documents.ts';
import { Denial } from './http-problem.ts';
import type { InsideDoor } from './inside-door.ts';
import { jsonBody } from './look-routes.ts';
import type { Settings } from './options.ts';
import { notFound, unauthorisedRequest } from './problems.ts';
import type { Sessions } from './sessions.ts';
import { type PageFile, studioFiles } from './studio-files.ts';
import { type Works, workSchema } from './works.ts';
import type { App } from './zod-schemas.ts';

const tokenBody = z.strictObject({ token: z.string().min(1).max(512) });
const workBody = z.strictObject({ content: workSchema.shape.content });
const changeBody = workBody.extend({ revision: z.int().min(1) });
const workParams = z.strictObject({ id: z.string().regex(/^[0-9a-f]{16}$/, 'it is not the id of a work') });

/** It runs its own files and nothing else, and speaks to this server alone; reports are shown in a frame. */
const pageSecurity = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

export interface StudioRules extends Pick<Settings, 'mode' | 'minK' | 'maxUploadBytes' | 'tokens' | 'internalToken'> {
  readonly sessions: Sessions;
  readonly works: Works;
  readonly inside: InsideDoor;
}

/** The page in the browser, who may use it, and the choices it is at. What it does with data goes through the API. */
export function studioRoutes(app: App, { sessions, works, inside, mode, minK, maxUploadBytes, tokens }: StudioRules): void {
  const files = studioFiles();
  const open = { config: { open: true }, schema: { hide: true } };
  const hidden = { schema: { hide: true } };
  const send = (name: string, match: string | undefined, reply: FastifyReply): FastifyReply => {
    const file = files.get(name);
    if (file === undefined) throw new Denial(notFound('There is nothing at this address.'));
    return sendFile(file, match, reply);
  };

  app.get('/studio', open, (_, reply) => reply.redirect('/studio/'));
  app.get('/studio/', open, ({ headers }, reply) => send('index.html', headers['if-none-match'], reply));
  app.get(
    '/studio/files/:name',
    { ...open, schema: { hide: true, params: z.strictObject({ name: z.string().max(100) }) } },
    ({ params: { name }, headers }, reply) => send(name, headers['if-none-match'], reply),
  );

  app.post('/studio/session', { ...open, schema: { hide: true, body: jsonBody(tokenBody) } }, ({ body }, reply) => {
    const value = sessions.open(tokenBody.parse(body).token);
    if (value === undefined) throw new Denial(unauthorisedRequest());
    return reply.code(204).header('set-cookie', sessions.cookie(value)).send();
  });
  app.get('/studio/session', open, ({ headers: { cookie } }) => {
    const session = sessions.find(cookie);
    return {
      version,
      signedIn: session !== undefined,
      /** How to come in: with the address that the terminal shows, or with a token. */
      door: tokens === undefined ? 'address' : 'token',
      ...(session === undefined ? {} : { inside: session.inside, mode, minK, maxUploadBytes }),
    };
  });
  app.delete('/studio/session', hidden, ({ headers: { cookie } }, reply) => {
    sessions.end(cookie);
    return reply.code(204).header('set-cookie', sessions.cookie(undefined)).send();
  });
  app.post('/studio/inside', { schema: { hide: true, body: jsonBody(tokenBody) } }, ({ body, headers }, reply) => {
    inside.demand(tokenBody.parse(body).token);
    sessions.allow(headers.cookie, true);
    return reply.code(204).send();
  });
  app.delete('/studio/inside', hidden, ({ headers }, reply) => {
    sessions.allow(headers.cookie, false);
    return reply.code(204).send();
  });

  app.get('/studio/works', hidden, ({ tenant }) => ({ works: works.list(tenant) }));
  app.post('/studio/works', { schema: { hide: true, body: jsonBody(workBody) } }, ({ body, tenant }, reply) =>
    reply.code(201).send(works.create(tenant, workBody.parse(body).content)),
  );
  const one = { schema: { hide: true, params: workParams } };
  app.get('/studio/works/:id', one, ({ params: { id }, tenant }) => works.find(id, tenant));
  app.put('/studio/works/:id', { schema: { ...one.schema, body: jsonBody(changeBody) } }, ({ params: { id }, body, tenant }) => {
    const { revision, content } = changeBody.parse(body);
    return works.change(id, tenant, revision, content);
  });
  app.delete('/studio/works/:id', one, ({ params: { id }, tenant }, reply) => {
    works.remove(id, tenant);
    return reply.code(204).send();
  });
}

function sendFile({ bytes, type, etag, lasting }: PageFile, match: string | undefined, reply: FastifyReply): FastifyReply {
  reply.headers({ ...pageSecurity, etag, 'cache-control': lasting ? 'private, max-age=31536000, immutable' : 'no-cache' });
  return match === etag ? reply.code(304).send() : reply.type(type).send(bytes);
}
