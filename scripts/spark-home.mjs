// Where a whole Spark lies: SHOAL_SPARK_HOME, or a cache folder that is filled once from PyPI. Says what is lacking, and never skips.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The archive of PyPI holds all of Spark in deps/; Python is not needed to run it. */
const pinned = { version: '4.3.0', sha256: 'e8c517948eff7088a7aa07449aa8eafa4a15a8d50319de2525a6fd26622476c6' };

/** Something a person has to install or mend. */
export class Lacking extends Error {}

export async function sparkHome() {
  requireJava();
  const named = process.env.SHOAL_SPARK_HOME;
  if (named) {
    if (!existsSync(join(named, 'bin', 'spark-submit'))) throw new Lacking(`SHOAL_SPARK_HOME has no bin/spark-submit: ${named}`);
    return named;
  }
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'shoal');
  const home = join(cache, `spark-${pinned.version}`);
  if (!existsSync(home)) await download(cache, home);
  return home;
}

function requireJava() {
  const java = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, 'bin', 'java') : 'java';
  const { error, stderr } = spawnSync(java, ['-version'], { encoding: 'utf8' });
  if (error) throw new Lacking('Java is lacking. Install a JDK 17 (or newer), or set JAVA_HOME.');
  const major = Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0);
  if (major < 17) throw new Lacking(`Java ${major} is too old: Spark ${pinned.version} needs 17 or newer. Set JAVA_HOME.`);
}

async function download(cache, home) {
  const pip = [['python3', '-m', 'pip'], ['pip3'], ['pip']].find(
    ([command, ...words]) => spawnSync(command, [...words, '--version']).status === 0,
  );
  if (pip === undefined) throw new Lacking('pip is lacking, which gets Spark from PyPI. Install it, or set SHOAL_SPARK_HOME.');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'download-'));
  try {
    console.log(`Getting Spark ${pinned.version} from PyPI (456 MB, once) …`);
    const wanted = ['download', '--quiet', '--no-deps', '--no-binary', ':all:', '--dest', folder, `pyspark==${pinned.version}`];
    execFileSync(pip[0], [...pip.slice(1), ...wanted], { stdio: 'inherit' });
    const archive = join(folder, readdirSync(folder).find((name) => name.endsWith('.tar.gz')) ?? '');
    const sha256 = await hashOf(archive);
    if (sha256 !== pinned.sha256) throw new Lacking(`The archive of PyPI is not the pinned one: its SHA-256 is ${sha256}.`);
    execFileSync('tar', ['-xzf', archive, '-C', folder, `pyspark-${pinned.version}/deps`], { stdio: 'inherit' });
    renameSync(join(folder, `pyspark-${pinned.version}`, 'deps'), home); // whole or not at all
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function hashOf(path) {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}
