// `npm run build` once all is installed. Where npm installs a package of a Git repository for a whole machine, as pre-commit does, it comes here before
// anything is (https://github.com/npm/cli/issues/8440), so this does it first.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { npm_config_global, npm_config_location, ...env } = process.env; // else this would install for the whole machine, too
const npm = (...words) => execFileSync('npm', words, { cwd: root, env, stdio: 'inherit' });

if (!existsSync(join(root, 'node_modules/rolldown'))) npm('ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund');
npm('run', 'build');
