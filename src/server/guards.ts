import type { FastifyInstance } from 'fastify';
import { Denial } from './http-problem.ts';
import { hostNotAllowed, originNotAllowed, unauthorisedRequest } from './problems.ts';
import type { Session } from './sessions.ts';
import { everyone, type NamedToken, tokenCheck } from './tokens.ts';

export interface GuardOptions {
  readonly loopback: boolean;
  readonly tokens: readonly NamedToken[] | undefined;
  readonly cors?: string | undefined;
  /** The second token, which a browser that may see what describes the original data need not send. */
  readonly internalToken?: string | undefined;
  /** Whose browser it is, by its cookies, where the studio is open. */
  readonly browser?: ((cookies: string | undefined) => Session | undefined) | undefined;
}

const everyAnswer = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Who may ask at all; runs before anything of a request is read. */
export function guard(app: FastifyInstance, { loopback, tokens, cors, internalToken, browser }: GuardOptions): void {
  const whose = tokens === undefined ? undefined : tokenCheck(tokens);
  app.decorateRequest('tenant', everyone);
  app.addHook('onRequest', (request, reply, done) => {
    const { host, origin, authorization } = request.headers;
    reply.headers(everyAnswer);
    if (loopback && !namesLoopback(host)) throw new Denial(hostNotAllowed());
    if (origin !== undefined) {
      if (origin === cors) reply.headers({ 'access-control-allow-origin': origin, vary: 'origin', ...exposed });
      else if (!isOwn(origin, host)) throw new Denial(originNotAllowed());
    }
    if ((whose !== undefined || browser !== undefined) && needsToken(request)) {
      const session = isFromOwnPage(request.headers) ? browser?.(request.headers.cookie) : undefined;
      const tenant = whose?.(bearer(authorization)) ?? session?.tenant;
      if (tenant === undefined) throw new Denial(unauthorisedRequest());
      request.tenant = tenant;
      if (session?.inside === true && authorization === undefined && internalToken !== undefined)
        request.headers['shoal-internal-token'] ??= internalToken;
    }
    done();
  });
}

/** What a page of the allowed origin may send and read. */
export const preflight = {
  'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, idempotency-key, last-event-id, shoal-internal-token, upload-length, upload-offset',
  'access-control-max-age': '600',
};
const exposed = {
  'access-control-expose-headers': 'location, retry-after, upload-length, upload-offset',
  'cross-origin-resource-policy': 'cross-origin',
};

/** A name that leads here only on this machine: DNS cannot be made to say it of another. */
function namesLoopback(host: string | undefined): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host ?? '');
}

const isOwn = (origin: string, host: string | undefined): boolean => origin === `http://${host}` || origin === `https://${host}`;

/** Browsers send cookies along with what other pages of this machine ask for: a port is no part of a site. */
const isFromOwnPage = ({
  'sec-fetch-site': site = 'same-origin',
}: Readonly<Record<string, string | string[] | undefined>>): boolean => site === 'same-origin' || site === 'none';

/** The description of the service holds nothing of anybody; a preflight cannot carry a token. */
const needsToken = ({ method, routeOptions: { config } }: { method: string; routeOptions: { config: { open?: boolean } } }) =>
  config.open !== true && method !== 'OPTIONS';

/** The token that a header carries. */
export const bearer = (authorization: string | undefined): string | undefined =>
  /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose token came with it. */
    tenant: string;
  }
  interface FastifyContextConfig {
    /** Answers without a token. */
    open?: boolean;
  }
}
