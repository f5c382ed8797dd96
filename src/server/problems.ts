import { didYouMean } from '../base/nearest.ts';
import { Exit, problem } from '../base/problem.ts';
import { httpProblem } from './http-problem.ts';

// What ends a job other than its own run.

export const cutOff = () =>
  problem({
    code: 'server/cut-off',
    exit: Exit.resource,
    what: 'The server ended while this job was running.',
    why: 'A release is published whole or not at all, so what there was of it is gone.',
    fix: 'Send the request again, with another Idempotency-Key or none.',
  });

export const stoppedByServer = () =>
  problem({
    code: 'server/stopped',
    exit: Exit.interrupted,
    what: 'The server was stopped before this job was done.',
    why: 'It waits for running jobs only as long as --stop-time says.',
    fix: 'Send the request again, with another Idempotency-Key or none.',
  });

export const jobCrashed = () =>
  problem({
    code: 'server/job-crashed',
    exit: Exit.bug,
    what: 'The process of this job ended unexpectedly.',
    why: 'This is a bug in Shoal, or the system ended the process for want of memory. Nothing was published.',
    fix: 'Try again with more --memory; if it happens again, run the same policy with "shoal run" and SHOAL_TRACE=1 and report what it prints.',
  });

export const sourceUnusable = () =>
  problem({
    code: 'server/source-unusable',
    exit: Exit.input,
    what: 'This source cannot be published as it is.',
    why: 'Only the operator of the server may see what is wrong with its data or policy: it may reveal a few subjects.',
    fix: 'Tell the operator of the server; its log has the code.',
  });

export const jobMemory = (megabytes: number) =>
  problem({
    code: 'server/job-memory',
    exit: Exit.resource,
    what: `The job took more than its share of memory, ${megabytes} MB.`,
    why: 'All jobs together must stay below --memory, or the machine would fail them all.',
    fix: 'Start the server with more --memory or fewer --jobs, or send fewer rows.',
    facts: { megabytes },
  });

export const jobDisk = (megabytes: number) =>
  problem({
    code: 'server/job-disk',
    exit: Exit.resource,
    what: `The job took more than its token's share of the disk, ${megabytes} MB.`,
    why: 'All jobs of a token, with their uploads and releases, must fit into its part of --max-state.',
    fix: 'Send fewer rows, or start the server with more --max-state.',
    facts: { megabytes },
  });

export const jobTime = (seconds: number) =>
  problem({
    code: 'server/job-time',
    exit: Exit.resource,
    what: `The job took longer than ${seconds} s.`,
    why: 'A job that never ends would keep others waiting for ever.',
    fix: 'Start the server with a longer --job-time, or send fewer rows.',
    facts: { seconds },
  });

// What a request is answered with.

export const notFound = (what: string) =>
  httpProblem({
    code: 'server/not-found',
    status: 404,
    what,
    why: 'Either it was never here, or it was removed.',
    fix: 'GET /docs lists what can be asked, GET /api/v1/releases the jobs there are.',
  });

export const methodNotAllowed = (method: string, allowed: string) =>
  httpProblem({
    code: 'server/method-not-allowed',
    status: 405,
    what: `${method} is not something this address does.`,
    why: `It answers ${allowed}.`,
    fix: 'GET /docs lists what can be asked, and how.',
    headers: { allow: allowed },
  });

export const badRequest = (complaint: string, pointer?: string) =>
  httpProblem({
    code: 'server/bad-request',
    status: 400,
    what: complaint,
    why: 'The server does not guess what was meant.',
    fix: 'Correct the request; /openapi.json has the form of each, /docs the same for people.',
    ...(pointer === undefined ? {} : { pointer }),
  });

export const unknownParameter = (part: string, name: string, known: readonly string[]) =>
  httpProblem({
    code: 'server/unknown-parameter',
    status: 400,
    what: `"${name.slice(0, 64)}" is not a parameter here.`,
    why: 'A misspelt parameter would leave a default in force that you did not choose.',
    fix: `${didYouMean(name.slice(0, 64), known)}${known.length === 0 ? 'It takes none.' : `It takes ${known.join(', ')}.`}`,
    pointer: `${part}/${name.slice(0, 64).replaceAll('~', '~0').replaceAll('/', '~1')}`,
  });

