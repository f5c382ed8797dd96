import * as z from 'zod';

/** Where bounds are moved to; what is left out is settled by who will hold the release. */
export const snap = z
  .union([z.enum(['auto', 'off']), z.number().positive().finite()], 'expected auto, off, or a number above 0')
  .optional()
  .describe(
    'Moves bounds outward to a round grid: auto, off, or the step; auto for partner and public releases. Auto is about a twentieth of the mean band',
  );

export const snapOf = ({
  snap: given,
  release,
}: {
  readonly snap?: 'auto' | 'off' | number | undefined;
  readonly release: string;
}) => given ?? (release === 'internal' ? 'off' : 'auto');
