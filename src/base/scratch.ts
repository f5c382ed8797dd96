import { createHash } from 'node:crypto';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/**
 * Folders for temporary data, whose names tell the process they belong to. A process that is killed cannot clean up, and what it leaves is the
 * original data: so whoever makes the next such folder removes those of the dead.
 */
export function makeScratch(kind: string): string {
  const place = tmpdir();
  if (!swept.has(place)) {
    swept.add(place);
    sweep(place);
  }
  const folder = mkdtempSync(join(place, `shoal-${kind}-${ownName()}-`));
  keepFresh(folder);
  return folder;
}

/** Writes down a path outside the folder that must not outlive this process either. Only paths with its name in theirs are ever removed. */
export function noteLeftover(scratch: string, path: string): void {
  writeFileSync(join(scratch, note), `${path}\n`, { flag: 'a', mode: 0o600 });
}

const note = 'leftovers';
const swept = new Set<string>();

/** This process, so that no other can be taken for it: its number, when it began, and the machine, boot and number space it is counted in. */
export const ownName = (): string => (own ??= `${process.pid}-${startOf(process.pid) ?? 0}-${here()}`);
let own: string | undefined;

/** As in the names of folders. */
export const ownerPattern = '\\d+-\\d+-[0-9a-f]{8}';

/** Whether the process of a name has ended; undefined where it cannot be known from here: another machine, boot or container. */
export function isDead(owner: string): boolean | undefined {
  const [pid, start, place] = owner.split('-');
  if (place !== here()) return undefined;
  const began = startOf(Number(pid));
  if (began !== undefined) return String(began) !== start;
  return start !== '0' || !answers(Number(pid)); // where the system tells when processes began, one of which it does not has ended
}

function answers(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process began, in ticks since the machine did: the 22nd field, counted after the name, which may hold anything. A zombie has ended. */
function startOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : Number(fields[19]);
  } catch {
    return undefined;
  }
}

const here = (): string =>
  (place ??= createHash('sha256')
    .update(JSON.stringify([hostname(), bootOf(), numbersOf()]))
    .digest('hex')
    .slice(0, 8));
let place: string | undefined;

const bootOf = (): string => orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim());
const numbersOf = (): string => orEmpty(() => readlinkSync('/proc/self/ns/pid'));

function orEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

/** Of another container or boot nobody can be asked whether they live: they touch their folders, and those left alone for a day are dead. */
const freshEvery = 3_600_000;
export const staleAfter = 24 * freshEvery;

/** Touches a folder while this process lives and the folder is there. */
export function keepFresh(folder: string): void {
  const clock = setInterval(() => {
    try {
      utimesSync(folder, new Date(), new Date());
    } catch {
      clearInterval(clock); // removed
    }
  }, freshEvery);
  clock.unref();
}

const scratchName = new RegExp(`^shoal-[a-z]+-(${ownerPattern})-[A-Za-z0-9]{6}$`);

/** Removes folders of the dead: real folders of this user, never what a link leads to. What cannot be removed stays for the next. */
function sweep(place: string): void {
  for (const name of namesIn(place)) {
    const owner = scratchName.exec(name)?.[1];
    const folder = join(place, name);
    if (owner === undefined || !isLeft(folder, owner)) continue;
    for (const path of notedIn(folder).flatMap((one) => [one, `${one}-old`]))
      if (basename(path).includes(`.shoal-${owner}-`) && isOurs(path)) remove(path);
    remove(folder);
  }
}

function isLeft(folder: string, owner: string): boolean {
  return isOurs(folder) && (isDead(owner) ?? Date.now() - lstatSync(folder).mtimeMs > staleAfter);
}

function isOurs(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === (process.getuid?.() ?? found.uid);
}

/** In the folder itself, and in those that a run made in it. */
function notedIn(folder: string): readonly string[] {
  return [folder, ...namesIn(folder).map((name) => join(folder, name))].flatMap((path) =>
    orEmpty(() => (isOurs(path) ? readFileSync(join(path, note), 'utf8') : ''))
      .split('\n')
      .filter(Boolean),
  );
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {}
}
