import * as z from 'zod';

/** Decimal places of what is published. */
export const decimals = z
  .int()
  .min(0)
  .max(15)
  .optional()
  .describe("Decimal places of published bounds, rounded outward; by default the input's own");
