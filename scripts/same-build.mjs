// Builds what is committed twice, in two folders with names of different length, and compares the packed tarballs byte by byte.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'shoal-same-build-'));
const quiet = { stdio: ['ignore', 'ignore', 'inherit'] };

try {
  const hashes = ['one', 'another, with a longer name'].map(tarballOf);
  for (const hash of hashes) console.log(hash);
  if (new Set(hashes).size > 1) throw new Error('two builds of the same source differ');
} finally {
  rmSync(home, { recursive: true, force: true });
}

function tarballOf(name) {
  const folder = join(home, name);
  mkdirSync(folder);
  const source = execFileSync('git', ['archive', 'HEAD'], { cwd: root, maxBuffer: 1 << 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: source });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  execFileSync(process.execPath, [join(folder, 'scripts/build.mjs')], { cwd: folder, ...quiet });
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent'], { cwd: folder, ...quiet });
  const [tarball] = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
  return createHash('sha256')
    .update(readFileSync(join(folder, tarball)))
    .digest('hex');
}
