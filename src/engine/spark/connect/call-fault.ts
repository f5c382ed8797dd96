import type { IncomingHttpHeaders } from 'node:http2';
import type { Problem } from '../../../base/problem.ts';
import {
  notConnect,
  sessionLost,
  sparkBusy,
  sparkConnectionLost,
  sparkInterrupted,
  sparkLoginRefused,
  sparkNoPermission,
  sparkTimeout,
  sparkTlsFailed,
  sparkUnreachable,
  statementFailed,
  unknownSparkHost,
} from '../problems.ts';
import { Garbled, readMessage } from './protobuf.ts';

/** Why a call did not come to its end. What the server says in words is not kept: it quotes cells. */
export type Fault =
  | { readonly kind: 'unreachable'; readonly code: string }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'lost' }
  | SparkFault;

export interface SparkFault {
  readonly kind: 'status';
  /** Of gRPC. */
  readonly status: number;
  /** Such as UNRESOLVED_COLUMN.WITH_SUGGESTION; the Java class where Spark tells no more. */
  readonly errorClass?: string | undefined;
  readonly sqlState?: string | undefined;
  /** By which more can be asked for. */
  readonly errorId?: string | undefined;
}

export class CallFault extends Error {
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(fault.kind);
    this.fault = fault;
  }
}

/** Codes of gRPC that we tell apart. */
export const Grpc = {
  cancelled: 1,
  deadline: 4,
  permission: 7,
  exhausted: 8,
  unimplemented: 12,
  unavailable: 14,
  unauthenticated: 16,
} as const;

/** The class and SQLSTATE of a failure stand in the trailers as google.rpc.Status, whose details hold an ErrorInfo. */
export function faultOfStatus(status: number, headers: IncomingHttpHeaders): CallFault | undefined {
  if (status === 0) return undefined;
  const info = infoIn(headers['grpc-status-details-bin']);
  return new CallFault({ kind: 'status', status, ...info, errorClass: stateIn(headers['grpc-message']) ?? info.errorClass });
}

/** Spark 3.5 tells that it forgot or stopped an operation only at the beginning of its words. These are names of its own, and nothing else is taken. */
function stateIn(words: string | string[] | undefined): string | undefined {
  const known =
    /\[(INVALID_HANDLE\.(?:OPERATION|SESSION)_[A-Z]{3,12}(?:_[A-Z]{3,12})?|INVALID_CURSOR\.[A-Z_]{3,40}|OPERATION_CANCELED)\]/;
  return typeof words === 'string' ? known.exec(words)?.[1] : undefined;
}

function infoIn(header: string | string[] | undefined): Omit<SparkFault, 'kind' | 'status'> {
  if (typeof header !== 'string') return {};
  try {
    for (const detail of readMessage(Buffer.from(header, 'base64')).all(3)) {
      const any = readMessage(detail);
      const info = any.message(2);
      if (!any.text(1).endsWith('google.rpc.ErrorInfo') || info === undefined) continue;
      const known = new Map(info.all(3).map((pair) => [readMessage(pair).text(1), readMessage(pair).text(2)]));
      return {
        errorClass: className(known.get('errorClass')) ?? className(info.text(1)),
        sqlState: sqlStateIn(known.get('sqlState')),
        errorId: known.get('errorId'),
      };
    }
  } catch (error) {
    if (!(error instanceof Garbled)) throw error;
  }
  return {};
}

/** Only what looks like the name of a class: anything else may be text about data. */
export const className = (text: string | undefined): string | undefined =>
  text !== undefined && /^[A-Za-z_][\w.$]{0,150}$/.test(text) ? text : undefined;

export const sqlStateIn = (text: string | undefined): string | undefined =>
  text !== undefined && /^[0-9A-Z]{5}$/.test(text) ? text : undefined;

export const isLost = ({ fault }: CallFault): boolean =>
  fault.kind === 'lost' ||
  fault.kind === 'timeout' ||
  fault.kind === 'unreachable' ||
  (fault.kind === 'status' && fault.status === Grpc.unavailable);

/** The server never heard of the operation, or has forgotten it. */
export const isOperationUnknown = ({ fault }: CallFault): boolean =>
  fault.kind === 'status' && fault.errorClass === 'INVALID_HANDLE.OPERATION_NOT_FOUND';

/** The same in words for a person; `name` is the address as it may be shown. */
export function problemOf({ fault }: CallFault, name: string): Problem {
  switch (fault.kind) {
    case 'unreachable':
      return ofSystem(fault.code, name);
    case 'foreign':
      return notConnect(name);
    case 'timeout':
      return sparkTimeout(name);
    case 'lost':
      return sparkConnectionLost(name);
    case 'status':
      return ofStatus(fault, name);
    default:
      return fault satisfies never;
  }
}

function ofSystem(code: string, name: string): Problem {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return unknownSparkHost(name);
  if (code === 'ETIMEDOUT') return sparkTimeout(name);
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/.test(code))
    return sparkTlsFailed(name, `Its certificate or its way of encrypting is not accepted (${code}).`);
  return sparkUnreachable(name);
}

function ofStatus({ status, errorClass, sqlState }: SparkFault, name: string): Problem {
  if (/^INVALID_(HANDLE|CURSOR)\./.test(errorClass ?? '')) return sessionLost(name);
  if (status === Grpc.unauthenticated) return sparkLoginRefused(name);
  if (errorClass === 'OPERATION_CANCELED' || sqlState === 'HY008' || status === Grpc.cancelled) return sparkInterrupted(name);
  if (status === Grpc.permission || sqlState === '42501') return sparkNoPermission(name);
  if (status === Grpc.deadline) return sparkTimeout(name);
  if (status === Grpc.exhausted) return sparkBusy(name);
  if (status === Grpc.unavailable) return sparkConnectionLost(name);
  if (status === Grpc.unimplemented && errorClass === undefined) return notConnect(name);
  return statementFailed(name, errorClass, sqlState);
}
