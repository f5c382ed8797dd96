/** One moment of a run: a phase and how far it is. A phase ends with `finished`. */
export interface Progress {
  readonly phase: 'read' | 'group' | 'pattern' | 'write' | 'measure' | 'verify' | 'publish' | 'generate' | 'sweep';
  readonly done: number;
  readonly total?: number;
  readonly unit: 'rows' | 'blocks' | 'files' | 'settings';
  readonly finished?: boolean;
}
export type OnProgress = (progress: Progress) => void;
