import { ok, type Result } from '../base/result.ts';
import type { Manifest } from '../release/manifest.ts';
import { asProblem, type Breach } from '../verify/breaches.ts';
import { readManifest } from '../verify/read-manifest.ts';
import type { Verdict } from '../verify/verify.ts';
import { type VerifyOptions, verify } from './verify.ts';

/** A verdict for whoever reads it far from here: breaches in sentences, and what the release says of itself, where that can be read. */
export interface ToldVerdict extends Omit<Verdict, 'breaches'> {
  readonly breaches: readonly ToldBreach[];
  readonly manifest?: Manifest;
}

/** The facts of a breach, and the same as a person reads it. */
export type ToldBreach = Breach & {
  readonly code: `verify/${Breach['kind']}`;
  readonly what: string;
  readonly where?: string;
  readonly why: string;
};

export async function tellVerdict(folder: string, options: VerifyOptions = {}): Promise<Result<ToldVerdict>> {
  const verdict = await verify(folder, options);
  if (!verdict.ok) return verdict;
  const manifest = await readManifest(folder);
  return ok({
    ...verdict.value,
    breaches: verdict.value.breaches.map((breach) => {
      const { code, what, where, why } = asProblem(breach);
      return { ...breach, code, what, ...(where === undefined ? {} : { where }), why };
    }),
    ...('length' in manifest ? {} : { manifest }),
  });
}
