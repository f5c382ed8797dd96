import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import type { Call } from '../mcp/call.ts';
import { bearer } from './guards.ts';
import type { App } from './zod-schemas.ts';

const message = z.unknown().meta({ type: 'object', description: 'One message of the Model Context Protocol' });

/** Requests to this very service, with the token of whoever asks: what binds a client binds an agent. The second token is never sent. */
export const callAs =
  (app: App) =>
  (token: string | undefined): Call =>
  async ({ method, path, body }) => {
    const headers = {
      host: 'localhost',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const answer = await app.inject({
      method,
      url: path,
      headers,
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    return { status: answer.statusCode, type: String(answer.headers['content-type'] ?? ''), body: answer.payload };
  };

/** The door for agents, beside the API and with its tokens. Nothing of the protocol is loaded before somebody speaks it. */
export function agentRoutes(app: App): void {
  let handler: Promise<ReturnType<typeof import('../mcp/agent-server.ts').agentHandler>> | undefined;
  const open = () => (handler ??= import('../mcp/agent-server.ts').then(({ agentHandler }) => agentHandler(callAs(app), wait)));
  app.addHook('onClose', async () => (await handler)?.close());
  app.post(
    '/mcp',
    {
      schema: {
        operationId: 'agent',
        summary: 'The Model Context Protocol, for agents',
        description:
          'Streamable HTTP. Its tools do what this API does, and tell no row, no value of the original data and no count below k.',
        tags: ['agents'],
        body: { content: { 'application/json': { schema: message } } },
      },
    },
    async ({ body, headers, tenant, raw }, reply) => {
      const given = Object.entries(headers).flatMap(([name, value]) =>
        typeof value === 'string' && !hopByHop.has(name) ? [[name, value] as [string, string]] : [],
      );
      const gone = new AbortController();
      raw.once('close', () => gone.abort());
      const request = new Request('http://localhost/mcp', {
        method: 'POST',
        headers: given,
        body: JSON.stringify(body),
        signal: gone.signal,
      });
      const token = bearer(headers.authorization);
      const answer = await (await open()).fetch(request, {
        parsedBody: body,
        ...(token === undefined ? {} : { authInfo: { token, clientId: tenant, scopes: [] } }),
      });
      const type = answer.headers.get('content-type');
      reply.code(answer.status);
      if (type !== null) reply.type(type);
      return reply.send(answer.body === null ? '' : Readable.fromWeb(answer.body as never)); // the same streams, by two names
    },
  );
}

/** Headers of the connection, not of the message. */
const hopByHop = new Set([
  'connection',
  'content-length',
  'host',
  'transfer-encoding',
  'expect',
  'keep-alive',
  'upgrade',
  'te',
  'trailer',
]);
