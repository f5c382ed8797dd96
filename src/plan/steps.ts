import type { EventsPolicy, SeriesPolicy, TablePolicy } from '../policy/policy.ts';
import type { GateStep } from './gates.ts';

/** One step of a run, in order; what is said of it is enough to print it, and all that it does. */
export type Step = SeriesStep | EventsStep | TableStep | GateStep | CommonStep;

export type SeriesStep =
  | {
      readonly step: 'read';
      readonly rows: number;
      readonly numbers: number;
      readonly texts: number;
      readonly missing: SeriesPolicy['missing'];
    }
  | { readonly step: 'cut'; readonly blocks: number; readonly rowsPerBlock: number }
  | {
      readonly step: 'group';
      readonly k: number;
      readonly along: readonly string[];
      readonly mostGroups: number;
      /** Where shapes count too: how long groups are improved. */
      readonly effort?: string;
    }
  | {
      readonly step: 'pattern';
      readonly p: number;
      readonly segments: number;
      readonly maxLevel: number;
      readonly how: Readonly<Record<string, string>>;
    }
  | { readonly step: 'write'; readonly file: string; readonly intervals: SeriesPolicy['intervals'] }
  | { readonly step: 'measure'; readonly queries: number };

export type EventsStep =
  | { readonly step: 'scan'; readonly rows: number; readonly time: string; readonly timeZone?: string }
  | { readonly step: 'classify'; readonly codes: number; readonly unmapped: number; readonly removed: readonly string[] }
  | { readonly step: 'combine'; readonly columns: readonly string[]; readonly k: number }
  | { readonly step: 'flatten'; readonly columns: readonly string[]; readonly value: string }
  | { readonly step: 'reduce'; readonly by: EventsPolicy['reduce'] }
  | { readonly step: 'write-events'; readonly file: string; readonly pseudonym: EventsPolicy['pseudonym'] };

export type TableStep =
  | { readonly step: 'load'; readonly rows: number; readonly unit: string }
  | { readonly step: 'encode'; readonly columns: readonly string[] }
  | { readonly step: 'blocks'; readonly rowsPerBlock: number }
  | { readonly step: 'cluster'; readonly by: TablePolicy['method']; readonly k: number; readonly mostClusters: number }
  | { readonly step: 'generalise'; readonly labels: TablePolicy['labels'] }
  | { readonly step: 'write-table'; readonly file: string; readonly shape: 'records' | 'groups' };

/** The end of every run. */
export type CommonStep =
  | { readonly step: 'verify'; readonly promises: readonly string[] }
  | { readonly step: 'publish'; readonly folder: string };
