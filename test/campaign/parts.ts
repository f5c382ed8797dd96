import type { Part } from './part.ts';
import { badFiles } from './parts/bad-files.ts';
import { commandLine } from './parts/command-line.ts';
import { differential } from './parts/differential.ts';
import { forgedLinks } from './parts/forged-links.ts';
import { forgeries } from './parts/forgeries.ts';
import { fullDisks } from './parts/full-disks.ts';
import { hostilePolicies } from './parts/hostile-policies.ts';
import { kernels } from './parts/kernels.ts';
import { kills } from './parts/kills.ts';
import { leakingDoors } from './parts/leaking-doors.ts';
import { leaks } from './parts/leaks.ts';
import { load } from './parts/load/load.ts';
import { longRun } from './parts/long-run.ts';
import { lostConnections } from './parts/lost-connections.ts';
import { promises } from './parts/promises.ts';
import { provedLines } from './parts/proved-lines.ts';
import { serverKills } from './parts/server-kills.ts';
import { stackedLogs } from './parts/stacked-logs.ts';
import { stackedTables } from './parts/stacked-tables.ts';
import { tableKills } from './parts/table-kills.ts';
import { writeOrder } from './parts/write-order.ts';

/** Every part of the campaign, in the order in which it is told. */
export const parts = [
  kernels,
  provedLines,
  stackedTables,
  stackedLogs,
  differential,
  promises,
  commandLine,
  forgeries,
  forgedLinks,
  kills,
  serverKills,
  tableKills,
  writeOrder,
  fullDisks,
  lostConnections,
  badFiles,
  hostilePolicies,
  leaks,
  leakingDoors,
  load,
  longRun,
] as readonly Part[];

export function partNamed(name: string): Part {
  const found = parts.find((part) => part.name === name);
  if (found === undefined) throw new Error(`There is no part ${name}. There are: ${parts.map((part) => part.name).join(', ')}.`);
  return found;
}
