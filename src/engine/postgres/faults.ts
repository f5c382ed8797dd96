import { type Problem, Refusal } from '../../base/problem.ts';
import {
  badQuery,
  connectionLost,
  connectionRefused,
  databaseBusy,
  databaseTimeout,
  loginRefused,
  missingDatabase,
  missingTable,
  noPermission,
  tlsFailed,
  unknownHost,
} from './problems.ts';

/** Table names near the one that was asked for. */
export interface Nearby {
  readonly wanted: string;
  readonly tables: readonly string[];
}

/**
 * A fault of the server or of the way to it as a sentence; undefined where it is something else, such as a full disk. The code alone
 * decides: the server's own words quote values.
 */
export function asDatabaseProblem(
  error: unknown,
  name: string,
  nearby: Nearby = { wanted: '', tables: [] },
): Problem | undefined {
  if (error instanceof Refusal) return error.problems[0];
  if (!(error instanceof Error)) return undefined;
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  const isSqlstate = 'severity' in error && /^[0-9A-Z]{5}$/.test(code);
  if (isSqlstate) return ofSqlstate(code, name, nearby);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return unknownHost(name);
  if (code === 'ETIMEDOUT' || error.message === 'timeout expired') return databaseTimeout(name);
  if (['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'].includes(code) || syscall === 'connect') return connectionRefused(name);
  if (/password must be a/.test(error.message)) return loginRefused(name, 'no password was found');
  const tls = tlsFault(code, error.message);
  if (tls !== undefined) return tlsFailed(name, tls);
  if (
    code === 'ECONNRESET' ||
    code === 'EPIPE' ||
    /^(Connection terminated|Client (was closed|has encountered))/.test(error.message)
  )
    return connectionLost(name);
  return undefined;
}

/** By class, as the manual groups them: Appendix A, PostgreSQL Error Codes. */
function ofSqlstate(code: string, name: string, { wanted, tables }: Nearby): Problem {
  if (code.startsWith('28')) return loginRefused(name, code);
  if (code === '3D000') return missingDatabase(name);
  if (code === '42P01' || code === '3F000' || code === '42703') return missingTable(name, wanted, tables);
  if (code === '42501') return noPermission(name);
  if (code === '57014' || code === '55P03' || code === '25P03' || code === '25P04') return databaseTimeout(name);
  if (code === '57P01' || code === '57P02' || code.startsWith('08')) return connectionLost(name);
  if (code.startsWith('53') || code.startsWith('57')) return databaseBusy(name, code);
  return badQuery(name, code);
}

function tlsFault(code: string, message: string): string | undefined {
  if (message === 'The server does not support SSL connections') return 'The server does not encrypt.';
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/.test(code))
    return `Its certificate or its way of encrypting is not accepted (${code}).`;
  return /SSL connection/.test(message) ? 'The server broke off while encryption was agreed on.' : undefined;
}
