import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { goodEvents, writeEvents } from './an-event-release.ts';
import { eventTamperings } from './event-tamperings.ts';
import { expectBreaches } from './expect-breaches.ts';
import { verifyLent } from './lent-duckdb.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-event-tampering-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('of an event log, the verifier catches', () => {
  it.each(eventTamperings)('$says', async ({ pseudonym, format, before, after, options, breach }) => {
    const folder = mkdtempSync(join(home, 'release-'));
    const draft = goodEvents(pseudonym, format);
    before?.(draft);
    await writeEvents(folder, draft);
    after?.(folder);
    expectBreaches(await verifyLent(folder, options), breach, ['home-', 'fall_', 'night', 'smoke']);
  });
});
