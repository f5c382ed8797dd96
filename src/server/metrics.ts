import type { Answered } from './answered.ts';
import { jobStates } from './job.ts';
import type { Jobs } from './jobs.ts';
import type { Uploads } from './uploads.ts';

/** Figures of the server as Prometheus reads them: of requests by their routes, of jobs by their states; of nobody by name. */
export interface Metrics {
  count(answered: Answered): void;
  text(): string;
}

export function createMetrics(jobs: Pick<Jobs, 'countByState'>, uploads: Pick<Uploads, 'count'>): Metrics {
  const answers = new Map<string, { count: number; seconds: number }>();
  const begun = performance.now();
  return {
    count({ method, route, status, milliseconds }) {
      const labels = `method="${method}",route="${route}",status="${status}"`; // routes are ours, statuses are numbers
      const known = answers.get(labels) ?? { count: 0, seconds: 0 };
      answers.set(labels, { count: known.count + 1, seconds: known.seconds + milliseconds / 1000 });
    },
    text() {
      const byState = jobs.countByState();
      const entries = [...answers].toSorted(([a], [b]) => (a < b ? -1 : 1));
      const { files, bytes } = uploads.count();
      return [
        ...family(
          'shoal_requests_total',
          'counter',
          'Answered requests',
          entries.map(([labels, { count }]) => [labels, count]),
        ),
        ...family(
          'shoal_request_seconds_total',
          'counter',
          'Seconds that answers took',
          entries.map(([labels, { seconds }]) => [labels, Math.round(seconds * 1000) / 1000]),
        ),
        ...family(
          'shoal_jobs',
          'gauge',
          'Jobs by state',
          jobStates.map((state) => [`state="${state}"`, byState[state] ?? 0]),
        ),
        ...family('shoal_uploads', 'gauge', 'Uploads that are kept', [['', files]]),
        ...family('shoal_upload_bytes', 'gauge', 'Bytes of uploads that are kept', [['', bytes]]),
        ...family('process_resident_memory_bytes', 'gauge', 'Memory of the server without its jobs', [
          ['', process.memoryUsage.rss()],
        ]),
        ...family('shoal_uptime_seconds', 'gauge', 'Seconds since the server began', [
          ['', Math.round((performance.now() - begun) / 1000)],
        ]),
        '',
      ].join('\n');
    },
  };
}

const family = (
  name: string,
  type: 'counter' | 'gauge',
  help: string,
  values: readonly (readonly [string, number])[],
): readonly string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
  ...values.map(([labels, value]) => `${name}${labels === '' ? '' : `{${labels}}`} ${value}`),
];
