import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package as package-lock.json fixes it: `path` is where it is installed. */
export interface Installed {
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly integrity: string | undefined;
  /** What it needs, by the paths of those it finds. */
  readonly needs: readonly string[];
  /** `run`: installed with Shoal. `bundled`: part of dist/. `build`: neither, it only makes or tests them. */
  readonly use: 'run' | 'bundled' | 'build';
  readonly optional: boolean;
}

interface LockEntry {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Every package that the lock file fixes, in the order of its paths. */
export function installedPackages(root: string): readonly Installed[] {
  const packages: Readonly<Record<string, LockEntry>> = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  ).packages;
  const bundled = bundledNames(root);
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { version, license = '', integrity, dev = false, optional = false, ...entry }]) => ({
      path,
      name: nameOf(path),
      version,
      license,
      integrity,
      needs: Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
        .flatMap((name) => foundFrom(path, name, packages) ?? [])
        .sort(),
      use: bundled.has(`${nameOf(path)} ${version}`) ? 'bundled' : dev ? 'build' : 'run',
      optional,
    }));
}

/** What `package.json` needs itself, by path. */
export function neededBy(root: string): readonly string[] {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.keys(dependencies).map((name) => `node_modules/${name}`);
}

/** As Node looks for it: in its own folder, then in those above. */
function foundFrom(path: string, name: string, packages: Readonly<Record<string, LockEntry>>): string | undefined {
  const here = `${path}${path === '' ? '' : '/'}node_modules/${name}`;
  if (here in packages) return here;
  return path === '' ? undefined : foundFrom(path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))), name, packages);
}

/** `name version` of all whose code is in dist/, as the build noted it; none before the first build. */
function bundledNames(root: string): ReadonlySet<string> {
  const notices = join(root, 'dist/THIRD-PARTY.md');
  const page = existsSync(notices) ? readFileSync(notices, 'utf8') : '';
  return new Set([...page.matchAll(/^## (\S+ \S+): /gm)].map(([, name]) => name));
}
