import { telecareCodes } from '../../release/telecare-codes.ts';
import type { MappingLine } from './mapping.ts';

/** The mapping that is built in, line by line. */
export const telecareMapping: readonly MappingLine[] = Object.entries(telecareCodes).flatMap(([name, codes]) =>
  codes.map((code) => ({ code, class: name })),
);
