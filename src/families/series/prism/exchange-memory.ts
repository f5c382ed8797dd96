import { compileProgram } from '../../../base/web-assembly.ts';
import { memory } from '../../../clusters/points-memory.ts';
import { exchangeBytes } from './exchange-bytes.ts';

/** What assembly/exchange.ts holds, by places in memory. */
interface ExchangeProgram {
  readonly squaresAfter: (gone: number, come: number, extremes: number, values: number, bound: number) => number;
  readonly squaresWith: (come: number, extremes: number, values: number) => number;
  readonly takeGroup: (
    ...[members, size, records, step, values, extremes, reliefs]: readonly [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ]
  ) => number;
}

/** It works in the memory of points, which keeps what was lent where it is. */
export const { squaresAfter, squaresWith, takeGroup } = compileProgram<ExchangeProgram>(exchangeBytes)(memory);
