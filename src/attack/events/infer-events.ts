import { type Intrusion, intrusionOf, shareOf } from '../intrusion.ts';
import { type LinkedLog, markIds, openFor } from './link-events.ts';

/** Ids that are looked through for each person; of more, some at equal distances. */
const mostIds = 2000;

/**
 * One event of a person is known, and another is guessed: the combination that most ids have which may carry the known one. It is certain where
 * all of them have it. The control says what most ids of the whole log have.
 */
export function inferEvents(log: LinkedLog): readonly Intrusion[] {
  const { known, ids, board, facts } = log;
  const cells = board.records.length;
  const persons = known.ids.length;
  const reached = new Uint8Array(ids.count);
  const counts = new Uint32Array(cells);
  const usual = Uint32Array.from({ length: cells }, (_, cell) => cell).sort(
    (a, b) => carriers(log, b) - carriers(log, a) || a - b,
  );
  const [right, sure, always] = [0, 1, 2].map(() => new Float64Array(persons));
  for (let person = 0; person < persons; person++) {
    const event = known.starts[person];
    reached.fill(0);
    const fitting = markIds(log, event, 0, reached);
    const open = new Set(openFor(facts, cells, event));
    const { cell, times, looked } = mostShared(log, { reached, fitting, open, counts });
    const own = known.all[person];
    right[person] = cell !== undefined && own.has(cell) ? 1 : 0;
    sure[person] = cell !== undefined && times === looked && looked === fitting ? 1 : 0;
    always[person] = own.has(usual.find((one) => !open.has(one)) ?? -1) ? 1 : 0;
  }
  const told = { knows: 1, of: 1 };
  return [
    intrusionOf({ intruder: 'other-event', ...told, control: shareOf(always) }, right),
    intrusionOf({ intruder: 'certain-event', ...told }, sure),
  ];
}

const carriers = ({ ids: { ofCell } }: LinkedLog, cell: number): number => ofCell.starts[cell + 1] - ofCell.starts[cell];

interface Fitting {
  readonly reached: Uint8Array;
  readonly fitting: number;
  /** Cells that may be the known event itself. */
  readonly open: ReadonlySet<number>;
  /** Lent: all zero before and after. */
  readonly counts: Uint32Array;
}

/** The cell that most of the fitting ids have beside the known event. */
function mostShared({ ids: { ofId } }: LinkedLog, { reached, fitting, open, counts }: Fitting) {
  const stride = Math.max(1, Math.ceil(fitting / mostIds));
  const seen: number[] = [];
  let [passed, looked] = [0, 0];
  for (let id = 0; id < reached.length; id++) {
    if (reached[id] === 0 || passed++ % stride !== 0) continue;
    looked++;
    for (let at = ofId.starts[id]; at < ofId.starts[id + 1]; at++) {
      const cell = ofId.items[at];
      if (open.has(cell)) continue;
      if (counts[cell]++ === 0) seen.push(cell);
    }
  }
  const cell = seen.reduce<number | undefined>(
    (best, one) =>
      best === undefined || counts[one] > counts[best] || (counts[one] === counts[best] && one < best) ? one : best,
    undefined,
  );
  const times = cell === undefined ? 0 : counts[cell];
  for (const one of seen) counts[one] = 0;
  return { cell, times, looked };
}
