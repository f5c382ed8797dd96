import * as z from 'zod';

/** What the first line of a ledger says. */
export const headSchema = z.strictObject({
  shoal: z.literal('ledger'),
  format: z.literal(1),
  begun: z.string(),
  /** By which the key beside it is known. */
  key: z.string(),
  seal: z.string(),
});

const digits = z.string().regex(/^[0-9a-f]{64}$/);
const ofAll = { number: z.int().min(1), date: z.string(), previous: digits, seal: digits };

/** A release that left. No name, value or count of fewer than k: subjects are digests under a key that is not in here. */
const releaseEntry = z.strictObject({
  ...ofAll,
  kind: z.literal('release'),
  /** SHA-256 of its manifest.json, by which a folder is recognised. */
  manifest: digits,
  family: z.string(),
  method: z.string(),
  model: z.string(),
  k: z.int().min(2),
  promises: z.record(z.string(), z.unknown()),
  unit: z.string(),
  columns: z.array(z.strictObject({ name: z.string(), role: z.string() })),
  period: z.strictObject({ from: z.string(), to: z.string() }).optional(),
  subjects: z.int().min(0),
  /** Numbers of earlier entries, laid over which it leaves subjects in crowds below k; it was released with a warning. */
  exposes: z.array(z.int()).optional(),
  /** Digests and classes of the subjects, as bytes in base64. */
  digests: z.string(),
  classes: z.string(),
  /** Under the key: what stands together under the ids of a log, where these link more than k subjects share. */
  links: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
});

/** A release that was entered, and then could not be put into its place. */
const withdrawalEntry = z.strictObject({ ...ofAll, kind: z.literal('withdrawal'), of: z.int().min(1) });

export const entrySchema = z.discriminatedUnion('kind', [releaseEntry, withdrawalEntry]);
export type LedgerEntry = z.infer<typeof entrySchema>;
export type ReleaseEntry = z.infer<typeof releaseEntry>;
/** An entry before it has its place in the chain. */
export type NewEntry = DistributiveOmit<LedgerEntry, 'number' | 'date' | 'previous' | 'seal'>;
type DistributiveOmit<Of, Keys extends PropertyKey> = Of extends unknown ? Omit<Of, Keys> : never;
