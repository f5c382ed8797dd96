import type { Part } from './part.ts';
import { badFiles } from './parts/bad-files.ts';
import { commandLine } from './parts/command-line.ts';
import { differential } from './parts/differential.ts';
import { forgeries } from './parts/forgeries.ts';
import { fullDisks } from './parts/full-disks.ts';
import { kernels } from './parts/kernels.ts';
import { kills } from './parts/kills.ts';
import { leaks } from './parts/leaks.ts';
import { longRun } from './parts/long-run.ts';
import { lostConnections } from './parts/lost-connections.ts';
import { promises } from './parts/promises.ts';

/** Every part of the campaign, in the order in which it is told. */
export const parts = [
  kernels,
  differential,
  promises,
  commandLine,
  forgeries,
  kills,
  fullDisks,
  lostConnections,
  badFiles,
  leaks,
  longRun,
] as readonly Part[];

export function partNamed(name: string): Part {
  const found = parts.find((part) => part.name === name);
  if (found === undefined) throw new Error(`There is no part ${name}. There are: ${parts.map((part) => part.name).join(', ')}.`);
  return found;
}
