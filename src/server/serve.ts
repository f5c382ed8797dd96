import type { AddressInfo } from 'node:net';
import { ok, type Result, refused } from '../base/result.ts';
import type { ServeListeners } from './listeners.ts';
import type { ServeOptions } from './options.ts';
import { openService } from './service.ts';
import { cannotListen } from './start-problems.ts';

export interface RunningServer {
  /** Such as http://127.0.0.1:8080. */
  readonly url: string;
  /** Where the studio opens, with what lets one browser in; where it is served. */
  readonly studio?: string;
  readonly mode: 'internal' | 'public';
  /** Where jobs are kept. */
  readonly state: string;
  /** Answers no more; running jobs get their time to finish, then end. May be called again. */
  stop(): Promise<void>;
}

/** Starts the HTTP API. Nothing of it is loaded before: other uses of the package start without it. */
export async function serve(options: ServeOptions = {}, listeners: ServeListeners = {}): Promise<Result<RunningServer>> {
  const service = await openService(options, listeners);
  if (!service.ok) return service;
  const { app, settings, state, addressAt, stop } = service.value;
  try {
    await app.listen({ host: settings.host, port: settings.port });
  } catch (error) {
    await stop();
    const { code = '' } = error as NodeJS.ErrnoException; // thrown by listen
    return refused(cannotListen(settings.host, settings.port, whyNot(code)));
  }
  const { port } = app.server.address() as AddressInfo; // it listens at a port, not at a path
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  const url = `http://${host}:${port}`;
  const studio = addressAt?.(url);
  return ok({ url, ...(studio === undefined ? {} : { studio }), mode: settings.mode, state, stop });
}

function whyNot(code: string): string {
  if (code === 'EADDRINUSE') return 'Another program listens there.';
  if (code === 'EACCES') return 'You may not use a port below 1024.';
  return code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' ? 'This machine has no such address.' : `The system answered ${code}.`;
}
