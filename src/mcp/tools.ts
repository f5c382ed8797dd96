import * as z from 'zod';
import { type AgentWorld, type CallAnswer, jsonOf } from './call.ts';
import { type ToldProblem, tellProblem } from './tell-problem.ts';

/** What an agent is told: an object, or problems. */
export type Told =
  | { readonly ok: true; readonly value: object }
  | { readonly ok: false; readonly problems: readonly ToldProblem[] };

/** One thing an agent can do. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly readOnly: boolean;
  run(asked: z.output<Input>, world: AgentWorld): Promise<Told>;
}

const tool = <Input extends z.ZodObject>(one: Tool<Input>): Tool => one as unknown as Tool; // a list holds tools of different input; each is given its own

const data = {
  source: z.string().max(64).optional().describe('Name of a source, as list_sources tells it'),
  upload: z.string().max(64).optional().describe('Id of an upload that the person made over HTTP'),
};
const policy = z
  .record(z.string(), z.unknown())
  .describe('A policy, as draft suggests one; explain and the docs tell its settings');
const reading = z
  .record(z.string(), z.unknown())
  .optional()
  .describe('How cells are written, such as {"timeFormat": "dd.MM.yyyy", "decimal": ","}');
const release = z
  .string()
  .regex(/^[a-z0-9]{1,40}$/, 'it is not the id of a release')
  .describe('Id of a release, as run answers it');

/** Everything an agent can do. No answer holds a row, a value of the original data, or a count below k. */
export const tools: readonly Tool[] = [
  tool({
    name: 'list_sources',
    title: 'List sources',
    description: 'Names of the data that may be published, and whether the operator fixed the policy of each.',
    input: z.strictObject({}),
    readOnly: true,
    run: async (_, { call }) => asTold(await call({ method: 'GET', path: '/api/v1/sources' })),
  }),
  tool({
    name: 'inspect',
    title: 'Inspect',
    description:
      'What columns data has, what they are probably for, and questions about how cells are written. No values, no small counts.',
    input: z.strictObject({ ...data, reading }),
    readOnly: true,
    run: async ({ source, upload, reading: written }, world) =>
      asTold(await post(world, '/api/v1/inspect', { ...written, source, upload, reduced: true })),
  }),
  tool({
    name: 'draft',
    title: 'Draft a policy',
    description: 'A policy for data. A person should read it before it runs: who is protected, and what others could know.',
    input: z.strictObject({
      ...data,
      reading,
      choices: z.record(z.string(), z.unknown()).optional().describe('Such as {"subject": "ID", "k": 10}'),
    }),
    readOnly: true,
    run: async ({ source, upload, reading: written, choices }, world) =>
      asTold(await post(world, '/api/v1/draft', { ...written, source, upload, choices, reduced: true })),
  }),
  tool({
    name: 'check',
    title: 'Check a policy',
    description: 'Every problem of a policy, with its place, before anything runs.',
    input: z.strictObject({ ...data, policy }),
    readOnly: true,
    async run(asked, world) {
      const told = asTold(await post(world, '/api/v1/check', asked));
      if (!told.ok) return told;
      const { problems = [], ...rest } = told.value as { readonly problems?: readonly ToldProblem[] };
      return { ok: true, value: { ...rest, problems: problems.map(tellProblem) } };
    },
  }),
  tool({
    name: 'plan',
    title: 'Plan a release',
    description: 'Whether a release can be made, and in which steps. Reads all of the data; writes nothing.',
    input: z.strictObject({ ...data, policy: policy.optional() }),
    readOnly: true,
    run: async (asked, world) =>
      asTold(await post(world, '/api/v1/plan', { ...asked, ...(await asPublic(asked, world)), reduced: true })),
  }),
  tool({
    name: 'run',
    title: 'Make a release',
    description:
      'Starts a release and answers its id; follow tells how it goes. Without a policy that the operator fixed it is made as for the public, so that columns which would single people out are refused.',
    input: z.strictObject({ ...data, policy: policy.optional() }),
    readOnly: false,
    run: async (asked, world) =>
      asTold(await post(world, '/api/v1/releases', { ...asked, ...(await asPublic(asked, world)) }), tellJob),
  }),
  tool({
    name: 'follow',
    title: 'Follow a release',
    description:
      'How a release stands; waits for its end for a while. When it is done: its verdict, losses and files, and where the person finds them.',
    input: z.strictObject({ release, wait: z.number().min(0).max(60).default(20).describe('Seconds to wait at most') }),
    readOnly: true,
    run: follow,
  }),
  tool({
    name: 'list_releases',
    title: 'List releases',
    description: 'Releases that were asked for, the newest first.',
    input: z.strictObject({}),
    readOnly: true,
    run: async (_, { call }) =>
      asTold(await call({ method: 'GET', path: '/api/v1/releases?limit=50' }), ({ jobs }) => ({
        releases: (jobs as object[]).map(tellJob),
      })),
  }),
  tool({
    name: 'verify',
    title: 'Verify a release',
    description: 'Proves every promise of a release again, from its files alone.',
    input: z.strictObject({ release, k: z.int().min(2).optional().describe('Least k that it must promise') }),
    readOnly: true,
    run: async (asked, world) =>
      asTold(
        await post(world, `/api/v1/verify${asked.k === undefined ? '' : `?k=${asked.k}`}`, { release: asked.release }),
        verdictOf,
      ),
  }),
  tool({
    name: 'compare',
    title: 'Compare releases',
    description: 'Settings and losses of releases side by side, by what may leave.',
    input: z.strictObject({ releases: z.array(release).min(2).max(10) }),
    readOnly: true,
    run: async (asked, world) => asTold(await post(world, '/api/v1/compare', asked)),
  }),
  tool({
    name: 'explain',
    title: 'Explain',
    description: 'What a term or a problem code means; without a word, all there are.',
    input: z.strictObject({ word: z.string().max(80).optional() }),
    readOnly: true,
    run: async ({ word }, { call }) =>
      asTold(
        await call({ method: 'GET', path: `/api/v1/explain${word === undefined ? '' : `?word=${encodeURIComponent(word)}`}` }),
      ),
  }),
  tool({
    name: 'truck_flow',
    title: 'Truck exits',
    description: 'Truck exits by region and part of the day, each row of k different vehicles or more. Days as YYYY-MM-DD.',
    input: z.strictObject({ start_date: z.string().optional(), end_date: z.string().optional(), k: z.int().min(2).optional() }),
    readOnly: true,
    run: async (asked, { call }) => {
      const given = Object.entries(asked).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)] as [string, string]],
      );
      const query = new URLSearchParams(given).toString();
      return asTold(
        await call({
          method: 'GET',
          path: `/api/analytics/truck/exit-hourly-flow-k-anonymized${query === '' ? '' : `?${query}`}`,
        }),
      );
    },
  }),
];

