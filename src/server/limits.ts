import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import { bearer } from './guards.ts';
import { Denial } from './http-problem.ts';
import type { Settings } from './options.ts';
import { tooManyRequests } from './problems.ts';
import { tokenCheck } from './tokens.ts';
import type { App } from './zod-schemas.ts';

const connections = 1024;
/** Nobody needs to know how far they are from it. */
const untold = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };

/** How much, how often and how slowly anybody may send. */
export async function limit(app: App, { tokens, requestTime, rate, maxUploadBytes, maxBodyBytes }: Settings): Promise<void> {
  app.server.maxConnections = connections;
  app.server.headersTimeout = Math.min(60, requestTime) * 1000; // Node exchanges the two where this one is longer than the request's
  const whose = tokenCheck(tokens ?? []);
  await app.register(rateLimit, {
    global: false,
    max: rate,
    timeWindow: 60_000,
    keyGenerator: ({ headers, ip }) => `token ${whose(bearer(headers.authorization)) ?? `of nobody, from ${ip}`}`, // behind a proxy all have one address
    addHeaders: untold,
    addHeadersOnExceeding: untold,
    errorResponseBuilder: (_, { ttl }) => new Denial(tooManyRequests(Math.ceil(ttl / 1000))),
  });
  app.addHook('onRequest', app.rateLimit()); // before the guards: tokens that are tried out count too, by address
  await app.register(multipart, {
    limits: { fileSize: maxUploadBytes, fieldSize: maxBodyBytes, files: 2, fields: 1, parts: 2, fieldNameSize: 64 },
    throwFileSizeLimit: false, // told by whoever reads it
  });
}
