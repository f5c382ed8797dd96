import { createWriteStream, linkSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { BadZip, openZip } from '../formats/zip.ts';
import { badArchive } from './ask-problems.ts';
import { type DataRules, problemsOf } from './asked-data.ts';
import { Denial } from './http-problem.ts';
import { insideHeader } from './inside-door.ts';
import type { JobStore } from './job-store.ts';
import type { Jobs } from './jobs.ts';
import type { Settings } from './options.ts';
import { badRequest, busy, notReady, stateFull, tooLarge } from './problems.ts';
import { jobNamed } from './release-routes.ts';
import type { App } from './zod-schemas.ts';

const verifyQuery = z.strictObject({
  k: z.coerce.number().int().min(2).optional().describe('Least k that it must promise'),
});
const named = z.strictObject({ release: z.string().max(40).describe('Id of a job of yours') });
const verifyBody = {
  content: {
    'application/zip': { schema: z.unknown().meta({ type: 'string', format: 'binary' }) },
    'multipart/form-data': { schema: z.unknown().meta({ type: 'object', description: 'The files of its folder, each a part' }) },
    'application/json': { schema: named },
  },
};
const compareBody = z.strictObject({ releases: z.array(z.string().max(40)).min(2).max(10).describe('Ids of jobs of yours') });
const verdict = z
  .record(z.string(), z.unknown())
  .describe('As "shoal verify --json" prints it, with each breach in sentences and the manifest');
const comparison = z.record(z.string(), z.unknown()).describe('As "shoal compare --json" prints it');

/** What is proved of releases: of those made here, and of what anybody sends. */
export function judgeRoutes(app: App, jobs: Jobs, store: JobStore, rules: Settings & DataRules): void {
  app.addContentTypeParser('application/zip', (_, payload, done) => done(null, payload));
  const receiving = new Map<string, number>();
  const folderOf = (id: string, tenant: string): string => {
    const { state } = jobNamed(jobs, id, tenant);
    if (state !== 'done') throw new Denial(notReady(state));
    return join(store.folderOf(id), 'release');
  };

  app.post(
    '/api/v1/verify',
    {
      bodyLimit: Math.max(1, rules.maxUploadBytes),
      schema: {
        operationId: 'verifyRelease',
        summary: 'Prove every promise of a release again',
        description:
          'Of a job, or of files that you send: a zip of the folder, or each file as a part of a form. What is sent is gone with the answer; internal/ is not looked at.',
        tags: ['judges'],
        querystring: verifyQuery,
        body: verifyBody,
        response: { 200: verdict },
      },
    },
    async (request) => {
      const { tenant, query } = request;
      const length = Number(request.headers['content-length'] ?? rules.maxUploadBytes);
      if (!(await jobs.makeRoom(tenant, Math.min(length, rules.maxUploadBytes)))) throw new Denial(stateFull());
      if ((receiving.get(tenant) ?? 0) >= 4) throw new Denial(busy('As many releases as may come in at once are coming in.'));
      receiving.set(tenant, (receiving.get(tenant) ?? 0) + 1);
      const result = await rules.asks
        .answer(tenant, async (folder) => {
          const place = join(folder, 'release');
          mkdirSync(place, { mode: 0o700 });
          if (request.isMultipart()) await receiveFiles(request, place, rules.maxUploadBytes);
          else if (request.body instanceof Readable) await unpackInto(place, request.body, folder, rules.maxUploadBytes);
          else linkFiles(folderOf(named.parse(request.body ?? {}).release, tenant), place);
          return { ask: 'verify', folder: 'release', k: query.k };
        })
        .finally(() => receiving.set(tenant, (receiving.get(tenant) ?? 1) - 1));
      if (!result.ok) throw problemsOf(result.problems, 'release');
      return result.value;
    },
  );

  app.post(
    '/api/v1/compare',
    {
      schema: {
        operationId: 'compareReleases',
        summary: 'Releases side by side',
        description: 'Each is verified first. Without the second token, by what may leave alone.',
        tags: ['judges'],
        headers: insideHeader,
        body: { content: { 'application/json': { schema: compareBody } } },
        response: { 200: comparison },
      },
    },
    async ({ body, headers, tenant }) => {
      const { releases } = compareBody.parse(body);
      if (new Set(releases).size < releases.length)
        throw new Denial(badRequest('A release stands there twice.', '/body/releases'));
      const whole = rules.inside.isOpenFor(headers['shoal-internal-token']);
      const result = await rules.asks.answer(tenant, (folder) => {
        for (const id of releases) {
          const from = folderOf(id, tenant);
          mkdirSync(join(folder, id), { mode: 0o700 });
          linkFiles(from, join(folder, id));
          if (!whole) continue;
          mkdirSync(join(folder, id, 'internal'), { mode: 0o700 });
          linkFiles(join(from, 'internal'), join(folder, id, 'internal'));
        }
        return { ask: 'compare', folders: releases };
      });
      if (!result.ok) throw problemsOf(result.problems, '');
      return result.value;
    },
  );
}

function linkFiles(from: string, to: string): void {
  for (const entry of readdirSync(from, { withFileTypes: true }))
    if (entry.isFile()) linkSync(join(from, entry.name), join(to, entry.name));
}

/** Files that a release may have; a folder of more is none. */
const mostFiles = 50;

/** A name that stays in its folder, on any system. */
const isPlainName = (name: string): boolean =>
  /^[^/\\:\p{Cc}]{1,200}$/u.test(name) && !['.', '..', 'internal'].includes(name.toLowerCase());

async function receiveFiles(request: FastifyRequest, place: string, most: number): Promise<void> {
  let left = most;
  const seen = new Set<string>();
  for await (const part of request.parts({ limits: { files: mostFiles, parts: mostFiles, fields: 0, fileSize: most } })) {
    if (part.type !== 'file') continue;
    if (!isPlainName(part.filename) || seen.has(part.filename.toLowerCase())) {
      part.file.resume();
      throw new Denial(badArchive('a name in it is no name of a file in one folder, or stands there twice'));
    }
    seen.add(part.filename.toLowerCase());
    left = await writeWithin(part.file, join(place, part.filename), left);
    if (part.file.truncated) throw new Denial(tooLarge('The release', `${most / 1e6} MB`));
  }
  if (seen.size === 0) throw new Denial(badRequest('The form has no file.', '/body'));
}

/** Unpacks the files of an archive, whose folder, if they lie in one, is left out; what must stay is not looked at. */
async function unpackInto(place: string, body: Readable, folder: string, most: number): Promise<void> {
  const path = join(folder, 'sent.zip');
  await writeWithin(body, path, most);
  let left = most;
  try {
    const zip = openZip(path);
    const files = zip.names.filter((name) => !name.endsWith('/'));
    if (files.length > mostFiles * 2) throw new BadZip('it holds more files than a release has');
    const heads = new Set(files.map((name) => (name.includes('/') ? name.slice(0, name.indexOf('/') + 1) : '')));
    const [head] = heads.size === 1 && !heads.has('internal/') ? heads : [''];
    for (const name of files) {
      const inner = name.slice(head.length);
      if (inner.toLowerCase().startsWith('internal/')) continue;
      if (!isPlainName(inner)) throw new BadZip('a name in it is no name of a file in one folder');
      left = await writeWithin(Readable.from(zip.read(name) ?? []), join(place, inner), left);
    }
  } catch (error) {
    if (error instanceof BadZip) throw new Denial(badArchive(error.message));
    throw error;
  }
}

/** Writes a file that must not be there yet, of so many bytes at most; answers how many are left. */
async function writeWithin(bytes: NodeJS.ReadableStream, path: string, most: number): Promise<number> {
  let left = most;
  const meter = new Transform({
    transform(piece: Buffer, _, next) {
      left -= piece.length;
      if (left < 0) next(new Denial(tooLarge('The release', `${most / 1e6} MB`)));
      else next(null, piece);
    },
  });
  try {
    await pipeline(bytes, meter, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new BadZip('a name in it stands there twice'); // thrown by the file system
    throw error;
  }
  return left;
}
