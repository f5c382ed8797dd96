import { createHash, createHmac, randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Refusal } from '../base/problem.ts';
import { isDead, ownName } from '../base/scratch.ts';
import { entrySchema, headSchema, type LedgerEntry, type NewEntry } from './ledger-entry.ts';
import { brokenChain, keyMissing, ledgerBusy, notALedger, wrongKey } from './ledger-problems.ts';
import { unwritable } from './output-problems.ts';

/** A ledger of releases that nobody else writes to meanwhile. */
export interface Ledger {
  readonly entries: readonly LedgerEntry[];
  /** A subject under the ledger's key: the same for the same text, and nothing to anyone without the key. */
  digest(subject: string): bigint;
  /** Adds a line at the end, on the disk when it returns. */
  append(entry: NewEntry): LedgerEntry;
  close(): void;
}

/** Where the key of a ledger lies: it must stay, and the ledger is worth nothing without it. */
export const keyPlace = (file: string): string => `${file}.key`;

/** Opens a ledger, or begins one with a key of its own; throws a refusal where it is not whole. */
export async function openLedger(file: string, signal?: AbortSignal): Promise<Ledger> {
  const unlock = await lock(file, signal).catch((error: NodeJS.ErrnoException) => {
    if (error.syscall === undefined) throw error;
    throw new Refusal(unwritableLedger(file));
  });
  try {
    if (!existsSync(file)) begin(file);
    const key = readKey(file);
    dropTornLine(file);
    const { lines, entries } = readLedger(file, key);
    let last = lines[lines.length - 1];
    const known = [...entries];
    return {
      entries: known,
      digest: (subject) => createHmac('sha256', key).update('subject\0').update(subject).digest().readBigUInt64LE(0),
      append(entry) {
        const whole = { number: known.length + 1, date: new Date().toISOString(), previous: sha256(last), ...entry };
        const sealed = sealedLine(whole, key);
        appendLine(file, sealed);
        last = sealed;
        const added = entrySchema.parse(JSON.parse(sealed));
        known.push(added);
        return added;
      },
      close: unlock,
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Refuses a ledger that a release could not be entered into: before a run, as it is opened only when there is something to enter. */
export function checkLedgerAhead(file: string): void {
  if (existsSync(file)) {
    readLedger(file, readKey(file));
    return;
  }
  try {
    accessSync(dirname(resolve(file)), constants.W_OK);
  } catch {
    throw new Refusal(unwritableLedger(file));
  }
}

const unwritableLedger = (file: string) =>
  unwritable(file, 'The ledger lies there.', 'Name one in a folder you may write to, with --ledger.');

/** Every entry of a ledger whose chain holds; with the seals, where its key is there. */
export function checkLedger(file: string): { readonly entries: readonly LedgerEntry[]; readonly sealed: boolean } {
  const key = existsSync(keyPlace(file)) ? readKey(file) : undefined;
  return { entries: readLedger(file, key).entries, sealed: key !== undefined };
}

/** A key that is there already stays: of a beginning cut short, or of a ledger that was put away. */
function begin(file: string): void {
  if (!existsSync(keyPlace(file))) writeWhole(keyPlace(file), randomBytes(32).toString('hex'));
  const key = readKey(file);
  writeWhole(file, sealedLine({ shoal: 'ledger', format: 1, begun: new Date().toISOString(), key: nameOf(key) }, key));
}

function writeWhole(path: string, line: string): void {
  const beside = `${path}.new`;
  writeFileSync(beside, `${line}\n`, { mode: 0o600, flush: true });
  renameSync(beside, path);
}

function readKey(file: string): Buffer {
  const place = keyPlace(file);
  const text = textIn(place)?.trim();
  if (text === undefined) throw new Refusal(keyMissing(file, place));
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Refusal(wrongKey(file, place));
  return Buffer.from(text, 'hex');
}

const nameOf = (key: Buffer): string => createHmac('sha256', key).update('name').digest('hex').slice(0, 16);

/** An entry that was cut short: its release was never put into its place, as that comes after. */
function dropTornLine(file: string): void {
  const bytes = readFileSync(file);
  const end = bytes.lastIndexOf(10) + 1;
  if (end < bytes.length && end > 0) truncateSync(file, end);
}

/** Lines that end, each proved to follow from the one before it. */
function readLedger(file: string, key: Buffer | undefined): { lines: readonly string[]; entries: readonly LedgerEntry[] } {
  const lines = (textIn(file) ?? '').split('\n').slice(0, -1);
  const head = lines.length === 0 ? undefined : headSchema.safeParse(parse(lines[0]));
  if (head?.success !== true) throw new Refusal(notALedger(file, 1));
  if (key !== undefined && head.data.key !== nameOf(key)) throw new Refusal(wrongKey(file, keyPlace(file)));
  const entries = lines.slice(1).map((line, i) => {
    const entry = entrySchema.safeParse(parse(line));
    if (!entry.success) throw new Refusal(notALedger(file, i + 2));
    const follows = entry.data.previous === sha256(lines[i]) && entry.data.number === i + 1;
    if (!follows) throw new Refusal(brokenChain(file, i + 2));
    return entry.data;
  });
  if (key !== undefined)
    lines.forEach((line, i) => {
      if (!isSealed(line, key)) throw new Refusal(brokenChain(file, i + 1));
    });
  return { lines, entries };
}

/** Nothing where there is no file, or one that cannot be read, such as a folder. */
function textIn(place: string): string | undefined {
  try {
    return readFileSync(place, 'utf8');
  } catch {
    return undefined;
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The seal is the last thing in a line, over all before it. */
function sealedLine(entry: object, key: Buffer): string {
  const open = JSON.stringify(entry).slice(0, -1);
  return `${open},"seal":"${sealOf(open, key)}"}`;
}

function isSealed(line: string, key: Buffer): boolean {
  const at = line.lastIndexOf(',"seal":"');
  return line === `${line.slice(0, at)},"seal":"${sealOf(line.slice(0, at), key)}"}`;
}

const sealOf = (open: string, key: Buffer): string => createHmac('sha256', key).update('seal\0').update(open).digest('hex');
const sha256 = (line: string): string => createHash('sha256').update(line).digest('hex');

function appendLine(file: string, line: string): void {
  const place = openSync(file, 'a');
  try {
    writeSync(place, `${line}\n`);
    fsyncSync(place);
  } finally {
    closeSync(place);
  }
}

/** One run at a time, and each for a moment only: the lock tells whose it is, and one of a process that ended is taken over. */
async function lock(file: string, signal: AbortSignal | undefined): Promise<() => void> {
  const place = `${file}.lock`;
  for (let tries = 0; !take(place); tries++) {
    if (isDead(ownerOf(place)) === true) rmSync(place, { force: true });
    else if (tries * pause > patience) throw new Refusal(ledgerBusy(file, place));
    else await setTimeout(pause, undefined, { signal });
  }
  return () => rmSync(place, { force: true });
}

const pause = 50;
const patience = 60_000;

function take(place: string): boolean {
  try {
    writeFileSync(place, ownName(), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Nobody, where it was removed meanwhile. */
const ownerOf = (place: string): string => textIn(place) ?? '';