export const kBelowFloor = (k: number, least: number, pointer: string) =>
  httpProblem({
    code: 'server/k-below-floor',
    status: 422,
    what: `k is ${k}, and this server answers from ${least} on.`,
    why: 'Its operator decided that fewer would protect too little.',
    fix: `Ask for k=${least} or more.`,
    pointer,
  });

export const unknownSource = (name: string, names: readonly string[]) =>
  httpProblem({
    code: 'server/unknown-source',
    status: 422,
    what: `There is no source "${name}".`,
    why: 'Sources are named when the server starts; a request never names a file.',
    fix: `${didYouMean(name, names)}${names.length === 0 ? 'None is named: start the server with --source NAME=FILE, or upload a file.' : `There is ${names.join(', ')}.`}`,
    pointer: '/body/source',
  });

export const serversOwnSetting = (key: string) =>
  httpProblem({
    code: 'server/own-setting',
    status: 422,
    what: `"${key}" is for the server to set.`,
    facts: { key },
    why: 'A request names no file, folder or table of the server and takes no more of the machine than its share.',
    fix: `Leave "${key}" out of the policy. Data comes as an upload or from a named source.`,
    pointer: `/body/policy/${key}`,
  });

export const noFixedPolicy = (source: string) =>
  httpProblem({
    code: 'server/no-fixed-policy',
    status: 403,
    what: `No policy is fixed for the source ${source}.`,
    why: 'In mode public a client must not choose what of a source is published, or it could publish all of it to itself.',
    fix: `The operator of the server can fix one with --policy ${source}=FILE. Data of your own may be uploaded.`,
    pointer: '/body/source',
  });

export const sourceClosed = (source: string) =>
  httpProblem({
    code: 'server/source-closed',
    status: 403,
    what: `What the source ${source} holds is not told here.`,
    why: 'Its operator decided what of it may be published; its columns and counts would tell more.',
    fix: 'Make a release of it. Whoever has the second token can send it in the header Shoal-Internal-Token.',
    pointer: '/body/source',
  });

export const policyIsFixed = (source: string, open: readonly string[]) =>
  httpProblem({
    code: 'server/policy-is-fixed',
    status: 422,
    what: `The policy of the source ${source} is fixed by the operator of the server.`,
    why: 'Releases of one source under several policies could be laid over each other.',
    fix: `Leave all settings out but ${open.join(' and ')}.`,
    pointer: '/body/policy',
  });

export const knownSeed = () =>
  httpProblem({
    code: 'server/known-seed',
    status: 422,
    what: 'The seed of a job that reads a source of the server is for the server to draw.',
    why: "Anyone who knows the seed can undo the order of the released rows, and the source is not the client's own data.",
    fix: 'Leave "seed" out of the policy. With an Idempotency-Key the same request finds the same release.',
    pointer: '/body/policy/seed',
  });

export const missingPart = (part: string) =>
  httpProblem({
    code: 'server/missing-part',
    status: 422,
    what: `The form has no part "${part}".`,
    why: 'A job needs a policy and data.',
    fix: "Send both, the policy first: curl -F policy='{…}' -F file=@data.csv. Each of them once.",
    pointer: `/body/${part}`,
  });

export const uploadCutOff = () =>
  httpProblem({
    code: 'server/upload-cut-off',
    status: 400,
    what: 'The upload ended before it was whole.',
    why: 'Half a file would give a release of half the subjects.',
    fix: 'Send it again. What had arrived was removed.',
  });

export const tooLarge = (what: string, most: string) =>
  httpProblem({
    code: 'server/too-large',
    status: 413,
    what: `${what} is larger than ${most}.`,
    why: 'One request must not fill memory or disk.',
    fix: 'Send less, as Parquet or compressed with gzip, or start the server with a larger --max-upload or --max-body.',
  });

export const unsupportedMedia = (accepted: string) =>
  httpProblem({
    code: 'server/unsupported-media-type',
    status: 415,
    what: 'The body is of a kind this address does not read.',
    why: `It reads ${accepted}.`,
    fix: `Send the header content-type: ${accepted.split(' or ')[0]}.`,
    pointer: '/headers/content-type',
  });

