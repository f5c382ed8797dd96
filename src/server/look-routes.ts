import { createRequire } from 'node:module';
import * as z from 'zod';
import { draftPolicy } from '../inspect/draft.ts';
import type { Choices } from '../inspect/drafting.ts';
import type { Inspection } from '../inspect/inspection.ts';
import { tellDraft, tellInspection } from '../inspect/tell-inspection.ts';
import { notationKeys } from '../policy/notation-keys.ts';
import { unreadable } from '../policy/problems.ts';
import { lineIn, settingsIn } from '../policy/settings-file.ts';
import { type DataRules, dataKeys, findData, reducedKey, refusalFor, tellingOf } from './asked-data.ts';
import { denialOf, fixedFor, policyAsked } from './asked-policy.ts';
import { asHttpProblem, Denial, type HttpProblem } from './http-problem.ts';
import { insideHeader } from './inside-door.ts';
import { factsSchema, upload } from './job.ts';
import { policyInBody } from './new-job.ts';
import type { Settings } from './options.ts';
import { badRequest } from './problems.ts';
import type { App } from './zod-schemas.ts';

/** How a file is to be read, where its cells leave it open: what a policy says of it. */
const readingKeys = {
  delimiter: z.string().length(1).optional().describe('Character between cells'),
  ...notationKeys,
  subject: z.string().max(255).optional().describe('Who is protected, a column or row; judged when left out'),
};
const chosenRoles = z.record(z.string(), z.enum(['quasi', 'sensitive', 'drop'])).optional();
const dataBody = z.strictObject({ ...dataKeys, ...reducedKey, ...readingKeys });
const quickKey = z.boolean().default(false).describe('Of an upload that is a large text, look at its first lines alone');
const inspectBody = dataBody.extend({
  quick: quickKey.describe('Of an upload that is a large text, look at its first lines alone; the answer then has "head": true'),
  roles: chosenRoles.describe('Other roles than the suggested ones: how people stand is counted as if they were chosen'),
});
const choices = z
  .strictObject({
    subject: z.string().optional(),
    method: z.string().optional(),
    release: z.enum(['internal', 'partner', 'public']).optional(),
    k: z.int().min(2).optional(),
    pseudonym: z.enum(['shared', 'drop', 'rotate:day', 'rotate:week']).optional(),
    timeZone: z.string().optional(),
    roles: chosenRoles,
  })
  .describe('What you choose over what is suggested');
const draftBody = dataBody.extend({ choices: choices.optional(), quick: quickKey });
const checkBody = z.strictObject({
  policy: policyInBody.optional(),
  yaml: z.string().optional().describe('The same as the text of a policy file; its "input" and "out" are left out of account'),
  ...dataKeys,
});

const inspected = z.record(z.string(), z.unknown()).describe('As "shoal inspect --json" prints it');
const toldSchema = z.strictObject({ code: z.string(), facts: factsSchema.optional() });
const drafted = z.strictObject({
  policy: z.record(z.string(), z.unknown()).describe('As POST /api/v1/releases takes it'),
  yaml: z.string().describe('The same as a file, each line with its reason'),
  notes: z.array(z.string()).describe('What to know or to do before it runs'),
  toldNotes: z.array(toldSchema).describe('The same by code, for words in another language'),
});
const checked = z.strictObject({
  holds: z.boolean(),
  problems: z.array(
    z.strictObject({
      code: z.string(),
      detail: z.string(),
      suggestion: z.string(),
      pointer: z.string().optional().describe('Where in the policy'),
      line: z.int().optional().describe('Line of the YAML'),
    }),
  ),
  policy: z.record(z.string(), z.unknown()).optional().describe('Every setting, those that were left out as well'),
});

