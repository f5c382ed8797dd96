/** One moment of a run: a phase and how far it is. A phase ends with `finished`. */
export interface Progress {
  readonly phase:
    | 'fetch'
    | 'read'
    | 'group'
    | 'pattern'
    | 'write'
    | 'measure'
    | 'verify'
    | 'table'
    | 'publish'
    | 'generate'
    | 'sweep';
  readonly done: number;
  readonly total?: number;
  readonly unit: 'rows' | 'blocks' | 'files' | 'settings';
  readonly finished?: boolean;
}
export type OnProgress = (progress: Progress) => void;
