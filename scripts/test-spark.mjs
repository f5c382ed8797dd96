// npm run test:spark: the tests of test/spark on a real cluster, which is started for them and ended with them, also after Ctrl-C.
// npm run spark:up: the same cluster, kept until Ctrl-C. With SHOAL_SPARK set, tests use the cluster that is named there.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startCluster } from './spark-cluster.mjs';
import { Lacking, sparkHome } from './spark-home.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [, , ...words] = process.argv;
const isKept = words.includes('--up');
const minutes = Number(process.env.SHOAL_SPARK_MINUTES ?? 10); // more on a machine that others use

let cluster;
let vitest;
let isEnding = false;
async function end(code) {
  if (isEnding) return;
  isEnding = true;
  vitest?.kill('SIGINT');
  await cluster?.stop();
  process.exit(code);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end(130));

try {
  const kept = isKept ? undefined : process.env.SHOAL_SPARK;
  if (!kept) {
    const home = await sparkHome();
    console.log('Starting a master, two workers and a Connect server …');
    cluster = await startCluster(home, isKept ? 15002 : 0);
    if (isEnding) await cluster.stop(); // Ctrl-C came while it started
    console.log(`SHOAL_SPARK=${cluster.address} SHOAL_SPARK_CLUSTER=${cluster.folder}/cluster.json`);
  }
  if (isKept) {
    console.log('It runs until Ctrl-C. SIGUSR2 starts parts again that were killed.');
    process.on('SIGUSR2', () => void cluster.revive().catch((error) => console.error(error)));
    setInterval(() => {}, 2 ** 30);
  } else await runTests(kept || cluster.address);
} catch (error) {
  console.error(error instanceof Lacking ? error.message : error);
  await end(1);
}

async function runTests(address) {
  setTimeout(() => {
    console.error(`The tests took more than ${minutes} minutes.`);
    void end(1);
  }, 60_000 * minutes).unref();
  const tests = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'spark', ...words];
  const env = {
    ...process.env,
    SHOAL_SPARK: address,
    ...(cluster ? { SHOAL_SPARK_CLUSTER: `${cluster.folder}/cluster.json` } : {}),
  };
  vitest = spawn(process.execPath, tests, { cwd: root, stdio: 'inherit', env });
  vitest.once('exit', (code) => void end(code ?? 1));
}
