import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/base/problem.ts';
import { asDatabaseProblem } from '../../../src/engine/postgres/faults.ts';
import { connectionLost } from '../../../src/engine/postgres/problems.ts';

const secret = 'patient 4711';
/** A fault as the server tells it: a code, and words that quote cells. */
const ofServer = (code: string): Error => Object.assign(new Error(`invalid value "${secret}"`), { code, severity: 'ERROR' });
const ofSystem = (code: string, more: object = {}): Error => Object.assign(new Error(`${code} ${secret}`), { code, ...more });
const codeOf = (error: unknown): string | undefined => asDatabaseProblem(error, 'the table')?.code;

describe('a fault of a database', () => {
  it.each([
    ['28P01', 'input/database-login'],
    ['28000', 'input/database-login'],
    ['3D000', 'input/missing-database'],
    ['42P01', 'input/missing-table'],
    ['3F000', 'input/missing-table'],
    ['42501', 'input/no-permission'],
    ['57014', 'resource/database-timeout'],
    ['55P03', 'resource/database-timeout'],
    ['57P01', 'resource/connection-lost'],
    ['08006', 'resource/connection-lost'],
    ['53300', 'resource/database-busy'],
    ['57P03', 'resource/database-busy'],
    ['42601', 'input/bad-query'],
    ['22P02', 'input/bad-query'],
  ])('with SQLSTATE %s is %s, in words of ours', (sqlstate, code) => {
    const told = asDatabaseProblem(ofServer(sqlstate), 'the table');
    expect(told?.code).toBe(code);
    expect(JSON.stringify(told)).not.toContain(secret);
  });

  it.each([
    ['ENOTFOUND', 'input/unknown-host'],
    ['EAI_AGAIN', 'input/unknown-host'],
    ['ETIMEDOUT', 'resource/database-timeout'],
    ['ECONNREFUSED', 'input/connection-refused'],
    ['EHOSTUNREACH', 'input/connection-refused'],
    ['ECONNRESET', 'resource/connection-lost'],
    ['EPIPE', 'resource/connection-lost'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'input/tls'],
    ['CERT_HAS_EXPIRED', 'input/tls'],
  ])('of the way to it, %s, is %s', (system, code) => {
    const told = asDatabaseProblem(ofSystem(system), 'the table');
    expect(told?.code).toBe(code);
    expect(JSON.stringify(told)).not.toContain(secret);
  });

  it('is known by its words where the client gives no code', () => {
    expect(codeOf(new Error('timeout expired'))).toBe('resource/database-timeout');
    expect(codeOf(new Error('Connection terminated unexpectedly'))).toBe('resource/connection-lost');
    expect(codeOf(new Error('The server does not support SSL connections'))).toBe('input/tls');
    expect(codeOf(new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'))).toBe('input/database-login');
    expect(codeOf(ofSystem('EACCES', { syscall: 'connect' }))).toBe('input/connection-refused');
  });

  it('names a table that is spelt nearly as the one that was asked for', () => {
    const nearby = { wanted: 'lgo', tables: ['log', 'readings'] };
    expect(asDatabaseProblem(ofServer('42P01'), 'the table', nearby)?.fix).toContain('"log"');
  });

  it('is passed on where it was told already, and left to others where it is something else', () => {
    const told = connectionLost('the table');
    expect(asDatabaseProblem(new Refusal(told), 'the table')).toBe(told);
    for (const other of [ofSystem('ENOSPC'), ofSystem('22P02'), new Error('anything'), 'text', undefined])
      expect(codeOf(other)).toBeUndefined();
  });
});
