import { signal } from '@preact/signals';
import { render } from 'preact';
import { askSession, openSession, type Session } from './api/calls.ts';
import { isSignedIn } from './api/client.ts';
import { SignIn } from './screens/sign-in.tsx';
import { Shell } from './shell.tsx';
import { session } from './state/session.ts';

/** How to come in, for a browser that is not. */
const door = signal<Session['door']>('address');

/** The key of an address works once, and leaves the address before anything else is done. */
async function enter(): Promise<void> {
  const key = /^#key=([\w-]+)$/.exec(location.hash)?.[1];
  if (key !== undefined) {
    history.replaceState(null, '', '#/');
    await openSession(key).catch(() => undefined); // used before: this browser may have come in with it
  }
  const found = await askSession();
  session.value = found;
  door.value = found.door;
  isSignedIn.value = found.signedIn;
}

function Studio() {
  if (isSignedIn.value === undefined) return null;
  return isSignedIn.value ? (
    <Shell />
  ) : (
    <main id="main">
      <SignIn door={door.value} onDone={() => void enter()} />
    </main>
  );
}

await enter();
render(<Studio />, document.body);
