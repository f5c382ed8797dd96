// All that the Dockerfile copies, in coverage/container: the packed tarball, unpacked, and the packages that run with it. No network is needed after `npm ci`.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const context = join(root, 'coverage/container');
const app = join(context, 'app');

rmSync(context, { recursive: true, force: true });
mkdirSync(app, { recursive: true });
execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', context], { cwd: root });
const [tarball] = readdirSync(context).filter((name) => name.endsWith('.tgz'));
execFileSync('tar', ['-xzf', join(context, tarball), '-C', app, '--strip-components=1']);
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
for (const [path, { dev }] of Object.entries(packages)) {
  if (path === '' || dev === true || !existsSync(join(root, path))) continue; // of other systems' databases only this one's is installed
  cpSync(join(root, path), join(app, path), {
    recursive: true,
    filter: (from) => !from.slice(root.length + path.length).includes('node_modules'),
  });
}
cpSync(join(root, 'Dockerfile'), join(context, 'Dockerfile'));
console.log(`docker build --network none -t shoal ${context}`);
