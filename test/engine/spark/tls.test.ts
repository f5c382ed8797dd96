import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sparkAddress } from '../../../src/engine/spark/connect/address.ts';
import { connectSpark } from '../../../src/engine/spark/connect/session.ts';
import { type FakeServer, fakeServer, recordedBy } from './fake-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'spark-tls-'));
const [key, cert, token] = ['key.pem', 'cert.pem', 'token'].map((name) => join(folder, name));
let server: FakeServer;
beforeAll(async () => {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', [...words, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  writeFileSync(token, 'the-token\n');
  server = await fakeServer(recordedBy('4.3.0').version, { key: readFileSync(key), cert: readFileSync(cert) });
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

async function connectWith(parameters: string, host?: string): Promise<string | undefined> {
  const address = sparkAddress(
    `${host === undefined ? server.address : server.address.replace('127.0.0.1', host)}/${parameters}`,
  );
  const session = address.ok ? await connectSpark(address.value) : address;
  if (!session.ok) return session.problems[0].code;
  await session.value.close();
  return undefined;
}

describe('an encrypted connection', () => {
  it('is made with who is trusted, and carries the token', async () => {
    expect(await connectWith(`;ca_file=${cert};token_file=${token}`)).toBeUndefined();
    expect(await connectWith(`;ca_file=${cert};token_file=${token}`, 'localhost')).toBeUndefined();
    expect(new Set(server.calls.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer the-token']));
  });

  it('is refused with anybody else, before a token is sent', async () => {
    const before = server.calls.length;
    expect(await connectWith(`;use_ssl=true;token_file=${token}`)).toBe('spark/tls');
    expect(await connectWith(`;ca_file=${join(folder, 'missing.pem')}`)).toBe('spark/tls');
    expect(server.calls).toHaveLength(before);
  });

  it('is what the address has to ask for', async () => {
    expect(await connectWith(';use_ssl=false')).toBe('spark/not-connect');
  });
});
