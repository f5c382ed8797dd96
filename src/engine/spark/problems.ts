import { Exit, problem } from '../../base/problem.ts';

/**
 * Every sentence about a Spark cluster. `name` is the address as it may be shown; what the server says in words is never passed on, as it quotes
 * cells and statements.
 */
export const badSparkAddress = (why: string) =>
  problem({
    code: 'spark/bad-address',
    exit: Exit.usage,
    what: 'The address of the Spark cluster cannot be read.',
    why,
    fix: 'Write sc://host:15002, or sc://host:443/;use_ssl=true;token_file=FILE. Inside a value write ; as %3B and % as %25.',
  });

export const noSparkAddress = () =>
  problem({
    code: 'spark/no-address',
    exit: Exit.usage,
    what: 'No Spark cluster is named.',
    why: 'Neither --spark nor SHOAL_SPARK says where it is.',
    fix: 'Write --spark sc://host:15002, or set SHOAL_SPARK.',
  });

export const tokenInAddress = () =>
  problem({
    code: 'spark/token-in-address',
    exit: Exit.usage,
    what: 'The address of the Spark cluster holds a token.',
    why: 'An address is seen by everyone who lists processes or reads the history of the shell.',
    fix: 'Put the token alone into a file that only you may read, and write ;token_file=FILE.',
  });

export const badTokenFile = (file: string, why: string) =>
  problem({
    code: 'spark/token-file',
    exit: Exit.usage,
    what: 'The file of the token cannot be used.',
    where: file,
    why,
    fix: 'token_file= names a file that holds the token and nothing else.',
    facts: { file },
  });

export const tokenWithoutTls = (name: string) =>
  problem({
    code: 'spark/token-without-tls',
    exit: Exit.usage,
    what: 'The token would travel without encryption.',
    where: name,
    why: 'Whoever listens on the way could use it.',
    fix: 'Add ;use_ssl=true to the address.',
    facts: { name },
  });

export const unknownSparkHost = (name: string) =>
  problem({
    code: 'spark/unknown-host',
    exit: Exit.input,
    what: 'The host of the Spark cluster is not known.',
    where: name,
    why: 'No address was found for its name.',
    fix: 'Check the name after sc://, and that you are on the network or VPN the cluster belongs to.',
    facts: { name },
  });

export const sparkUnreachable = (name: string) =>
  problem({
    code: 'spark/unreachable',
    exit: Exit.input,
    what: 'The Spark cluster cannot be reached.',
    where: name,
    why: 'Nothing answers at that host and port.',
    fix: 'Check host and port, and that a Spark Connect server runs there (docs/spark.md starts one).',
    facts: { name },
  });

export const sparkTlsFailed = (name: string, why: string) =>
  problem({
    code: 'spark/tls',
    exit: Exit.input,
    what: 'No trusted encrypted connection to the Spark cluster could be made.',
    where: name,
    why,
    fix: 'Name the authority that signed its certificate, ;ca_file=FILE.',
    facts: { name },
  });

export const notConnect = (name: string) =>
  problem({
    code: 'spark/not-connect',
    exit: Exit.input,
    what: 'What answers there is no Spark Connect server.',
    where: name,
    why: 'It does not speak gRPC over HTTP/2, or has no Spark behind it. Other ports of a cluster belong to its master, its pages and JDBC.',
    fix: 'Check the port: a Connect server has 15002 by default. One that encrypts needs ;use_ssl=true, one that does not ;use_ssl=false.',
    facts: { name },
  });

export const sparkLoginRefused = (name: string) =>
  problem({
    code: 'spark/login-refused',
    exit: Exit.input,
    what: 'The Spark cluster refused the login.',
    where: name,
    why: 'The token is missing, wrong or out of date.',
    fix: 'Get a new token, put it into a file, and write ;use_ssl=true;token_file=FILE.',
    facts: { name },
  });

export const sparkNoPermission = (name: string) =>
  problem({
    code: 'spark/no-permission',
    exit: Exit.input,
    what: 'The Spark cluster does not allow it.',
    where: name,
    why: 'This user lacks a right on a table, a path, or the cluster itself.',
    fix: 'Ask those who run the cluster for the right to read the input and to write the work folder.',
    facts: { name },
  });

export const oldSpark = (name: string, version: string) =>
  problem({
    code: 'spark/unsupported-version',
    exit: Exit.input,
    what: 'The Spark cluster is too old.',
    where: name,
    why: `It says that it is Spark ${version}; Shoal needs 3.5 or newer.`,
    fix: 'Use a cluster with Spark 3.5 or 4.',
    facts: { name, version },
  });

export const statementFailed = (name: string, errorClass: string | undefined, sqlState: string | undefined) =>
  problem({
    code: 'spark/statement-failed',
    exit: Exit.input,
    what: 'Spark could not run a statement.',
    where: name,
    why: `It answered ${[errorClass ?? 'without a class', ...(sqlState === undefined ? [] : [sqlState])].join(', ')}. Its own words may quote data and are not repeated.`,
    fix: 'Check that the cluster can read the input and that its columns are what the policy says; the log of the Connect server tells more.',
    facts: { name, errorClass: errorClass ?? '', sqlState: sqlState ?? '' },
  });

export const sparkInterrupted = (name: string) =>
  problem({
    code: 'spark/interrupted',
    exit: Exit.resource,
    what: 'The statement was cancelled on the cluster.',
    where: name,
    why: 'Somebody cancelled it there, or a limit of the cluster did.',
    fix: 'Run it again, or ask those who run the cluster.',
    facts: { name },
  });

