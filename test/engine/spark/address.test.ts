import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sparkAddress, sparkAddressFrom, tokenOf } from '../../../src/engine/spark/connect/address.ts';
import { draws } from '../../suite/draws.ts';

const refusal = (text: string): string | undefined => {
  const read = sparkAddress(text);
  return read.ok ? undefined : read.problems[0].code;
};

describe('the address of a cluster', () => {
  it.each([
    ['sc://host', { host: 'host', port: 15002, tls: false, name: 'sc://host:15002', user: 'shoal' }],
    ['sc://10.0.0.7:1234', { host: '10.0.0.7', port: 1234 }],
    ['sc://[::1]:15002/', { host: '::1', name: 'sc://[::1]:15002' }],
    ['sc://h:443/;use_ssl=true;token_file=/a%3Bb', { tls: true, tokenFile: '/a;b' }],
    ['sc://h:443/;ca_file=ca.pem', { tls: true, caFile: 'ca.pem' }],
    ['sc://h/;user_id=ana', { user: 'ana' }],
    ['sc://h:443/;use_ssl=true;x-cluster-id=12=3', { headers: { 'x-cluster-id': '12=3' } }],
    ['sc://localhost/;token_file=t', { tls: false, tokenFile: 't' }], // nobody listens on the way
  ])('is read: %s', (text, expected) => {
    const read = sparkAddress(text);
    expect(read.ok && read.value).toMatchObject(expected);
  });

  it.each([
    'http://host:15002',
    'sc://',
    'sc://host:0',
    'sc://host:70000',
    'sc://user@host',
    'sc://host/;use_ssl',
    'sc://host/;use_ssl=yes',
    'sc://host/;use_ssl=true;use_ssl=true',
    'sc://host/;user=ana',
    'sc://host/;token_file=%zz',
    'sc://host/;x-a=%0d%0ay',
    'sc://host /x',
  ])('is refused where it is none: %s', (text) => {
    expect(refusal(text)).toBe('spark/bad-address');
  });

  it('holds no token, in the open or on an open line', () => {
    expect(refusal('sc://host:443/;use_ssl=true;token=secret')).toBe('spark/token-in-address');
    expect(refusal('sc://host:15002/;token_file=t')).toBe('spark/token-without-tls');
  });

  it('is never repeated in a complaint', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (tail) => {
        const read = sparkAddress(`sc://host/;secretsecret=${tail}`);
        expect(JSON.stringify(read)).not.toContain('secretsecret');
      }),
      { numRuns: draws(50) },
    );
  });

  it('comes from the flag, and else from the environment', () => {
    const read = (given: string | undefined, SHOAL_SPARK?: string) => sparkAddressFrom(given, { SHOAL_SPARK });
    expect(read('sc://a', 'sc://b')).toMatchObject({ value: { host: 'a' } });
    expect(read(undefined, 'sc://b')).toMatchObject({ value: { host: 'b' } });
    expect(read(undefined, '')).toMatchObject({ problems: [{ code: 'spark/no-address' }] });
  });
});

describe('a token', () => {
  const folder = mkdtempSync(join(tmpdir(), 'token-'));
  const tokenIn = (text: string) => {
    const file = join(folder, 'token');
    writeFileSync(file, text);
    const read = sparkAddress(`sc://localhost/;token_file=${encodeURIComponent(file)}`);
    return read.ok ? tokenOf(read.value) : read;
  };

  it('is the one word in its file', () => {
    expect(tokenIn('abc.DEF-1\n')).toEqual({ ok: true, value: 'abc.DEF-1' });
    expect(tokenIn(' \n')).toMatchObject({ problems: [{ code: 'spark/token-file' }] });
    expect(tokenIn('two words')).toMatchObject({ problems: [{ code: 'spark/token-file' }] });
    const missing = sparkAddress('sc://localhost/;token_file=no-such-file');
    expect(missing.ok && tokenOf(missing.value)).toMatchObject({ problems: [{ code: 'spark/token-file' }] });
  });
});
