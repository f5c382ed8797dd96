import * as z from 'zod';

/** What an answer says of itself, in the words of the preset tolls. */
export const answerWords = z.strictObject({
  category: z.string(),
  method: z.string(),
  algorithm: z.string(),
  input_source: z.string(),
  quasi_identifiers: z.array(z.string()),
  clustering: z.strictObject({ algorithm: z.string(), description: z.string() }),
  generalization: z.strictObject({ geographic: z.string(), temporal: z.string() }),
});

/** The body as the seed's clients know it. */
export const flowBody = z
  .strictObject({
    success: z.literal(true),
    data: z.array(
      z.strictObject({
        section_region: z.string(),
        time_period: z.string(),
        truck_count: z.int().describe('Different vehicles'),
        avg_toll: z
          .number()
          .nullable()
          .describe(
            'Empty where a few vehicles would dominate it; for a larger k of mode public, what the rows of the smallest k give, weighted by vehicles',
          ),
        k_anonymized: z.boolean().describe('What the verifier found, reading the released bytes'),
        algorithm: z.literal('KACA'),
      }),
    ),
    count: z.int(),
    category: z.string(),
    privacy_protection: z.strictObject({
      method: z.string(),
      algorithm: z.string(),
      k_value: z.int(),
      input_source: z.string(),
      quasi_identifiers: z.array(z.string()),
      clustering: z.strictObject({ algorithm: z.string(), clusters: z.int(), description: z.string() }),
      generalization: z.strictObject({ geographic: z.string(), temporal: z.string() }),
      noise: z
        .strictObject({
          most: z.int().describe('No count is told further from the true one'),
          variance: z.number().describe('Of the difference; the same vehicles, the same difference'),
        })
        .optional()
        .describe('Where the operator asked for noise on counts; means are then empty'),
      statistics: z.strictObject({
        total_records: z.int().nullable().describe('Empty in mode public where a count below k could be worked out'),
        anonymized_groups: z.int(),
        suppressed_records: z.int().nullable(),
        retention_rate: z.number().nullable().describe('Per cent'),
      }),
    }),
  })
  .describe('Exits of trucks by region and part of the day');
export type FlowBody = z.infer<typeof flowBody>;
