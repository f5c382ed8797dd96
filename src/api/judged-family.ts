import type { Counting } from '../base/counting.ts';
import type { Family, MadeFigures, Prepared, Work } from '../families/family.ts';
import type { Figures } from '../plan/gates.ts';
import type { Policy } from '../policy/policy.ts';
import type { Manifest } from '../release/manifest.ts';
import type { Sections } from '../report/sections.ts';
import type { Summary } from '../report/summary.ts';
import type { CountedVerdict } from '../verify/verify.ts';

/** A family of makers, and beside it what judges say of its releases. */
export interface JudgedFamily<
  Of extends Policy = Policy,
  Input extends Prepared = Prepared,
  Made extends MadeFigures = MadeFigures,
  Written = unknown,
  Found = unknown,
> extends Family<Of, Input, Made, Written> {
  /** What else the written release gives away and has lost; with what a report shows of it, where the verdict has a census. */
  judge(work: Work<Of, Input, Made, Written>, verdict: CountedVerdict, counting: Counting, manifest: Manifest): Promise<Found>;
  /** The phase that judging is told as. */
  readonly judging?: string;
  figures(found: Found): Figures;
  summarise(judged: Judged<Of, Input, Made, Written, Found>): Summary;
  sections(judged: Judged<Of, Input, Made, Written, Found>): Sections;
}

/** A written release whose every promise holds, and what was found of it. */
export interface Judged<
  Of extends Policy = Policy,
  Input extends Prepared = Prepared,
  Made extends MadeFigures = MadeFigures,
  Written = unknown,
  Found = unknown,
> {
  readonly work: Work<Of, Input, Made, Written>;
  readonly verdict: CountedVerdict;
  readonly found: Found;
}
