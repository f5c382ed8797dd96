import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Denial } from './http-problem.ts';
import { badRequest, missingPart, tooLarge, uploadCutOff } from './problems.ts';
import { endingOf } from './uploads.ts';

export interface Upload {
  /** File in the folder, under a name of ours. */
  readonly input: string;
  readonly sha256: string;
  readonly policy: unknown;
}

export interface UploadLimits {
  readonly maxUploadBytes: number;
  readonly maxBodyBytes: number;
}

/** A form with a policy and a file: the file goes to disk as it arrives, the policy is small, as text or as a file of its own. */
export async function receive(request: FastifyRequest, folder: string, limits: UploadLimits): Promise<Upload> {
  let policy: unknown;
  let file: { input: string; sha256: string } | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.fieldname === 'policy' && policy === undefined) policy = asJson(await textOf(part, limits.maxBodyBytes));
      else if (part.type === 'file' && part.fieldname !== 'policy' && file === undefined) {
        const input = `input${endingOf(part.filename)}`;
        file = { input, sha256: await writeStream(part.file, join(folder, input)) };
        if (part.file.truncated) throw new Denial(tooLarge('The upload', `${limits.maxUploadBytes / 1e6} MB`));
      } else {
        if (part.type === 'file') part.file.resume();
        throw new Denial(badRequest(`"${part.fieldname.slice(0, 64)}" is not a part this form has, or it came twice.`, '/body'));
      }
    }
  } catch (error) {
    throw isCutOff(error) || (!request.raw.complete && request.raw.destroyed) ? new Denial(uploadCutOff()) : error;
  }
  if (policy === undefined) throw new Denial(missingPart('policy'));
  if (file === undefined) throw new Denial(missingPart('file'));
  return { ...file, policy };
}

async function textOf(part: Multipart, most: number): Promise<unknown> {
  if (part.type === 'field') {
    if (part.valueTruncated) throw new Denial(tooLarge('The policy', `${most / 1e6} MB`));
    return part.value;
  }
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of part.file) {
    size += piece.length;
    if (size <= most) pieces.push(piece);
  }
  if (size > most) throw new Denial(tooLarge('The policy', `${most / 1e6} MB`));
  return Buffer.concat(pieces).toString('utf8');
}

/** The parser's own words for a form that ends in the middle of a part. */
const isCutOff = (error: unknown): boolean =>
  error instanceof Error && /unexpected end|terminated early|premature close/i.test(error.message);

/** Parsed at once where the part says that it is JSON, as text where it says nothing. */
function asJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    throw new Denial(badRequest('The policy is not well-formed JSON.', '/body/policy'));
  }
}

async function writeStream(stream: NodeJS.ReadableStream, path: string): Promise<string> {
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(piece, _, next) {
      hash.update(piece);
      next(null, piece);
    },
  });
  await pipeline(stream, hashing, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
  return hash.digest('hex');
}
