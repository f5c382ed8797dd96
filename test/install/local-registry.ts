import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Manifest {
  readonly name: string;
  readonly version: string;
}

export interface LocalRegistry {
  readonly url: string;
  close(): Promise<void>;
}

/** A registry of the packages that `npm ci` has put into node_modules, and no others: an install needs no network, and gets what tests ran on. */
export async function openRegistry(): Promise<LocalRegistry> {
  const packages = installedPackages();
  let url = '';
  const answer = (path: string, response: ServerResponse) => {
    const tarball = /^\/-\/(\d+)\.tgz$/.exec(path)?.[1];
    if (tarball !== undefined) sendTarball(packages[Number(tarball)].folder, response);
    else sendVersions(decodeURIComponent(path.slice(1)), response);
  };
  const sendVersions = (name: string, response: ServerResponse) => {
    const versions = packages.flatMap(({ manifest }, place) =>
      manifest.name === name ? [[manifest.version, { ...manifest, dist: { tarball: `${url}/-/${place}.tgz` } }] as const] : [],
    );
    response.writeHead(versions.length === 0 ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ name, versions: Object.fromEntries(versions), 'dist-tags': { latest: versions.at(-1)?.[0] } }));
  };
  const server = createServer(({ url: path = '/' }, response) => answer(path, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
  return { url, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** What a person who installs Shoal gets too, by the lock file, as far as this system needs it. */
function installedPackages(): readonly { readonly folder: string; readonly manifest: Manifest }[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries<{ readonly dev?: boolean }>(packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true && existsSync(join(root, path, 'package.json')))
    .map(([path]) => join(root, path))
    .map((folder) => ({ folder, manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) }));
}

/** npm takes one that is not compressed too, and leaves out the first folder whatever its name. */
function sendTarball(folder: string, response: ServerResponse): void {
  const words = ['-cf', '-', '--exclude', 'node_modules', '-C', dirname(folder), basename(folder)];
  spawn('tar', words, { stdio: ['ignore', 'pipe', 'inherit'] }).stdout.pipe(response);
}
