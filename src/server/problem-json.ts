import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { Denial, type HttpProblem } from './http-problem.ts';
import { badRequest, requestTime, serverFault, tooLarge, unsupportedMedia, uploadCutOff } from './problems.ts';

export const problemType = 'application/problem+json; charset=utf-8';

/** RFC 9457: the members of the standard, then ours. `errors` has every problem, the rest is about the first. */
export function problemBody(problems: readonly [HttpProblem, ...HttpProblem[]]): string {
  const [{ code, status, what, why, fix, pointer }] = problems;
  const errors = problems.map((one) => ({
    code: one.code,
    detail: one.what,
    ...(one.pointer === undefined ? {} : { pointer: one.pointer }),
    suggestion: one.fix,
    ...(one.facts === undefined || Object.keys(one.facts).length === 0 ? {} : { facts: one.facts }),
  }));
  const docs = `/problems/${code}`;
  const ours = { code, ...(pointer === undefined ? {} : { pointer }), suggestion: fix, docs, errors };
  return `${JSON.stringify({ type: docs, title: titleOf(code), status, detail: `${what} ${why}`, ...ours })}\n`;
}

/** The kind of problem in a few words: the same for every one of its code, as the standard wants. */
function titleOf(code: string): string {
  const words = code.slice(code.indexOf('/') + 1).replaceAll('-', ' ');
  return words[0].toUpperCase() + words.slice(1);
}

export function deny(reply: FastifyReply, ...problems: readonly [HttpProblem, ...HttpProblem[]]): FastifyReply {
  const [{ status, headers = {} }] = problems;
  return reply.code(status).headers(headers).type(problemType).send(problemBody(problems));
}

/** Whatever was thrown on the way to an answer, as the answer it deserves; a bug is told to whoever runs the server as well. */
export function onError(error: FastifyError, request: FastifyRequest, reply: FastifyReply, onFault: (fault: Error) => void) {
  if (!request.raw.complete && !request.raw.destroyed) reply.header('connection', 'close'); // the rest of the body is not read
  if (error instanceof Denial) return deny(reply, ...error.problems);
  if (error instanceof z.ZodError)
    return deny(reply, badRequest('The body is missing, or is not what this address takes.', '/body'));
  const problem = asFrameworkProblem(error);
  if (problem.status === 500) onFault(error);
  return deny(reply, problem);
}

/** What Fastify and its plugins complain about; anything else is a bug. */
function asFrameworkProblem({ code, statusCode, message }: FastifyError): HttpProblem {
  if (isBorderless.test(message)) return badRequest('The form does not say what separates its parts.', '/headers/content-type');
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return tooLarge('The body', 'this address reads');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return unsupportedMedia('multipart/form-data or application/json');
    case 'FST_REQ_FILE_TOO_LARGE':
      return tooLarge('The upload', 'this server takes');
    case 'FST_PARTS_LIMIT':
    case 'FST_FILES_LIMIT':
    case 'FST_FIELDS_LIMIT':
      return badRequest('The form has more parts than a policy and a file.', '/body');
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return badRequest('The body is not well-formed JSON.', '/body');
    case 'FST_ERR_BAD_URL':
      return badRequest('The address is not well-formed.');
    case 'ECONNRESET':
    case 'FST_MULTIPART_PREMATURE_CLOSE':
      return uploadCutOff();
    default:
      return statusCode !== undefined && statusCode >= 400 && statusCode < 500
        ? badRequest('The request is not well-formed.')
        : serverFault();
  }
}

/** The parser of forms has words for it, and no code. */
const isBorderless = /^(Multipart: Boundary not found|Unsupported Content-Type\.|The needle cannot .*)$/;

/** What the parser of HTTP itself refuses, before there is a request: written straight to the connection. */
export function onClientError(error: NodeJS.ErrnoException, socket: { writable: boolean; end(text: string): void }): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const problem = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? requestTime() : badRequest('This is not well-formed HTTP.');
  const body = problemBody([problem]);
  const head = `HTTP/1.1 ${problem.status} ${problem.status === 408 ? 'Request Timeout' : 'Bad Request'}`;
  socket.end(
    `${head}\r\ncontent-type: ${problemType}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
