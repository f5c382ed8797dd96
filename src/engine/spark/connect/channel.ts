import { readFileSync } from 'node:fs';
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
  type SecureClientSessionOptions,
} from 'node:http2';
import { isIP } from 'node:net';
import { Refusal } from '../../../base/problem.ts';
import { sparkTlsFailed } from '../problems.ts';
import type { SparkAddress } from './address.ts';
import { CallFault, faultOfStatus } from './call-fault.ts';
import { Garbled } from './protobuf.ts';

/** Calls of gRPC over one connection, which is made again when it was lost. */
export interface Channel {
  /** Sends messages, and gives those that come back; ends when the server says that all is well, and else throws a CallFault. */
  call(method: string, messages: readonly Uint8Array[], ends?: CallEnds): AsyncGenerator<Uint8Array, void>;
  close(): void;
}

/** What ends a call that the server does not end: long silence, or nobody waiting any more. */
export interface CallEnds {
  readonly silence?: number | undefined;
  readonly stop?: AbortSignal | undefined;
}

export interface Patience {
  /** Milliseconds until a connection is given up. */
  readonly connect: number;
  /** Milliseconds without a byte until a call is taken for lost. The server ends a stream of rows every two minutes, so that more is never quiet. */
  readonly silence: number;
  /** Milliseconds between two tries, one after the other; as many as there are. */
  readonly pauses: readonly number[];
}

export const usualPatience: Patience = {
  connect: 10_000,
  silence: 180_000,
  pauses: [100, 200, 400, 800, 1600, 3200, 5000, 5000],
};

/** A message that is longer was not meant for us: Spark cuts rows into batches of 4 MB, and a part of a release has 256 MB at most. */
const longestMessage = 512 * 2 ** 20;

export function openChannel(address: SparkAddress, token: string | undefined, patience: Patience): Channel {
  let current: Promise<ClientHttp2Session> | undefined;
  let isClosed = false;
  const connection = async (): Promise<ClientHttp2Session> => {
    if (isClosed) throw new CallFault({ kind: 'lost' }); // else whoever comes late would open it anew, and nobody would close it
    const before = await current?.catch(() => undefined);
    if (before !== undefined && !before.closed && !before.destroyed) return before;
    current = connectTo(address, patience.connect);
    return current;
  };
  return {
    async *call(method, messages, { silence = patience.silence, stop } = {}) {
      const session = await connection();
      const stream = session.request({
        ':method': 'POST',
        ':path': `/spark.connect.SparkConnectService/${method}`,
        'content-type': 'application/grpc',
        te: 'trailers',
        ...address.headers,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      });
      stream.setTimeout(silence, () => session.destroy()); // the connection is as quiet as the call
      const giveUp = () => stream.close(constants.NGHTTP2_CANCEL);
      stop?.addEventListener('abort', giveUp);
      const head = watchStatus(stream);
      for (const message of messages) stream.write(frameOf(message));
      stream.end();
      try {
        yield* messagesIn(stream);
      } catch (error) {
        if (error instanceof Garbled && head.isOk()) throw error;
        throw head.fault() ?? new CallFault({ kind: 'lost' });
      } finally {
        stop?.removeEventListener('abort', giveUp);
        giveUp(); // does nothing to a stream that has ended
      }
      const fault = head.fault();
      if (fault !== undefined) throw fault;
    },
    close() {
      isClosed = true;
      void current?.then((session) => session.close()).catch(() => {});
    },
  };
}

/** Resolves when the other side has shown that it speaks HTTP/2. */
function connectTo(address: SparkAddress, patience: number): Promise<ClientHttp2Session> {
  const { host, port, tls } = address;
  const authority = `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const session = connect(authority, {
    settings: { initialWindowSize: 16 * 2 ** 20, maxFrameSize: 2 ** 20 },
    maxSessionMemory: 1000, // megabytes; beyond 10, its default, Node refuses further calls while uploads wait to be sent
    ...(tls ? trustOf(address) : {}),
  });
  return new Promise((resolve, reject) => {
    let connected = false;
    const fail = (fault: CallFault): void => {
      session.destroy();
      reject(fault);
    };
    const timer = setTimeout(() => fail(new CallFault({ kind: 'timeout' })), patience);
    session.on('connect', (_, socket) => {
      connected = true;
      socket.setKeepAlive(true, 30_000);
      session.setLocalWindowSize(64 * 2 ** 20);
    });
    session.on('error', (error: NodeJS.ErrnoException) =>
      fail(new CallFault(connected ? { kind: 'foreign' } : { kind: 'unreachable', code: error.code ?? '' })),
    );
    session.on('close', () => {
      clearTimeout(timer);
      fail(new CallFault({ kind: 'foreign' })); // of one that has been taken it changes nothing
    });
    session.once('remoteSettings', () => {
      clearTimeout(timer);
      resolve(session);
    });
  });
}

function trustOf({ host, caFile }: SparkAddress): SecureClientSessionOptions {
  const named = isIP(host) === 0 ? { servername: host } : {}; // a certificate of an address is checked against the address itself
  if (caFile === undefined) return named;
  try {
    return { ca: readFileSync(caFile), ...named };
  } catch {
    throw new Refusal(sparkTlsFailed(caFile, 'The file named by ca_file is not there, or you may not read it.'));
  }
}

/** gRPC puts its verdict behind the last byte, or into the head where there is no byte. */
function watchStatus(stream: ClientHttp2Stream): { isOk(): boolean; fault(): CallFault | undefined } {
  let head: IncomingHttpHeaders & { readonly ':status'?: number | undefined } = {};
  let tail: IncomingHttpHeaders = {};
  stream.on('response', (headers) => {
    head = headers;
  });
  stream.on('trailers', (headers) => {
    tail = headers;
  });
  return {
    isOk: () => head[':status'] === 200, // else what came is a page for people
    fault() {
      const status = tail['grpc-status'] ?? head['grpc-status'];
      if (status !== undefined) return faultOfStatus(Number(status), tail['grpc-status'] === undefined ? head : tail);
      const http = head[':status'];
      if (http === 401 || http === 403) return new CallFault({ kind: 'status', status: http === 401 ? 16 : 7 });
      if (http === undefined || http === 200) return new CallFault({ kind: 'lost' });
      return new CallFault([429, 502, 503, 504].includes(http) ? { kind: 'status', status: 14 } : { kind: 'foreign' });
    },
  };
}

function frameOf(message: Uint8Array): Buffer {
  const head = Buffer.alloc(5); // a byte that says it is not compressed, and four of its length
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

async function* messagesIn(stream: ClientHttp2Stream): AsyncGenerator<Uint8Array, void> {
  let chunks: Buffer[] = [];
  let have = 0;
  let needed = 5;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    have += chunk.length;
    if (have < needed) continue;
    let bytes = chunks.length === 1 ? chunk : Buffer.concat(chunks);
    for (needed = lengthIn(bytes); bytes.length >= needed; needed = lengthIn(bytes)) {
      yield bytes.subarray(5, needed);
      bytes = bytes.subarray(needed);
    }
    chunks = [bytes];
    have = bytes.length;
  }
  if (have > 0) throw new CallFault({ kind: 'lost' });
}

/** Bytes of the frame that begins here, as far as they say so. */
function lengthIn(bytes: Buffer): number {
  if (bytes.length < 5) return 5;
  const length = bytes.readUInt32BE(1);
  if (bytes[0] !== 0 || length > longestMessage) throw new Garbled('a frame is compressed or too long');
  return 5 + length;
}
