import { signal } from '@preact/signals';
import type { Session } from '../api/calls.ts';

/** What this browser may do, as the server says. */
export const session = signal<Session | undefined>(undefined);