/** Looking at data before anything is published: what it holds, a policy for it, and whether a policy fits. */
export function lookRoutes(app: App, rules: Settings & DataRules): void {
  const look = openLook(rules);
  const tags = ['before a release'];

  app.post(
    '/api/v1/inspect',
    {
      schema: {
        operationId: 'inspectData',
        summary: 'What an upload or a source holds',
        description:
          'Columns, suggested roles, and how well subjects hide. Of a source without the second token: no reasons, no count below k.',
        tags,
        headers: insideHeader,
        body: jsonBody(inspectBody),
        response: { 200: inspected },
      },
    },
    async ({ body, tenant, headers }) => {
      const { source, upload: id, reduced, quick, ...reading } = inspectBody.parse(body);
      const found = findData({ source, upload: id }, tenant, rules);
      const telling = tellingOf(found, { token: headers['shoal-internal-token'], reduced }, rules);
      const inspection = await look(found, quick ? { ...reading, quick } : reading, tenant);
      return telling === 'whole' ? { ...inspection, input: found.source } : tellInspection(inspection, rules.minK);
    },
  );

  app.post(
    '/api/v1/draft',
    {
      schema: {
        operationId: 'draftPolicy',
        summary: 'A policy for an upload or a source',
        tags,
        headers: insideHeader,
        body: jsonBody(draftBody),
        response: { 200: drafted },
      },
    },
    async ({ body, tenant, headers }) => {
      const { source, upload: id, reduced, choices: chosen = {}, quick, ...reading } = draftBody.parse(body);
      const found = findData({ source, upload: id }, tenant, rules);
      const telling = tellingOf(found, { token: headers['shoal-internal-token'], reduced }, rules);
      const asked = { ...reading, subject: chosen.subject ?? reading.subject };
      const inspection = await look(found, quick ? { ...asked, quick } : asked, tenant);
      const least = found.source === upload ? {} : { k: Math.max(chosen.k ?? 0, rules.minK) };
      const draft = draftPolicy(inspection, found.source === upload ? 'data.csv' : found.source, {
        ...chosen,
        ...least,
      } as Choices); // past its schema
      const { policy, yaml, notes, toldNotes } = telling === 'whole' ? draft : tellDraft(draft, yamlOf);
      const { input, out, version, ...settings } = policy;
      return { policy: settings, yaml, notes, toldNotes };
    },
  );

  app.post(
    '/api/v1/check',
    {
      schema: {
        operationId: 'checkPolicy',
        summary: 'Whether a policy is sound, and fits its data',
        description:
          'Reads the head of the data at most. What a plan or a job would refuse for want of subjects, it does not say.',
        tags,
        body: jsonBody(checkBody),
        response: { 200: checked },
      },
    },
    async ({ body, tenant }) => {
      const { policy: asked, yaml, ...data } = checkBody.parse(body);
      if ((asked === undefined) === (yaml === undefined))
        throw new Denial(badRequest('Either "policy" or "yaml" says what to check.', '/body/policy'));
      const named = data.source !== undefined || data.upload !== undefined;
      const found = named ? findData(data, tenant, rules) : undefined;
      try {
        const raw = asked ?? settingsOfText(yaml ?? '');
        const policy = policyAsked(raw, found?.source ?? upload, rules);
        if (found !== undefined && fixedFor(found.source, rules.fixed) !== undefined) return { holds: true, problems: [] };
        if (found === undefined) return { holds: true, problems: [], policy };
        let input = '';
        const result = await rules.asks.answer(tenant, (folder) => {
          input = found.link(folder);
          return { ask: 'check', policy: { ...policy, input, threads: 1, memory: rules.memoryPerJob } };
        });
        if (!result.ok) throw refusalFor(result.problems, found, input, rules);
        return { holds: true, problems: [], policy };
      } catch (error) {
        if (!(error instanceof Denial) || error.problems[0].status !== 422) throw error;
        return { holds: false, problems: error.problems.map((one) => shownProblem(one, yaml)) };
      }
    },
  );
}

export const jsonBody = <Schema extends z.ZodType>(schema: Schema) => ({ content: { 'application/json': { schema } } });

/** What was found, and whether in the first lines alone. */
type Looked = Inspection & { readonly head?: true };
type Look = (
  found: ReturnType<typeof findData>,
  reading: { readonly quick?: boolean; readonly subject?: string | undefined },
  tenant: string,
) => Promise<Looked>;

/** Inspections kept, as a draft asks for the same one again. */
const mostKept = 32;

/** Uploads never change, so what was found in one holds as long as it is there; a source is looked at again. */
function openLook(rules: Settings & DataRules): Look {
  const kept = new Map<string, Looked>();
  return async (found, { quick, ...reading }, tenant) => {
    let input = '';
    let isHead = false;
    const key = found.source === upload ? JSON.stringify([tenant, found.data, reading, quick]) : undefined;
    const known = key === undefined ? undefined : kept.get(key);
    if (found.source === upload && known !== undefined) {
      rules.uploads.find(found.data, tenant); // gone since?
      return known;
    }
    const { threadsPerJob: threads, memoryPerJob: memory } = rules;
    const result = await rules.asks.answer(tenant, (folder) => {
      const head = quick === true ? found.linkHead?.(folder) : undefined;
      isHead = head !== undefined;
      input = head ?? found.link(folder);
      return { ask: 'inspect', reading: { ...reading, input, threads, memory } };
    });
    if (!result.ok) throw aboutReading(refusalFor(result.problems, found, input, rules));
    const looked: Looked = isHead ? { ...result.value, head: true } : result.value;
    if (key !== undefined) kept.set(key, looked);
    for (const oldest of kept.keys()) if (kept.size > mostKept) kept.delete(oldest);
    return looked;
  };
}

/** There is no policy yet: a setting that is wrong is one of the body itself. */
const aboutReading = ({ problems: [first, ...rest] }: Denial): Denial => new Denial(inBody(first), ...rest.map(inBody));
const inBody = ({ pointer = '/body', ...problem }: HttpProblem): HttpProblem => ({
  ...problem,
  pointer: pointer.replace('/body/policy', '/body'),
});

function settingsOfText(yaml: string): object {
  const read = settingsIn(yaml, 'yaml', unreadable);
  if (!read.ok) throw denialOf(read.problems.map((one) => ({ ...asHttpProblem(one), what: `${one.what} (${one.where})` })));
  const { input, out, version, ...settings } = read.value;
  return settings;
}

function shownProblem(
  { code, what, why, fix, pointer }: HttpProblem,
  yaml: string | undefined,
): z.infer<typeof checked>['problems'][number] {
  const key = /^\/body\/policy\/(.+)$/.exec(pointer ?? '')?.[1]?.replaceAll('/', '.');
  const told = /\(yaml, line (\d+)\)/.exec(what)?.[1];
  const line = yaml === undefined ? undefined : told === undefined ? key && lineIn(yaml, key) : Number(told);
  return {
    code,
    detail: `${what} ${why}`,
    suggestion: fix,
    ...(key === undefined ? {} : { pointer: `/${key.replaceAll('.', '/')}` }),
    ...(typeof line === 'number' ? { line } : {}),
  };
}

function yamlOf(policy: object): string {
  const { stringify } = createRequire(import.meta.url)('yaml') as typeof import('yaml'); // loaded when asked for
  return stringify(policy);
}
