// A real standalone cluster on this machine: a master, two workers of one core, and a Connect server, each a JVM of its own on loopback.
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Starts it. `stop` ends every process of it, also those that it started itself; `kill` does so at once; `revive` starts parts again that have ended. */
export async function startCluster(home, port = 0) {
  const folder = mkdtempSync(join(tmpdir(), 'shoal-spark-'));
  for (const name of ['w1', 'w2', 'local', 'events']) mkdirSync(join(folder, name));
  const started = [];
  const [masterPort, connectPort] = [await freePort(), await freePort(port)];
  const master = `spark://127.0.0.1:${masterPort}`;
  const run = (name, program, words, extra = {}) => {
    const log = openSync(join(folder, `${name}.log`), 'a');
    const child = spawn(join(home, 'bin', program), words, {
      cwd: folder,
      detached: true, // a group of its own, to be ended as one
      stdio: ['ignore', log, log],
      env: {
        ...process.env,
        SPARK_HOME: home,
        SPARK_LOCAL_IP: '127.0.0.1',
        SPARK_LOCAL_DIRS: join(folder, 'local'),
        SPARK_DAEMON_MEMORY: '256m',
        SPARK_DAEMON_JAVA_OPTS: '-XX:+UseSerialGC -XX:TieredStopAtLevel=1',
        ...extra,
      },
    });
    closeSync(log);
    started.push({ name, child, again: () => run(name, program, words, extra) });
    return child;
  };
  const kill = (signal = 'SIGKILL') => {
    for (const { child } of started) {
      try {
        process.kill(-child.pid, signal);
      } catch {} // it has ended
    }
  };
  process.on('exit', () => kill()); // also where Ctrl-C comes while it starts
  const stop = async () => {
    kill('SIGTERM');
    const ended = started.map(
      ({ child }) => child.exitCode ?? child.signalCode ?? new Promise((done) => child.once('exit', done)),
    );
    await Promise.race([Promise.all(ended), wait(8000, undefined, { ref: false })]);
    kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  const node = (name, words) => run(name, 'spark-class', words);
  try {
    node('master', `org.apache.spark.deploy.master.Master --host 127.0.0.1 --port ${masterPort} --webui-port 0`.split(' '));
    await opened(masterPort, started, folder);
    const worker = 'org.apache.spark.deploy.worker.Worker --host 127.0.0.1 -c 1 -m 2g --webui-port 0'.split(' ');
    for (const name of ['w1', 'w2']) node(name, [...worker, '-d', join(folder, name), master]);
    const jar = process.env.SHOAL_SPARK_CONNECT_JAR; // Spark 3.5 has its Connect server in a jar of its own
    const settings = {
      'spark.executor.memory': '1500m',
      'spark.executor.cores': '1',
      'spark.driver.host': '127.0.0.1',
      'spark.driver.bindAddress': '127.0.0.1',
      'spark.connect.grpc.binding.port': String(connectPort),
      'spark.connect.grpc.binding.address': '127.0.0.1',
      'spark.sql.catalogImplementation': 'in-memory',
      'spark.sql.warehouse.dir': join(folder, 'warehouse'),
      'spark.ui.enabled': 'false',
      'spark.sql.artifact.copyFromLocalToFs.allowDestLocal': 'true', // its own file system is this machine's
      'spark.connect.copyFromLocalToFs.allowDestLocal': 'true', // so Spark 3.5 calls it
      'spark.eventLog.enabled': 'true',
      'spark.eventLog.compress': 'false', // tests look for secrets in it
      'spark.eventLog.dir': `file://${join(folder, 'events')}`,
    };
    const words = [
      ...['--master', master, ...(jar ? ['--jars', jar] : [])],
      ...Object.entries(settings).flatMap(([key, value]) => ['--conf', `${key}=${value}`]),
      ...['--class', 'org.apache.spark.sql.connect.service.SparkConnectServer', jar ?? 'spark-internal'],
    ];
    run('connect', 'spark-submit', words, { SPARK_DAEMON_MEMORY: '1500m' }); // its heap is that of a daemon, not --driver-memory
    await opened(connectPort, started, folder);
  } catch (error) {
    await stop();
    throw error;
  }
  const told = { address: `sc://127.0.0.1:${connectPort}`, folder, events: join(folder, 'events') };
  const tell = () => {
    const cluster = { ...told, pids: Object.fromEntries(started.map(({ name, child }) => [name, child.pid])) };
    writeFileSync(join(folder, 'cluster.new'), `${JSON.stringify(cluster, null, 2)}\n`);
    renameSync(join(folder, 'cluster.new'), join(folder, 'cluster.json')); // whoever reads it reads it whole
  };
  const revive = async () => {
    const ended = ({ child }) => child.exitCode !== null || child.signalCode !== null;
    for (let tries = 0; tries < 100 && !started.some(ended); tries++) await wait(100); // whoever killed it may be faster than its parent hears of it
    for (const one of started.filter(ended)) {
      started.splice(started.indexOf(one), 1);
      one.again();
    }
    await opened(connectPort, started, folder);
    tell();
  };
  tell();
  return { ...told, stop, kill, revive };
}

/** This one where it is free, and else any. */
function freePort(wanted = 0) {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', (error) => (wanted === 0 ? reject(error) : resolve(freePort())));
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Waits until somebody listens; a process that ended instead is told with the end of its log. */
async function opened(port, started, folder) {
  for (let tries = 0; tries < 2000; tries++) {
    const dead = started.find(({ child }) => child.exitCode !== null);
    if (dead) {
      const log = readFileSync(join(folder, `${dead.name}.log`), 'utf8').split('\n');
      throw new Error(`Spark's ${dead.name} ended at once:\n${log.slice(-15).join('\n')}`);
    }
    if (await listens(port)) return;
    await wait(100);
  }
  throw new Error(`Nothing listens on port ${port} after three minutes.`);
}

function listens(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
