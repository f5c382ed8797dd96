import { readFileSync } from 'node:fs';
import { createSecureServer, createServer, type Http2Server, type SecureServerOptions, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

/** What a server answered to one call: messages in base64, and what came behind them. */
export interface RecordedCall {
  readonly method: string;
  readonly messages: readonly string[];
  readonly trailers: Readonly<Record<string, string>>;
  /** The connection is cut behind so many messages. */
  readonly cutAfter?: number;
  /** The stream is quiet behind its messages, until the caller goes. */
  readonly hangs?: boolean;
  readonly status?: number;
}

type Scene =
  | 'version'
  | 'rows'
  | 'empty'
  | 'unresolved'
  | 'cast'
  | 'dates'
  | 'command'
  | 'upload'
  | 'artifact'
  | 'interrupted'
  | 'unknown operation';

/** Frames that a real server sent, by `scripts/record-frames.mjs`. */
export const recordedBy = (version: string): Readonly<Record<Scene, readonly RecordedCall[]>> & { readonly spark: string } =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`./frames/spark-${version}.json`, import.meta.url)), 'utf8'));

export interface FakeServer {
  readonly address: string;
  /** Every call in its order: the method, the headers, and the messages that came. */
  readonly calls: { readonly method: string; readonly authorization: string | undefined; readonly bytes: Buffer }[];
  close(): void;
}

/** Answers calls of a method with what stands in `answers` for it, one after the other; the last one again and again. */
export async function fakeServer(answers: readonly RecordedCall[], tls?: SecureServerOptions): Promise<FakeServer> {
  const server: Http2Server = tls === undefined ? createServer() : (createSecureServer(tls) as unknown as Http2Server); // both tell of streams alike
  const calls: { method: string; authorization: string | undefined; bytes: Buffer }[] = [];
  const sessions = new Set<{ destroy(): void }>();
  const left = [...answers];
  server.on('session', (session) => {
    sessions.add(session);
    session.on('error', () => {});
  });
  server.on('stream', (stream, headers) => {
    const method = String(headers[':path']).split('/').at(-1) ?? '';
    const chunks: Buffer[] = [];
    stream.on('error', () => {});
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      calls.push({ method, authorization: headers.authorization, bytes: Buffer.concat(chunks) });
      const place = left.findIndex((answer) => answer.method === method);
      const answer = left[place] ?? { method, messages: [], trailers: { 'grpc-status': '0' } };
      if (left.filter((other) => other.method === method).length > 1) left.splice(place, 1);
      replay(stream, answer);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    address: `sc://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on a port
    calls,
    close() {
      for (const session of sessions) session.destroy();
      server.close();
    },
  };
}

function replay(stream: ServerHttp2Stream, { messages, trailers, cutAfter, hangs, status = 200 }: RecordedCall): void {
  if (status !== 200) {
    stream.respond({ ':status': status, 'content-type': 'text/html' });
    stream.end('<html>');
    return;
  }
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ ...trailers }));
  const sent = cutAfter === undefined ? messages : messages.slice(0, cutAfter);
  for (const message of sent) {
    const bytes = Buffer.from(message, 'base64');
    const head = Buffer.alloc(5);
    head.writeUInt32BE(bytes.length, 1);
    stream.write(Buffer.concat([head, bytes]));
  }
  if (hangs) return;
  if (cutAfter === undefined) stream.end();
  else stream.write(Buffer.from([0, 0, 0]), () => setImmediate(() => stream.session?.destroy())); // in the middle of a frame
}
