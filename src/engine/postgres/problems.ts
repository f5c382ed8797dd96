import { didYouMean } from '../../base/nearest.ts';
import { Exit, problem } from '../../base/problem.ts';

/**
 * Every sentence about a database. `name` is the address as it may be shown; what the server says is never passed on, as it quotes values
 * and queries.
 */
export const unknownHost = (name: string) =>
  problem({
    code: 'input/unknown-host',
    exit: Exit.input,
    what: 'The host of the database is not known.',
    where: name,
    why: 'No address was found for its name.',
    fix: 'Check the name after the @, and that you are on the network or VPN the server belongs to.',
    facts: { name },
  });

export const connectionRefused = (name: string) =>
  problem({
    code: 'input/connection-refused',
    exit: Exit.input,
    what: 'The database cannot be reached.',
    where: name,
    why: 'Nothing answers at that host and port.',
    fix: 'Check host and port, that the server runs, and that it listens for connections from this machine (listen_addresses, firewall).',
    facts: { name },
  });

export const loginRefused = (name: string, sqlstate: string) =>
  problem({
    code: 'input/database-login',
    exit: Exit.input,
    what: 'The database refused the login.',
    where: name,
    why: `The password is missing or wrong, or this user may not connect from here in this way (${sqlstate}).`,
    fix: 'Check the user in the address and the password in PGPASSWORD, ~/.pgpass or the file you named; a server that admits only TLS wants sslmode=require or stricter.',
    facts: { name, sqlstate },
  });

export const missingDatabase = (name: string) =>
  problem({
    code: 'input/missing-database',
    exit: Exit.input,
    what: 'The server has no database of that name.',
    where: name,
    why: 'The login succeeded, but there is nothing to read from.',
    fix: 'Check the name after the / of the address; left out it is PGDATABASE, or the name of the user.',
    facts: { name },
  });

export const missingTable = (name: string, wanted: string, tables: readonly string[]) =>
  problem({
    code: 'input/missing-table',
    exit: Exit.input,
    what: 'There is no such table, or a name in the query is not known.',
    where: name,
    why: 'Names of schemas, tables and columns must match exactly, capitals included.',
    fix: `${didYouMean(wanted, tables)}Write table=schema.name where it is not in your search path.`,
    facts: { name },
  });

export const noPermission = (name: string) =>
  problem({
    code: 'input/no-permission',
    exit: Exit.input,
    what: 'The database does not allow it.',
    where: name,
    why: 'This user lacks a right on the table or its schema.',
    fix: 'Ask its owner to GRANT SELECT on the table (and USAGE on its schema), or use another user. Only the columns the policy needs are read, so rights on those will do.',
    facts: { name },
  });

export const tlsFailed = (name: string, why: string) =>
  problem({
    code: 'input/tls',
    exit: Exit.input,
    what: 'No trusted encrypted connection to the database could be made.',
    where: name,
    why,
    fix: 'Name the authority that signed its certificate, sslrootcert=FILE, or ask for what the server offers: sslmode=require encrypts without checking who answers, sslmode=disable does not encrypt.',
    facts: { name },
  });

export const badQuery = (name: string, sqlstate: string) =>
  problem({
    code: 'input/bad-query',
    exit: Exit.input,
    what: 'The database cannot run the query, the condition or the choice of columns.',
    where: name,
    why: `It answered ${sqlstate}; "Appendix A. PostgreSQL Error Codes" of its manual tells what that means. Its own words may quote data and are not repeated.`,
    fix: 'Try the query in psql. It must be one SELECT without a semicolon that only reads; where= takes one condition, columns= names with commas between.',
    facts: { name, sqlstate },
  });

export const unsupportedType = (name: string, columns: readonly string[]) =>
  problem({
    code: 'input/unsupported-type',
    exit: Exit.input,
    what: `A column holds bytes, lists, ranges or records: ${columns.join(', ')}.`,
    where: name,
    why: 'Such a cell is not one number, time or text, and would be published as a text nobody looked at.',
    fix: 'Leave the column out with --drop or columns=, or turn it into plain columns with ?query=SELECT….',
    facts: { columns },
  });

export const databaseTimeout = (name: string) =>
  problem({
    code: 'resource/database-timeout',
    exit: Exit.resource,
    what: 'The database took too long, or the statement was cancelled there.',
    where: name,
    why: 'No connection came about within connect_timeout (10 s), or the server ended the statement: its statement_timeout, a lock, or a person.',
    fix: 'Check that the server can be reached; raise connect_timeout= in the address, or statement_timeout for this user; read fewer rows with where=.',
    facts: { name },
  });

export const connectionLost = (name: string) =>
  problem({
    code: 'resource/connection-lost',
    exit: Exit.resource,
    what: 'The connection to the database broke off.',
    where: name,
    why: 'The server or the network went away before the last row, and part of a table must not be taken for all of it. Nothing was published.',
    fix: 'Run it again; if it breaks again, look into the log of the server.',
    facts: { name },
  });

export const databaseBusy = (name: string, sqlstate: string) =>
  problem({
    code: 'resource/database-busy',
    exit: Exit.resource,
    what: 'The database is short of something: connections, memory or disk, or it is just starting or stopping.',
    where: name,
    why: `It answered ${sqlstate}.`,
    fix: 'Run it again later, or ask the people who run the server.',
    facts: { name, sqlstate },
  });

export const badPasswordFile = (file: string, why: string) =>
  problem({
    code: 'policy/password-file',
    exit: Exit.usage,
    what: 'The password file cannot be used.',
    where: file,
    why,
    fix: 'A .pgpass file has lines host:port:database:user:password and belongs to you alone: chmod 600. passwordfile= names a file with the password and nothing else.',
    facts: { file },
  });

export const tableExists = (name: string) =>
  problem({
    code: 'output/table-exists',
    exit: Exit.output,
    what: 'The table exists already.',
    where: name,
    why: 'Nothing is overwritten by accident.',
    fix: 'Choose another table in --out-table, or replace it with --force.',
    facts: { name },
  });

export const notAReleaseTable = (name: string) =>
  problem({
    code: 'output/not-a-release-table',
    exit: Exit.output,
    what: 'The table exists and was not written by Shoal.',
    where: name,
    why: '--force replaces releases only, known by their comment in the database, so that a slip in --out-table cannot delete other work.',
    fix: 'Choose another table, or drop this one yourself.',
    facts: { name },
  });

export const tableUnwritable = (name: string, why: string, fix: string) =>
  problem({
    code: 'output/table-unwritable',
    exit: Exit.output,
    what: 'The release could not be written to the table, so nothing was published: no folder, and the database is as it was.',
    where: name,
    why,
    fix,
    facts: { name },
  });

export const tableUnknown = (name: string, comment: string) =>
  problem({
    code: 'output/table-unknown',
    exit: Exit.output,
    what: 'The connection was lost in the middle of COMMIT, and the database does not answer: whether the table was written is not known.',
    where: name,
    why: 'The table is there whole or not at all. The folder of the release was not put in its place.',
    fix: `Look at the comment of the table once the database answers: "${comment}" says that it was written. Then run again with --force.`,
    facts: { name },
  });

export const tableWithoutFolder = (name: string) =>
  problem({
    code: 'output/table-without-folder',
    exit: Exit.output,
    what: 'The table was written, but the folder of the release could not be put in its place.',
    where: name,
    why: 'The table comes first and stays: it holds the verified data, but manifest and reports are lost.',
    fix: 'Mend what the other message tells, and run again with --force; or drop the table.',
    facts: { name },
  });
