import type { Fact } from '../fact.ts';
import { type Intrusion, intrusionOf, shareOf } from '../intrusion.ts';
import type { Outsider } from './draw-outsiders.ts';
import { type LinkedLog, markIds, openFor } from './link-events.ts';

/** Ids that are looked through for each person; of more, some at equal distances. */
const mostIds = 2000;

/**
 * One event of a person is known, and another is guessed: the combination that most ids have which may carry the known one. It is certain where
 * all of them have it. People who are not in the release are guessed in the same way; without any, the control says what most ids of the log have.
 */
export function inferEvents(log: LinkedLog): readonly Intrusion[] {
  const { known, board, facts, outsiders } = log;
  const cells = board.records.length;
  const persons = known.ids.length;
  const usual = Uint32Array.from({ length: cells }, (_, cell) => cell).sort(
    (a, b) => carriers(log, b) - carriers(log, a) || a - b,
  );
  const guess = guessFor(log);
  const [right, sure, always] = [0, 1, 2].map(() => new Float64Array(persons));
  for (let person = 0; person < persons; person++) {
    const { cell, open, certain } = guess(known.starts[person]);
    const own = known.all[person];
    right[person] = cell !== undefined && own.has(cell) ? 1 : 0;
    sure[person] = certain ? 1 : 0;
    always[person] = own.has(usual.find((one) => !open.has(one)) ?? -1) ? 1 : 0;
  }
  const told = { knows: 1, of: 1 };
  if (outsiders.length === 0)
    return [
      intrusionOf({ intruder: 'other-event', ...told, control: shareOf(always) }, right),
      intrusionOf({ intruder: 'certain-event', ...told }, sure),
    ];
  const outside = outsiders.map((outsider) => {
    const { cell, certain } = guess(outsider.from);
    const isRight = cell !== undefined && hasIn(facts, outsider, cell);
    return { isRight, isSure: isRight && certain };
  });
  const shareWhere = (held: readonly boolean[]) => held.filter(Boolean).length / held.length;
  const controls = outsiders.length;
  return [
    intrusionOf(
      { intruder: 'other-event', ...told, control: shareWhere(outside.map(({ isRight }) => isRight)), controls },
      right,
    ),
    intrusionOf({ intruder: 'certain-event', ...told, control: shareWhere(outside.map(({ isSure }) => isSure)), controls }, sure),
  ];
}

/** The guess from one known event: a cell, and whether every id that may carry the event has it. */
function guessFor(log: LinkedLog) {
  const cells = log.board.records.length;
  const reached = new Uint8Array(log.ids.count);
  const counts = new Uint32Array(cells);
  return (event: number) => {
    reached.fill(0);
    const fitting = markIds(log, event, 0, reached);
    const open = new Set(openFor(log.facts, cells, event));
    const { cell, times, looked } = mostShared(log, { reached, fitting, open, counts });
    return { cell, open, certain: cell !== undefined && times === looked && looked === fitting };
  };
}

/** Whether some event of somebody outside may stand in a cell, beside the one that is known. */
function hasIn(facts: readonly Fact[], { from, to }: Outsider, cell: number): boolean {
  const one = new Uint32Array(1);
  for (let event = from + 1; event < to; event++) {
    one[0] = cell;
    if (facts.every((fact) => fact.keep(event, one, 1) === 1)) return true;
  }
  return false;
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
