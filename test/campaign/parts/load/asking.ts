import { type Agent, type IncomingMessage, request } from 'node:http';
import { noteAnswer, noteFault, type Tally } from './tally.ts';

/** A server that is sometimes away, as its clients know it. */
export interface Target {
  readonly port: number;
  readonly token: string;
  /** Rises when a server goes and when the next one is there; odd while there is none. */
  epoch: number;
  /** Over: clients go home. */
  over: boolean;
  readonly tally: Tally;
  /** What stands in cells that nobody may be told. */
  readonly secret: RegExp;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly milliseconds: number;
}

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Kept for the next request, as clients that ask often do. */
  readonly agent?: Agent;
  /** The client goes away after so many milliseconds. */
  readonly leaves?: number;
  /** A refusal may come while the body is still on its way, and then the connection breaks. */
  readonly tooMuch?: boolean;
}

export const isUp = ({ epoch }: Target): boolean => epoch % 2 === 0;

/** One request; undefined where no answer came. That is a fault, unless the server was away meanwhile or the client left. */
export async function ask(target: Target, path: string, asked: Asked = {}): Promise<Answer | undefined> {
  const { tally, secret } = target;
  const { epoch } = target;
  const what = `${asked.method ?? 'GET'} ${path.replace(/\?.*/, '').replaceAll(/[0-9a-z]{20,}/g, ':id')}`;
  try {
    const answer = await answerTo(target, path, asked);
    if (asked.leaves !== undefined) return undefined;
    noteAnswer(tally, what, answer.status, answer.headers['retry-after']);
    if (secret.test(answer.body)) noteFault(tally, `${what}: the answer tells a cell`);
    return answer;
  } catch (error) {
    if (asked.leaves !== undefined) tally.vanished++;
    else if (asked.tooMuch !== true && epoch === target.epoch && isUp(target))
      noteFault(tally, `${what}: ${(error as Error).message}`);
    return undefined;
  }
}

function answerTo(
  { port, token }: Target,
  path: string,
  { method = 'GET', headers = {}, body, agent, leaves }: Asked,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        headers: { authorization: `Bearer ${token}`, ...length, ...headers },
        agent: agent ?? false,
        timeout: 120_000,
      },
      (message) => {
        const pieces: Buffer[] = [];
        message.on('data', (piece: Buffer) => void pieces.push(piece));
        message.on('error', reject);
        message.on('end', () => {
          const milliseconds = performance.now() - begun;
          resolve({
            status: message.statusCode ?? 0,
            headers: message.headers,
            body: Buffer.concat(pieces).toString('utf8'),
            milliseconds,
          });
        });
      },
    );
    sent.on('error', reject);
    sent.on('timeout', () => sent.destroy(new Error('no answer for two minutes')));
    if (leaves !== undefined) setTimeout(() => sent.destroy(new Error('left')), leaves);
    if (leaves !== undefined && body !== undefined) sent.write(body.slice(0, Math.ceil(body.length / 2)));
    else sent.end(body);
  });
}

/** A form as browsers send it. */
export function formOf(
  policy: unknown,
  file: string | Buffer,
  name = 'days.csv',
): { headers: Record<string, string>; body: Buffer } {
  const border = 'border-of-parts-7f3a';
  const begin = `--${border}\r\ncontent-disposition: form-data; name="policy"\r\n\r\n${JSON.stringify(policy)}\r\n--${border}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${border}` },
    body: Buffer.concat([Buffer.from(begin), Buffer.from(file), Buffer.from(`\r\n--${border}--\r\n`)]),
  };
}
