import type { FlowAnswers } from './flow-answers.ts';
import { allowedQuestion, type FlowRules, flowQuery } from './flow-query.ts';
import { flowBody } from './flow-schema.ts';
import type { App } from './zod-schemas.ts';

/** The road operator's question, at the address and with the body its clients know. */
export function flowRoutes(app: App, answers: FlowAnswers, rules: FlowRules): void {
  app.get(
    '/api/analytics/truck/exit-hourly-flow-k-anonymized',
    {
      schema: {
        operationId: 'exitHourlyFlow',
        summary: 'Truck exits by region and part of the day',
        description: 'Counts and mean tolls of clusters of records, each with k different vehicles or more.',
        tags: ['analytics'],
        querystring: flowQuery,
        response: { 200: flowBody },
      },
    },
    async ({ query, tenant }, reply) => {
      const body = await answers.answer(allowedQuestion(query, rules), tenant);
      return reply.type('application/json; charset=utf-8').send(body);
    },
  );
}
