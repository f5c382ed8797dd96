import { Readable } from 'node:stream';
import * as z from 'zod';
import { Denial } from './http-problem.ts';
import { isEnded, type Job, jobKinds } from './job.ts';
import type { JobEvent } from './job-log.ts';
import type { Jobs } from './jobs.ts';
import { busy, notFound } from './problems.ts';
import { idParams, jobNamed } from './release-routes.ts';
import type { App } from './zod-schemas.ts';

const resumeHeader = z.object({
  'last-event-id': z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .describe('Number of the last event that arrived: the stream goes on after it'),
});

const heartbeat = 15_000;

/** Streams at once, and of these those of one token. */
export interface StreamLimits {
  readonly most: number;
  readonly share: number;
}

/** Progress as server-sent events. A client that was cut off comes back with Last-Event-ID and misses nothing that still matters. */
export function eventRoutes(app: App, jobs: Jobs, { most, share }: StreamLimits, stopping: AbortSignal): void {
  let streams = 0;
  const streamsOf = new Map<string, number>();
  for (const kind of jobKinds)
    app.get(
      `/api/v1/${kind}s/:id/events`,
      {
        schema: {
          operationId: kind === 'release' ? 'followJob' : 'followSweep',
          summary: 'Progress of a job, as server-sent events',
          description:
            'Events "state" and "progress", a phase and which share of it is done. The stream ends with the job; asked again after that, it answers 204.',
          tags: [`${kind}s`],
          params: idParams,
          headers: resumeHeader,
          response: {
            200: z.string().describe('text/event-stream'),
            204: z.null().describe('The job has ended and all was told'),
          },
        },
      },
      async ({ params: { id }, headers, raw, tenant }, reply) => {
        const after = headers['last-event-id'];
        const job = jobNamed(jobs, id, tenant, kind);
        const log = jobs.logOf(id);
        if (log === undefined) throw new Denial(notFound('There is no such job.'));
        if (isEnded(job) && after >= log.last) return reply.code(204).send();
        if (streams >= most) throw new Denial(busy('As many streams of events as may be open are open.'));
        const own = streamsOf.get(tenant) ?? 0;
        if (own >= share) throw new Denial(busy('As many streams of events as one token may hold are open.'));
        streams++;
        streamsOf.set(tenant, own + 1);
        const gone = new AbortController();
        raw.once('close', () => gone.abort());
        const signal = AbortSignal.any([gone.signal, stopping]);
        const stream = Readable.from(eventsOf(jobs, job, after, signal));
        stream.once('close', () => {
          streams--;
          streamsOf.set(tenant, (streamsOf.get(tenant) ?? 1) - 1);
        });
        return reply.header('x-accel-buffering', 'no').type('text/event-stream').send(stream);
      },
    );
}

async function* eventsOf(jobs: Jobs, { id }: Job, after: number, signal: AbortSignal): AsyncGenerator<string> {
  yield 'retry: 2000\n\n';
  for (let last = after; !signal.aborted; ) {
    const log = jobs.logOf(id);
    const job = jobs.any(id);
    if (log === undefined || job === undefined) return; // removed meanwhile
    const fresh = log.after(last);
    for (const event of fresh) {
      yield eventText(event);
      last = event.id;
    }
    if (isEnded(job) && last >= log.last) return;
    const waited = AbortSignal.any([signal, AbortSignal.timeout(heartbeat)]);
    if (log.last <= last) await log.next(waited);
    if (log.last <= last) yield ':\n\n'; // keeps proxies from closing a silent connection
  }
}

const eventText = ({ id, event, data }: JobEvent): string => `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
