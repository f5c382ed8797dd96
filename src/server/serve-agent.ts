import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { ok, type Result } from '../base/result.ts';
import type { ServeListeners } from './listeners.ts';
import type { ServeOptions } from './options.ts';
import { openService } from './service.ts';

/** What an agent is served with: the options of `serve`, but for those of a network. */
export type AgentOptions = Omit<ServeOptions, 'host' | 'port' | 'tokenFile' | 'internalTokenFile' | 'cors'> & {
  /** Folder in which releases are placed when they are done, without what must stay; `releases` when left out. */
  readonly out?: string;
};

/** The streams an agent speaks through. */
export interface AgentStreams extends Pick<ServeListeners, 'onProblem' | 'onFault'> {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Aborted, it ends the service. */
  readonly signal?: AbortSignal;
}

/** Serves one agent over standard input and output, by the Model Context Protocol. It opens no port, and ends with its input. */
export async function serveAgent(
  { out = 'releases', ...options }: AgentOptions,
  { stdin, stdout, signal, ...listeners }: AgentStreams,
): Promise<Result<void>> {
  const service = await openService({ ...options, port: 0, rate: 1_000_000 }, listeners);
  if (!service.ok) return service;
  const { app, folderOf, stop } = service.value;
  const end = () => stdin.destroy();
  signal?.addEventListener('abort', end);
  try {
    const [{ serveStreams }, { callAs }] = await Promise.all([import('../mcp/agent-server.ts'), import('./agent-routes.ts')]);
    await app.ready();
    const place = async (id: string) => placeOpen(folderOf(id), join(out, id));
    await serveStreams({ call: callAs(app)(undefined), place, wait }, stdin, stdout);
    return ok(undefined);
  } finally {
    signal?.removeEventListener('abort', end);
    await stop();
  }
}

/** A copy of what may leave, for the person; the second time it is there already. */
function placeOpen(from: string, to: string): string {
  if (!existsSync(join(to, 'manifest.json'))) {
    mkdirSync(to, { recursive: true });
    cpSync(from, to, { recursive: true, filter: (path) => basename(path) !== 'internal' });
  }
  return to;
}
