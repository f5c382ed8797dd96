import * as z from 'zod';
import type { KeptPlan } from '../plan/plan.ts';
import { type DataRules, dataKeys, type FoundData, findData, reducedKey, refusalFor, tellingOf } from './asked-data.ts';
import { policyAsked } from './asked-policy.ts';
import { insideHeader } from './inside-door.ts';
import { jsonBody } from './look-routes.ts';
import { policyInBody } from './new-job.ts';
import type { Settings } from './options.ts';
import type { App } from './zod-schemas.ts';

const namedData = { policy: policyInBody.optional(), ...dataKeys };
const planBody = z.strictObject({ ...namedData, ...reducedKey });
const previewBody = z.strictObject({
  ...namedData,
  subjects: z.int().min(10).max(5000).default(500).describe('Subjects to try it on'),
  rows: z.int().min(1).max(100).default(20).describe('Rows to show'),
});
const planned = z.record(z.string(), z.unknown()).describe('As "shoal plan --json" prints it');
const rowsShown = z.strictObject({ columns: z.array(z.string()), rows: z.array(z.record(z.string(), z.unknown())) });
const previewed = z.strictObject({
  subjects: z.int(),
  before: rowsShown,
  after: rowsShown,
  group: rowsShown.describe('Released rows of one group'),
  summary: z.record(z.string(), z.unknown()),
});

/** What a release would do, and what it would look like. */
export function planRoutes(app: App, rules: Settings & DataRules): void {
  const tags = ['before a release'];
  const { threadsPerJob: threads, memoryPerJob: memory } = rules;
  const own = (found: FoundData, folder: string) => ({ input: found.link(folder), threads, memory });

  app.post(
    '/api/v1/plan',
    {
      schema: {
        operationId: 'planRelease',
        summary: 'What a release would do, and whether it can be made',
        description: 'Reads all of the data. Of a source without the second token it tells the steps, and no count.',
        tags,
        headers: insideHeader,
        body: jsonBody(planBody),
        response: { 200: planned },
      },
    },
    async ({ body, tenant, headers }) => {
      const { policy: raw, reduced, ...data } = planBody.parse(body);
      const found = findData(data, tenant, rules);
      const policy = policyAsked(raw, found.source, rules);
      const telling = tellingOf(found, { token: headers['shoal-internal-token'], reduced }, rules);
      let input = '';
      const result = await rules.asks.answer(tenant, (folder) => {
        const places = own(found, folder);
        input = places.input;
        return { ask: 'plan', policy: { ...policy, ...places } };
      });
      if (!result.ok) throw refusalFor(result.problems, found, input, rules);
      return telling === 'whole' ? withoutPlaces(result.value) : stepsOf(result.value);
    },
  );

  app.post(
    '/api/v1/preview',
    {
      schema: {
        operationId: 'previewRelease',
        summary: 'Rows before and after, tried on some subjects',
        description: 'Shows the original data, so it needs the second token, of an upload too. Nothing of it is kept.',
        tags,
        headers: insideHeader,
        body: jsonBody(previewBody),
        response: { 200: previewed },
      },
    },
    async ({ body, tenant, headers }) => {
      rules.inside.demand(headers['shoal-internal-token']);
      const { policy: raw, subjects, rows, ...data } = previewBody.parse(body);
      const found = findData(data, tenant, rules);
      const policy = policyAsked(raw, found.source, rules);
      let input = '';
      const result = await rules.asks.answer(tenant, (folder) => {
        const places = own(found, folder);
        input = places.input;
        return { ask: 'preview', policy: { ...policy, ...places }, subjects, rows };
      });
      if (!result.ok) throw refusalFor(result.problems, found, input, rules);
      return result.value;
    },
  );
}

/** Where it would be done on this machine is nobody's business. */
function withoutPlaces({ policy: { input, out, threads, memory, ...policy }, ...plan }: KeptPlan) {
  return { ...plan, policy };
}

const stepsOf = ({ shoal, family, method, memoryBytes, steps }: KeptPlan) => ({
  shoal,
  family,
  method,
  memoryBytes: Math.ceil(memoryBytes / 1e7) * 1e7, // to the byte it would count the rows
  steps: steps.map(({ step }) => ({ step })),
});