export const sparkTimeout = (name: string) =>
  problem({
    code: 'spark/timeout',
    exit: Exit.resource,
    what: 'The Spark cluster took too long to answer.',
    where: name,
    why: 'No connection came about in 10 s, or a call stayed without an answer.',
    fix: 'Check that the cluster can be reached from here and is not overloaded.',
    facts: { name },
  });

export const sparkBusy = (name: string) =>
  problem({
    code: 'spark/busy',
    exit: Exit.resource,
    what: 'The Spark cluster is short of something, or a message was too large for it.',
    where: name,
    why: 'It answered RESOURCE_EXHAUSTED.',
    fix: 'Run it again later, or raise spark.connect.grpc.maxInboundMessageSize on the server.',
    facts: { name },
  });

export const sparkConnectionLost = (name: string) =>
  problem({
    code: 'spark/connection-lost',
    exit: Exit.resource,
    what: 'The connection to the Spark cluster broke off, and could not be taken up again.',
    where: name,
    why: 'The server or the network went away before the last row, and part of an answer must not be taken for all of it. Nothing was published.',
    fix: 'Run it again; if it breaks again, look into the log of the Connect server.',
    facts: { name },
  });

export const sessionLost = (name: string) =>
  problem({
    code: 'spark/session-lost',
    exit: Exit.resource,
    what: 'The Spark cluster has forgotten this session.',
    where: name,
    why: 'The Connect server was started anew, or ended a session that was idle for long (an hour by default). Its views are gone with it. Nothing was published.',
    fix: 'Run it again.',
    facts: { name },
  });

export const garbledAnswer = (name: string) =>
  problem({
    code: 'spark/garbled-answer',
    exit: Exit.resource,
    what: 'The Spark cluster sent what its protocol does not have, or not all rows that it announced.',
    where: name,
    why: 'Something on the way changed or cut the answer, or the server speaks a newer protocol.',
    fix: 'Run it again without a proxy between; if it stays so, report it with the version of Spark.',
    facts: { name },
  });

export const unsupportedSparkType = (name: string, columns: readonly string[]) =>
  problem({
    code: 'spark/unsupported-type',
    exit: Exit.input,
    what: `A column holds dates, lists, structures or other values that are not one number or text: ${columns.join(', ')}.`,
    where: name,
    why: 'Such a value has several forms as text.',
    fix: 'Cast it to BIGINT, DOUBLE or STRING in the query.',
    facts: { columns },
  });

export const noWorkFolder = (name: string, answer: string) =>
  problem({
    code: 'spark/no-work-folder',
    exit: Exit.output,
    what: 'The cluster cannot write and read tables of its own.',
    where: name,
    why: `A small table was tried, and Spark answered: ${answer}. Intermediate tables lie where spark.sql.warehouse.dir says.`,
    fix: 'Ask for the right to create databases and tables, and see that every executor reaches that folder.',
    facts: { name, answer },
  });

export const noScripts = (name: string, answer: string) =>
  problem({
    code: 'spark/no-scripts',
    exit: Exit.input,
    what: 'The cluster runs no scripts, which the grouping of this method needs.',
    where: name,
    why: `SELECT TRANSFORM was tried, and Spark answered: ${answer}.`,
    fix: 'Use a cluster that allows TRANSFORM (in clouds: dedicated compute), or group on this machine: --kernels driver.',
    facts: { name, answer },
  });

export const noNode = (name: string) =>
  problem({
    code: 'spark/no-node',
    exit: Exit.input,
    what: 'An executor of the cluster has no Node.',
    where: name,
    why: 'The grouping of this method runs where the data lies, as a program of Node.',
    fix: 'Put Node 20 or newer into the image or the PATH of the executors, or group on this machine: --kernels driver.',
    facts: { name },
  });

export const oldNode = (name: string, found: number, least: number) =>
  problem({
    code: 'spark/old-node',
    exit: Exit.input,
    what: 'The Node of an executor is too old.',
    where: name,
    why: `It is version ${found}; kernels need ${least} or newer.`,
    fix: `Put Node ${least} or newer into the image or the PATH of the executors.`,
    facts: { name, found, least },
  });

export const workerDied = (name: string, answer: string) =>
  problem({
    code: 'spark/worker-died',
    exit: Exit.resource,
    what: 'A kernel on the cluster ended before its work was done.',
    where: name,
    why: `Spark answered ${answer === '' ? 'without a class' : answer}. It may have run out of memory beside its executor, or met a row that it cannot read. Nothing was published.`,
    fix: 'Give executors more spark.executor.memoryOverhead, or set --kernels driver; their logs tell more.',
    facts: { name, answer },
  });

export const workerLostTasks = (name: string, sent: number, found: number) =>
  problem({
    code: 'spark/worker-lost-rows',
    exit: Exit.resource,
    what: 'Kernels on the cluster did not give back everything they were given.',
    where: name,
    why: `${sent} blocks of rows were sent, and ${found} came back once and whole. A process that stops reading loses its rows in silence, so all are compared. Nothing was published.`,
    fix: 'Run it again; if it stays so, look into the logs of the executors, or set --kernels driver.',
    facts: { name, sent, found },
  });

export const workerMisshapen = (name: string) =>
  problem({
    code: 'spark/worker-misshapen',
    exit: Exit.resource,
    what: 'Kernels on the cluster wrote something that is not of their form.',
    where: name,
    why: 'Something else wrote into their output, or part of it was lost. Nothing was published.',
    fix: 'See that nothing prints when a shell or Node starts on the executors, and run it again.',
    facts: { name },
  });

export const workerForeign = (name: string) =>
  problem({
    code: 'spark/worker-foreign',
    exit: Exit.resource,
    what: 'Kernels on the cluster are of another version.',
    where: name,
    why: 'Their answers are not of the form that this version of Shoal reads. Nothing was published.',
    fix: 'Run it again with one version of Shoal.',
    facts: { name },
  });