const post = ({ call }: AgentWorld, path: string, body: object): Promise<CallAnswer> => call({ method: 'POST', path, body });

/** The answer, or its problems as far as an agent may hear them. */
function asTold(answer: CallAnswer, value: (body: Readonly<Record<string, unknown>>) => object = (body) => body): Told {
  const body = jsonOf(answer);
  if (answer.status < 400) return { ok: true, value: value(body) };
  const { errors = [] } = body as { readonly errors?: readonly ToldProblem[] };
  return { ok: false, problems: errors.map(tellProblem) };
}

/** What an agent chooses itself is made as for the public, whose rules refuse columns that would single people out; what is fixed stays as it is. */
async function asPublic(
  {
    source,
    policy: asked = {},
  }: { readonly source?: string | undefined; readonly policy?: Readonly<Record<string, unknown>> | undefined },
  { call }: AgentWorld,
): Promise<{ readonly policy: object }> {
  const { sources = [] } = jsonOf(await call({ method: 'GET', path: '/api/v1/sources' })) as {
    readonly sources?: readonly { readonly name: string; readonly fixed: boolean }[];
  };
  const isFixed = sources.some(({ name, fixed }) => name === source && fixed);
  return { policy: isFixed ? asked : { ...asked, release: 'public' } };
}

/** A job without what its report says at length, and with problems that count nobody. */
function tellJob(job: object): object {
  const { summary, problems, ...rest } = job as { readonly summary?: object; readonly problems?: readonly StoredProblem[] };
  const { sections, ...figures } = { sections: undefined, ...summary };
  return {
    ...rest,
    ...(summary === undefined ? {} : { summary: figures }),
    ...(problems === undefined
      ? {}
      : {
          problems: problems.map(({ code, what, why, fix }) => tellProblem({ code, detail: `${what} ${why}`, suggestion: fix })),
        }),
  };
}

interface StoredProblem {
  readonly code: string;
  readonly what: string;
  readonly why: string;
  readonly fix: string;
}

async function follow({ release: id, wait }: { release: string; wait: number }, world: AgentWorld): Promise<Told> {
  const path = `/api/v1/releases/${id}`;
  for (let left = wait * 1000; ; left -= 500) {
    const answer = await world.call({ method: 'GET', path });
    if (answer.status >= 400) return asTold(answer);
    const { state } = jsonOf(answer);
    const isOver = state !== 'queued' && state !== 'running';
    if (!isOver && left > 0) {
      await world.wait(Math.min(500, left));
      continue;
    }
    if (state !== 'done') return asTold(answer, tellJob);
    const files = asTold(await world.call({ method: 'GET', path: `${path}/files` }));
    const folder = world.place === undefined ? {} : { folder: await world.place(id) };
    return asTold(answer, (job) => ({
      ...tellJob(job),
      ...(files.ok ? files.value : {}),
      ...folder,
      report: `shoal://releases/${id}/report.html`,
    }));
  }
}

/** Sizes are told of a release that holds: of one that does not, they may be below k. */
function verdictOf(body: Readonly<Record<string, unknown>>): object {
  const { holds, checks, rows, groups, smallestGroup, leaves, smallestLeaf, breaches } = body;
  const kinds = (breaches as readonly { readonly kind: string }[]).map(({ kind }) => kind);
  return holds === true
    ? { holds, checks, rows, groups, smallestGroup, leaves, smallestLeaf }
    : { holds, breaches: [...new Set(kinds)] };
}
