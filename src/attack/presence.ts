import { type Board, openCells } from './board.ts';
import type { Fact } from './fact.ts';
import { type Intrusion, intrusionOf, shareOf } from './intrusion.ts';
import type { People } from './people.ts';

/** Whoever knows all facts of a person says that it is in the release where some cell fits. Nothing can be said without people who are not. */
export function seekPresence(board: Board, facts: readonly Fact[], { places, others }: People): readonly Intrusion[] {
  if (others === 0) return [];
  const open = new Uint32Array(board.records.length);
  const found = Float64Array.from({ length: places.length + others }, (_, person) =>
    openCells(facts, person, open) > 0 ? 1 : 0,
  );
  const control = shareOf(found.subarray(places.length));
  return [
    intrusionOf(
      { intruder: 'presence', knows: facts.length, of: facts.length, control, controls: others },
      found.subarray(0, places.length),
    ),
  ];
}
