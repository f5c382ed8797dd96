import { readFileSync } from 'node:fs';
import { didYouMean } from '../../../base/nearest.ts';
import { ok, type Result, refused } from '../../../base/result.ts';
import { badSparkAddress, badTokenFile, noSparkAddress, tokenInAddress, tokenWithoutTls } from '../problems.ts';

/** A Spark Connect server: `sc://host:port/;name=value;…`, as Spark's own clients write it. */
export interface SparkAddress {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** The file that holds the token, and nothing else. */
  readonly tokenFile?: string | undefined;
  /** A file of certificates to trust. */
  readonly caFile?: string | undefined;
  /** Who the server says is asking, where it does not know from the token. */
  readonly user: string;
  /** Headers that begin with `x-`: some clouds choose the cluster by one. */
  readonly headers: Readonly<Record<string, string>>;
  /** As it may be shown. */
  readonly name: string;
}

const parameters = ['use_ssl', 'token_file', 'ca_file', 'user_id'];

/** The address a person gave, or else the one in SHOAL_SPARK. */
export function sparkAddressFrom(given: string | undefined, environment: NodeJS.ProcessEnv): Result<SparkAddress> {
  const text = given ?? environment.SHOAL_SPARK;
  return text ? sparkAddress(text) : refused(noSparkAddress());
}

/** Reads an address. No complaint repeats what stands in it: somebody may have put a token there. */
export function sparkAddress(text: string): Result<SparkAddress> {
  const parts = /^sc:\/\/(\[[0-9a-fA-F:.]+\]|[^/;:@\s[\]]+)(?::(\d{1,5}))?(?:\/(.*))?$/.exec(text.trim());
  if (parts === null) return refused(badSparkAddress('It is not of the form sc://host:port/;name=value.'));
  const [, host, digits = '15002', tail = ''] = parts;
  const port = Number(digits);
  if (port < 1 || port > 65535) return refused(badSparkAddress('The port is not one from 1 to 65535.'));
  const given = new Map<string, string>();
  for (const pair of tail.split(';').filter((one) => one !== '')) {
    const [key, ...rest] = pair.split('=');
    if (rest.length === 0 || rest.join('=') === '') return refused(badSparkAddress('A parameter after the / has no value.'));
    if (given.has(key)) return refused(badSparkAddress('A parameter stands there twice.'));
    const value = decodePart(rest.join('='));
    if (value === undefined) return refused(badSparkAddress('A % in it is not followed by two hexadecimal digits.'));
    given.set(key, value);
  }
  if (given.has('token')) return refused(tokenInAddress());
  const unknown = [...given.keys()].find((key) => !parameters.includes(key) && !/^x-[a-z0-9-]+$/.test(key));
  if (unknown !== undefined)
    return refused(
      badSparkAddress(
        `${didYouMean(unknown, parameters)}A parameter is not one of ${parameters.join(', ')}, nor a header that begins with x-.`,
      ),
    );
  const ssl = given.get('use_ssl') ?? String(given.has('ca_file'));
  if (ssl !== 'true' && ssl !== 'false') return refused(badSparkAddress('use_ssl is true or false.'));
  const headers = [...given].filter(([key]) => key.startsWith('x-'));
  if (headers.some(([, value]) => /[^\x20-\x7e]/.test(value)))
    return refused(badSparkAddress('The value of a header holds characters that no header may have.'));
  const address: SparkAddress = {
    host: host.replace(/^\[|\]$/g, ''),
    port,
    tls: ssl === 'true',
    tokenFile: given.get('token_file'),
    caFile: given.get('ca_file'),
    user: given.get('user_id') ?? 'shoal',
    headers: Object.fromEntries(headers),
    name: `sc://${host}:${port}`,
  };
  if (address.tokenFile !== undefined && !address.tls && !isLoopback(address.host)) return refused(tokenWithoutTls(address.name));
  return ok(address);
}

/** The token in its file: one line, of characters that a header may have. */
export function tokenOf({ tokenFile }: SparkAddress): Result<string | undefined> {
  if (tokenFile === undefined) return ok(undefined);
  let text: string;
  try {
    text = readFileSync(tokenFile, 'utf8').trim();
  } catch {
    return refused(badTokenFile(tokenFile, 'It is not there, or you may not read it.'));
  }
  if (text === '') return refused(badTokenFile(tokenFile, 'It is empty.'));
  if (!/^[\x21-\x7e]+$/.test(text)) return refused(badTokenFile(tokenFile, 'It holds more than one word.'));
  return ok(text);
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127\./.test(host);

function decodePart(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