export const keyReused = () =>
  httpProblem({
    code: 'server/idempotency-key-reused',
    status: 422,
    what: 'This Idempotency-Key came before, with another policy or other data.',
    why: 'A key belongs to one request; the answer to the other one would not be the answer to this.',
    fix: 'Use a new key for a new request.',
    pointer: '/headers/idempotency-key',
  });

export const notReady = (state: string) =>
  httpProblem({
    code: 'server/not-ready',
    status: 409,
    what: `The job is ${state}, so it has no files.`,
    why: 'A release is there whole or not at all.',
    fix: 'Wait for the state "done": GET …/events tells when.',
  });

export const unauthorisedRequest = () =>
  httpProblem({
    code: 'server/unauthorised',
    status: 401,
    what: 'The token is missing or wrong.',
    why: 'This server answers only those who have its token.',
    fix: 'Send the header Authorization: Bearer TOKEN.',
    pointer: '/headers/authorization',
    headers: { 'www-authenticate': 'Bearer realm="shoal"' },
  });

export const internalForbidden = (open: boolean) =>
  httpProblem({
    code: 'server/internal-forbidden',
    status: 403,
    what: 'Files under internal/ need a token of their own.',
    why: 'They describe the original data and must not leave with the release.',
    fix: open
      ? 'Send the header Shoal-Internal-Token: TOKEN as well.'
      : 'Whoever runs the server can start it with --internal-token-file FILE.',
    pointer: '/headers/shoal-internal-token',
  });

export const hostNotAllowed = () =>
  httpProblem({
    code: 'server/host-not-allowed',
    status: 421,
    what: 'The Host header does not name this machine.',
    why: 'A page elsewhere may have pointed its own name here, to read answers meant for you.',
    fix: 'Use http://127.0.0.1 or http://localhost.',
    pointer: '/headers/host',
  });

export const originNotAllowed = () =>
  httpProblem({
    code: 'server/origin-not-allowed',
    status: 403,
    what: 'Pages of that origin may not use this server.',
    why: 'A page elsewhere could send requests in your name.',
    fix: 'Start the server with --cors ORIGIN to allow one.',
    pointer: '/headers/origin',
  });

export const tooManyRequests = (seconds: number) =>
  httpProblem({
    code: 'server/too-many-requests',
    status: 429,
    what: 'Too many requests came within a minute.',
    why: 'One client must not keep the others waiting.',
    fix: `Wait ${seconds} s. The operator of the server can raise --rate.`,
    headers: { 'retry-after': String(seconds) },
  });

export const busy = (what: string) =>
  httpProblem({
    code: 'server/busy',
    status: 503,
    what,
    why: 'More would not fit into the memory and time this server may take.',
    fix: 'Ask again in a moment.',
    headers: { 'retry-after': '5' },
  });

/** The studio waits for the next server where it hears this. */
export const serverStops = () =>
  httpProblem({
    code: 'server/stopping',
    status: 503,
    what: 'The server is stopping.',
    why: 'Another one may be started in its place.',
    fix: 'Ask again in a moment.',
    headers: { 'retry-after': '5' },
  });

export const stateFull = () =>
  httpProblem({
    code: 'server/state-full',
    status: 507,
    what: 'The jobs of this token fill its share of the disk, and none of them has ended.',
    why: 'One client must not fill the disk of all. Ended jobs make room, the oldest first.',
    fix: 'Wait until a job has ended, or cancel one. The operator of the server can raise --max-state.',
    headers: { 'retry-after': '30' },
  });

export const requestTime = () =>
  httpProblem({
    code: 'server/request-time',
    status: 408,
    what: 'The request did not arrive in time.',
    why: 'A connection that sends slowly or nothing must not be held open for ever.',
    fix: 'Send it again; the operator of the server can raise --request-time.',
  });

export const serverFault = () =>
  httpProblem({
    code: 'server/fault',
    status: 500,
    what: 'Something unexpected happened inside Shoal.',
    why: 'This is a bug in Shoal, not a fault of the request.',
    fix: 'Report it with the request that led to it, without its data.',
  });
