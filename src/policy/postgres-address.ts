import { didYouMean } from '../base/nearest.ts';
import { ok, type Result, refused } from '../base/result.ts';
import { badAddress, type PolicyProblem, passwordInAddress } from './problems.ts';

/** A table or query on a PostgreSQL server as its URL names it; what the URL leaves out, the environment may say. */
export interface PostgresAddress {
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly user?: string | undefined;
  readonly database?: string | undefined;
  readonly from: TableName | { readonly query: string };
  /** A condition in SQL. */
  readonly where?: string | undefined;
  /** Names between commas. */
  readonly columns?: string | undefined;
  readonly sslmode?: SslMode | undefined;
  /** A file of certificates to trust. */
  readonly sslrootcert?: string | undefined;
  /** A file in the form of .pgpass. */
  readonly passfile?: string | undefined;
  /** A file that holds the password and nothing else. */
  readonly passwordfile?: string | undefined;
  /** Seconds. */
  readonly connectTimeout?: number | undefined;
}

export interface TableName {
  readonly schema?: string | undefined;
  readonly table: string;
}

export const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
export type SslMode = (typeof sslModes)[number];

const connecting = ['host', 'sslmode', 'sslrootcert', 'passfile', 'passwordfile', 'connect_timeout'];
const parametersOf = { source: ['table', 'query', 'where', 'columns', ...connecting], target: ['table', ...connecting] };

/** Anything that was meant to be such a URL, well written or not: it must not be taken for a file and shown as one. */
export const isPostgres = (text: string): boolean => /^\s*postgres(ql)?:/i.test(text);

/** Reads a URL of a table to read (`source`) or to write (`target`). No complaint repeats what stands in it: it may hold secrets. */
export function postgresAddress(text: string, use: 'source' | 'target'): Result<PostgresAddress, PolicyProblem> {
  const [head, tail = ''] = split(text, '?');
  if (/^[^/]*\/\/[^/]*:[^/]+@/.test(head)) return refused(passwordInAddress());
  const place = placeIn(head);
  const given = parametersIn(tail);
  if (place === undefined)
    return refused(badAddress('It is not a URL of the form postgres://user@host:port/database?table=name.'));
  if (given === undefined) return refused(badAddress('A % in it is not followed by two hexadecimal digits; write it as %25.'));
  if (given.has('password')) return refused(passwordInAddress());
  const unknown = [...given.keys()].find((name) => !parametersOf[use].includes(name));
  if (unknown !== undefined)
    return refused(
      badAddress(
        `${didYouMean(unknown, parametersOf[use])}A parameter is not one of ${parametersOf[use].join(', ')}; inside a value write & as %26.`,
      ),
    );
  const table = given.get('table');
  const query = given.get('query');
  if ((table === undefined) === (query === undefined))
    return refused(badAddress(use === 'target' ? 'It names no table.' : 'It names no table and no query, or both.'));
  const named = table === undefined ? undefined : tableNamed(table);
  if (table !== undefined && named === undefined)
    return refused(badAddress('The table is not of the form name or schema.name, each in double quotes where it holds a dot.'));
  const sslmode = sslModes.find((mode) => mode === given.get('sslmode'));
  if (given.has('sslmode') && sslmode === undefined) return refused(badAddress(`sslmode is one of ${sslModes.join(', ')}.`));
  const seconds = given.get('connect_timeout');
  if (seconds !== undefined && !/^[1-9]\d{0,4}$/.test(seconds))
    return refused(badAddress('connect_timeout is a whole number of seconds.'));
  return ok({
    ...place,
    host: given.get('host') ?? place.host,
    from: named ?? { query: query ?? '' },
    where: given.get('where'),
    columns: given.get('columns'),
    sslmode,
    sslrootcert: given.get('sslrootcert'),
    passfile: given.get('passfile'),
    passwordfile: given.get('passwordfile'),
    connectTimeout: seconds === undefined ? undefined : Number(seconds),
  });
}

interface Addresses {
  readonly input?: string | undefined;
  readonly outTable?: string | undefined;
}

/** What is wrong with the addresses of a policy. */
export function addressProblem({ input, outTable }: Addresses): PolicyProblem | undefined {
  const source = input !== undefined && isPostgres(input) ? postgresAddress(input, 'source') : undefined;
  const target = outTable === undefined ? undefined : postgresAddress(outTable, 'target');
  return [source, target].flatMap((address) => (address?.ok === false ? address.problems : []))[0];
}

/** A policy as it may be kept: its addresses as they may be shown. */
export const withShownAddresses = <Policy extends Addresses>(policy: Policy): Policy => ({
  ...policy,
  ...(policy.input === undefined ? {} : { input: shownAddress(policy.input) }),
  ...(policy.outTable === undefined ? {} : { outTable: shownAddress(policy.outTable) }),
});

/** An input or output as it may be shown and kept: of a database its host, name and table, but no user, condition or query. */
export function shownAddress(text: string): string {
  if (!isPostgres(text)) return text;
  const address = postgresAddress(text, 'source');
  if (!address.ok) return 'postgres://…';
  const { host = '', port, database = '', from, where } = address.value;
  const what = 'table' in from ? `table=${from.schema === undefined ? '' : `${from.schema}.`}${from.table}` : 'query=…';
  return `postgres://${host}${port === undefined ? '' : `:${port}`}/${database}?${what}${where === undefined ? '' : '&where=…'}`;
}

function split(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** Not URL: it wants a host behind a user, where a socket has none. */
function placeIn(head: string): Pick<PostgresAddress, 'host' | 'port' | 'user' | 'database'> | undefined {
  const parts = /^\s*postgres(?:ql)?:\/\/(?:([^@/]*)@)?(\[[^\]/]*\]|[^:/@[\]]*)(?::(\d{1,5}))?(?:\/([^/]*))?$/i.exec(head);
  if (parts === null || !isPort(parts[3] ?? '1')) return undefined;
  const [, user, host, port, database] = parts;
  try {
    return {
      host: decodeURIComponent(host).replace(/^\[|\]$/g, '') || undefined, // the brackets of an IPv6 address
      port: port === undefined ? undefined : Number(port),
      user: decodeURIComponent(user ?? '') || undefined,
      database: decodeURIComponent(database ?? '') || undefined,
    };
  } catch {
    return undefined;
  }
}

export const isPort = (text: string): boolean => /^[1-9]\d{0,4}$/.test(text) && Number(text) < 65_536;

/** Not URLSearchParams: it takes a plus for a space, which would change a query unseen. */
function parametersIn(tail: string): ReadonlyMap<string, string> | undefined {
  try {
    const pairs = tail.split('&').filter((pair) => pair !== '');
    return new Map(pairs.map((pair) => split(pair, '=')).map(([name, value = '']) => [name, decodeURIComponent(value)]));
  } catch {
    return undefined;
  }
}

function tableNamed(text: string): TableName | undefined {
  const parts = /^(?:("(?:[^"]|"")+"|[^".]+)\.)?("(?:[^"]|"")+"|[^".]+)$/.exec(text);
  if (parts === null || text.includes('\0')) return undefined;
  const plain = (name: string) => (name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name);
  return { schema: parts[1] === undefined ? undefined : plain(parts[1]), table: plain(parts[2]) };
}
