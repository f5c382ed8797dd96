import type { ServeListeners } from './listeners.ts';
import type { Settings } from './options.ts';
import { openSessions, type Sessions } from './sessions.ts';
import type { State } from './state.ts';
import { openWorks, type Works } from './works.ts';

/** What the page in the browser needs of the server beside its API. */
export interface Studio {
  readonly sessions: Sessions;
  readonly works: Works;
  /** The address that lets one browser in, once it is known where the server listens. */
  addressAt(url: string): string;
}

export function openStudio(
  { studio, tokens, opensInside }: Settings,
  { folder, works }: State,
  { now, onInvitation }: Required<Pick<ServeListeners, 'now' | 'onInvitation'>>,
): Studio | undefined {
  if (!studio) return undefined;
  let place = '';
  const onUse = () => onInvitation(addressAt(place));
  const sessions = openSessions({ folder, tokens, opensInside, now, onUse });
  /** What follows # never travels: no log, no proxy and no other site sees it. Who has a token needs none. */
  const addressAt = (url: string) => {
    place = url;
    return tokens === undefined ? `${url}/studio/#key=${sessions.invitation()}` : `${url}/studio/`;
  };
  return { sessions, works: openWorks(works, now), addressAt };
}
