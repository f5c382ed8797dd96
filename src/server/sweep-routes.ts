import * as z from 'zod';
import { cellsOf } from '../api/sweep-cells.ts';
import { parseSweep, sweepSchema } from '../policy/sweep-grid.ts';
import { type DataRules, dataKeys, findData } from './asked-data.ts';
import { asObject, denialOf, policyAsked } from './asked-policy.ts';
import { asHttpProblem, Denial } from './http-problem.ts';
import { insideHeader } from './inside-door.ts';
import { jobSchema, upload } from './job.ts';
import type { Jobs } from './jobs.ts';
import { jsonBody } from './look-routes.ts';
import { policyInBody, refuseWrongColumns, requestOf } from './new-job.ts';
import type { Settings } from './options.ts';
import { kBelowFloor } from './problems.ts';
import { keyHeader } from './release-routes.ts';
import type { App } from './zod-schemas.ts';

const sweepBody = z.strictObject({
  policy: policyInBody.optional(),
  grid: sweepSchema.partial().optional().describe('Settings to try, and limits of what may be lost'),
  ...dataKeys,
});

/** A grid of settings tried on one input, as a job: the same address for its progress, its result and its end as for a release. */
export function sweepRoutes(app: App, jobs: Jobs, rules: Settings & DataRules): void {
  app.post(
    '/api/v1/sweeps',
    {
      schema: {
        operationId: 'makeSweep',
        summary: 'Try a grid of settings',
        description:
          'Answers at once with a job, whose summary is the sweep when it is done. It describes the original data: of a source it needs the second token.',
        tags: ['sweeps'],
        headers: keyHeader.extend(insideHeader.shape),
        body: jsonBody(sweepBody),
        response: { 202: jobSchema },
      },
    },
    async ({ body, tenant, headers }, reply) => {
      const { policy: raw = {}, grid = {}, ...data } = sweepBody.parse(body);
      const found = findData(data, tenant, rules);
      if (found.source !== upload) rules.inside.demand(headers['shoal-internal-token']);
      const asked = asObject(raw);
      const policy = policyAsked(asked, found.source, rules);
      const sweep = parseSweep({ ...asObject(asked.sweep ?? {}), ...grid });
      if (!sweep.ok) throw denialOf(sweep.problems.map(asHttpProblem));
      const least = Math.min(...sweep.value.k);
      if (found.source !== upload && least < rules.minK) throw new Denial(kBelowFloor(least, rules.minK, '/body/grid/k'));
      const cells = cellsOf({ ...asked }, sweep.value);
      if (!cells.ok) throw denialOf(cells.problems.map(asHttpProblem));
      await refuseWrongColumns(policy, found, tenant, rules);
      const { id, folder } = await jobs.prepare(tenant, 0);
      try {
        const { policy: whole, ...request } = requestOf(policy, found, found.link(folder), rules);
        const { input, threads, memory } = whole;
        const kept = { ...asked, input, threads, memory, sweep: { ...asObject(asked.sweep ?? {}), ...grid } };
        const fingerprint = `${request.fingerprint} ${JSON.stringify(grid)}`;
        const key = headers['idempotency-key'];
        const job = await jobs.submit({ ...request, id, owner: tenant, kind: 'sweep', policy: kept, fingerprint, key });
        return reply.code(202).header('location', `/api/v1/sweeps/${job.id}`).send(job);
      } catch (error) {
        await jobs.abandon(id);
        throw error;
      }
    },
  );
}
