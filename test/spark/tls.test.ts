import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect, createSecureServer, type Http2SecureServer, type IncomingHttpHeaders } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPlace, type Place } from '../cli/shoal-process.ts';

const cluster = new URL((process.env.SHOAL_SPARK ?? '').replace(/^sc:/, 'http:'));
const token = 'a-token-of-an-hour';

let place: Place;
let proxy: Http2SecureServer;
let address: string;
/** What every call carried as its authorization, in their order. */
const carried: (string | undefined)[] = [];

/** What stands before a cluster that has logins: it ends the encryption, asks for the token, and passes everything else on. */
function guard(key: string, cert: string): Http2SecureServer {
  const server = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) });
  server.on('stream', (stream, { authorization, ...headers }) => {
    carried.push(authorization);
    if (authorization !== `Bearer ${token}`) {
      stream.respond({ ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '16' }, { endStream: true });
      return;
    }
    const session = connect(cluster);
    const call = session.request({ ...headers, ':scheme': 'http', ':authority': cluster.host });
    let trailers: IncomingHttpHeaders = {};
    stream.pipe(call);
    call.once('response', (answer) => {
      stream.respond(answer, { waitForTrailers: true });
      call.pipe(stream);
    });
    call.once('trailers', (told) => {
      trailers = told;
    });
    stream.once('wantTrailers', () => stream.sendTrailers(trailers));
    stream.on('error', () => call.close());
    call.on('error', () => stream.close());
    stream.once('close', () => session.close());
  });
  return server;
}

beforeAll(async () => {
  place = openPlace();
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => place.path(name));
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', [...words, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  proxy = guard(key, cert);
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  address = `sc://localhost:${(proxy.address() as AddressInfo).port}/;ca_file=${cert.replaceAll(';', '%3B')}`; // of a server that listens
  place.write('token', `${token}\n`);
  place.write('old-token', 'a-token-of-yesterday\n');
  const rows = Array.from({ length: 400 }, (_, i) => {
    const time = new Date(Date.UTC(2024, 2, 1 + (i % 14), (i * 7) % 24, 3)).toISOString().slice(0, 19);
    return `${time};home-${i % 11};e${i % 3}`;
  });
  place.write('log.csv', `time;who;what\n${rows.join('\n')}\n`);
});
afterAll(() => {
  proxy.close();
  place.remove();
});

const words = 'run log.csv --family events --subject who --time time --event what -k 3 --seed 4'.split(' ');

it('a run is done through an encrypted door that asks for a token, and is what it is without', async () => {
  expect((await place.call([...words, '--out', 'near'])).code).toBe(0);
  const spark = `${address};token_file=${place.path('token')}`;
  const far = await place.shoal([...words, '--spark', spark, '--out', 'far', '--write-sql', 'sent.sql'], {});
  expect(far.code, far.stderr).toBe(0);
  expect(place.read('far', 'anonymized_events.csv')).toBe(place.read('near', 'anonymized_events.csv'));
  expect(new Set(carried)).toEqual(new Set([`Bearer ${token}`]));
  for (const told of [far.stderr, far.stdout, place.read('sent.sql'), place.read('far', 'internal', 'manifest.json')])
    expect(told).not.toContain(token);
});

it('a token that is not accepted is refused before anything is read, and told nowhere', async () => {
  const spark = `${address};token_file=${place.path('old-token')}`;
  const { code, stderr } = await place.shoal([...words, '--spark', spark, '--out', 'refused']);
  expect(stderr).toContain('spark/login-refused');
  expect(stderr).not.toContain('a-token-of-yesterday');
  expect(code).toBe(3);
  expect(() => place.read('refused', 'manifest.json')).toThrow();
});

it('who is not trusted gets no token', async () => {
  const before = carried.length;
  const [host] = address.split('/;');
  const spark = `${host}/;use_ssl=true;token_file=${place.path('token')}`;
  const { code, stderr } = await place.shoal([...words, '--spark', spark, '--out', 'untrusted']);
  expect(stderr).toContain('spark/tls');
  expect(code).toBe(3);
  expect(carried).toHaveLength(before);
});
