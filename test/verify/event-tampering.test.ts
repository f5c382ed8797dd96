import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type EventDraft, goodEvents, type Pseudonym, writeEvents } from './an-event-release.ts';
import { type EventTampering, eventTamperings } from './event-tamperings.ts';
import { expectBreaches } from './expect-breaches.ts';
import { verifyLent } from './lent-duckdb.ts';
import type { Format } from './written-release.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-event-tampering-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Spoils a good release as a case says, and expects what it names; `make` is asked for the good one. */
async function expectCaught(
  { pseudonym, format, before, after, options, breach }: EventTampering,
  make: (pseudonym?: Pseudonym, format?: Format) => EventDraft,
): Promise<void> {
  const folder = mkdtempSync(join(home, 'release-'));
  const draft = make(pseudonym, format);
  before?.(draft);
  await writeEvents(folder, draft);
  after?.(folder);
  expectBreaches(await verifyLent(folder, options), breach, ['home-', 'fall_', 'night', 'smoke']);
}

/** A good release of which no cell needs quotes, so that its lines are looked at first. */
function plainEvents(pseudonym?: Pseudonym, format?: Format): EventDraft {
  const draft = goodEvents(pseudonym, format);
  for (const row of draft.rows) row.splice(0, row.length, ...row.map((cell) => cell.replaceAll(/[";]/g, '')));
  return draft;
}

const ofQuotes = 'a quote inside a cell'; // is told of cells that need some, too

describe('of an event log, the verifier catches', () => {
  it.each(eventTamperings)('$says', (tampering) => expectCaught(tampering, goodEvents));

  it.each(eventTamperings.filter(({ says, format }) => format !== 'parquet' && says !== ofQuotes))(
    '$says, where no cell needs quotes',
    (tampering) => expectCaught(tampering, plainEvents),
  );
});
