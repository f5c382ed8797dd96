import fastify, { type FastifyError } from 'fastify';
import * as z from 'zod';
import type { Problem } from '../base/problem.ts';
import { agentRoutes } from './agent-routes.ts';
import type { Answered } from './answered.ts';
import type { Asks } from './asks.ts';
import { catalogueRoutes } from './catalogue-routes.ts';
import { describe, descriptionRoutes } from './description.ts';
import { eventRoutes } from './event-routes.ts';
import { fileRoutes } from './file-routes.ts';
import type { FixedPolicies } from './fixed-policies.ts';
import type { FlowAnswers } from './flow-answers.ts';
import { flowRoutes } from './flow-routes.ts';
import { guard, preflight } from './guards.ts';
import { Denial } from './http-problem.ts';
import { insideDoor } from './inside-door.ts';
import { jobKinds } from './job.ts';
import { jobRoutes } from './job-routes.ts';
import type { JobStore } from './job-store.ts';
import type { Jobs } from './jobs.ts';
import { judgeRoutes } from './judge-routes.ts';
import { limit } from './limits.ts';
import { lookRoutes } from './look-routes.ts';
import { createMetrics } from './metrics.ts';
import type { Settings } from './options.ts';
import { planRoutes } from './plan-routes.ts';
import { deny, onClientError, onError } from './problem-json.ts';
import { methodNotAllowed, notFound, serverStops } from './problems.ts';
import { releaseRoutes } from './release-routes.ts';
import { releasedRoutes } from './released-routes.ts';
import type { Sessions } from './sessions.ts';
import { studioRoutes } from './studio-routes.ts';
import { sweepRoutes } from './sweep-routes.ts';
import { uploadRoutes } from './upload-routes.ts';
import type { Uploads } from './uploads.ts';
import type { Works } from './works.ts';
import { type App, checkedByZod, type ZodTypes } from './zod-schemas.ts';

export interface Inside {
  readonly jobs: Jobs;
  readonly store: JobStore;
  readonly flow: FlowAnswers;
  readonly asks: Asks;
  readonly uploads: Uploads;
  readonly stopping: AbortSignal;
  readonly onAnswer: (answered: Answered) => void;
  readonly onProblem: (problem: Problem) => void;
  readonly onFault: (fault: Error) => void;
  readonly now: () => Date;
  readonly fixed: FixedPolicies;
  /** What the page in the browser needs, where it is served. */
  readonly studio: { readonly sessions: Sessions; readonly works: Works } | undefined;
}

/** The service without a port: tests may call it, `serve` makes it listen. */
export async function createApp(
  settings: Settings,
  { jobs, store, flow, asks, uploads, stopping, onAnswer, onProblem, onFault, now, fixed, studio }: Inside,
): Promise<App> {
  const metrics = createMetrics(jobs, uploads);
  const app: App = fastify({
    logger: false,
    bodyLimit: settings.maxBodyBytes,
    requestTimeout: settings.requestTime * 1000,
    http: { connectionsCheckingInterval: Math.min(5000, settings.requestTime * 500) },
    routerOptions: { maxParamLength: 255 },
    forceCloseConnections: 'idle',
    return503OnClosing: false, // it would not say when to come back
    clientErrorHandler: onClientError,
    frameworkErrors: (error, request, reply) => onError(error, request, reply, onFault),
  }).withTypeProvider<ZodTypes>();
  app.setValidatorCompiler(checkedByZod);
  app.setSerializerCompiler(() => JSON.stringify);
  app.setErrorHandler<FastifyError>((error, request, reply) => onError(error, request, reply, onFault));
  app.setNotFoundHandler((_, reply) => deny(reply, notFound('There is nothing at this address.')));
  app.addHook('onResponse', ({ method, routeOptions }, { statusCode, elapsedTime }, done) => {
    const answered = { method, route: routeOptions.url ?? 'unknown', status: statusCode, milliseconds: Math.round(elapsedTime) };
    metrics.count(answered);
    onAnswer(answered);
    done();
  });
  app.addHook('onRequest', (_, reply, done) => {
    if (!stopping.aborted) return done();
    reply.header('connection', 'close');
    throw new Denial(serverStops());
  });
  await limit(app, settings);
  guard(app, { ...settings, browser: studio?.sessions.find });
  await describe(app);
  const methods = methodsByAddress(app);
  flowRoutes(app, flow, { ...settings, now });
  const rules = { ...settings, fixed, uploads, asks, inside: insideDoor(settings.internalToken), onProblem };
  await app.register(async (inner) => uploadRoutes(inner as App, uploads, jobs, settings)); // only these read bodies as they come
  await app.register(async (inner) => judgeRoutes(inner as App, jobs, store, rules));
  lookRoutes(app, rules);
  planRoutes(app, rules);
  releaseRoutes(app, jobs, rules);
  sweepRoutes(app, jobs, rules);
  for (const kind of jobKinds) jobRoutes(app, jobs, kind, rules.inside);
  releasedRoutes(app, jobs, store, { ...rules, now });
  catalogueRoutes(app, rules, metrics);
  eventRoutes(app, jobs, { most: settings.streams, share: Math.ceil(settings.streams / settings.tenants) }, stopping);
  fileRoutes(app, jobs, store, rules.inside);
  agentRoutes(app);
  if (studio !== undefined) studioRoutes(app, { ...rules, ...studio });
  descriptionRoutes(app, studio === undefined ? '/docs' : '/studio/');
  refuseOtherMethods(app, methods, settings.cors);
  return app;
}

/** A route that says nothing of parameters takes none. */
const nothing = z.strictObject({});

function methodsByAddress(app: App): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  app.addHook('onRoute', (route) => {
    methods.set(route.url, [...(methods.get(route.url) ?? []), ...[route.method].flat()]);
    route.schema = { querystring: nothing, ...route.schema };
  });
  return methods;
}

/** An address that is there, asked in a way it does not know: 405 and what it does know; OPTIONS is for pages of the allowed origin. */
function refuseOtherMethods(app: App, methods: ReadonlyMap<string, readonly string[]>, cors: string | undefined): void {
  for (const [url, known] of [...methods]) {
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((method) => !known.includes(method));
    app.route({
      method: others,
      url,
      schema: { hide: true },
      handler: ({ method }, reply) =>
        method === 'OPTIONS' && cors !== undefined
          ? reply.code(204).headers(preflight).send()
          : deny(reply, methodNotAllowed(method, known.join(', '))),
    });
  }
}
