import { openAhead } from '../engine/local/instances.ts';

/** For doors that know before the library is loaded that a database will be asked for: opening one takes as long as loading. */
export const openDatabaseAhead = (): void => openAhead();
