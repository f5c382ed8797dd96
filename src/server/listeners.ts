import type { Problem } from '../base/problem.ts';
import type { Answered } from './answered.ts';

export interface ServeListeners {
  /** Told of each answered request: method, route, status, time; nothing of what was asked. */
  readonly onAnswer?: (answered: Answered) => void;
  /** Told what is wrong with the data behind the answers, and in mode public behind jobs over a source. */
  readonly onProblem?: (problem: Problem) => void;
  /** Told of a bug that a request ran into. */
  readonly onFault?: (fault: Error) => void;
  /** Told the address for another browser, once the address of the studio was used. */
  readonly onInvitation?: (address: string) => void;
  /** The clock by which weeks end; that of this machine when left out. */
  readonly now?: () => Date;
}
