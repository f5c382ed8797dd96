import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Mutant } from './mutants-of.ts';

/** What tests showed of mutants by now, in a file that grows: a run may be ended at any moment, and another goes on. */
export interface Notes {
  /** Mutants that some test felt: it passed a place where they make a difference. */
  readonly felt: Set<string>;
  readonly killed: Set<string>;
  /** Tests that ran with a mutant and noticed nothing. */
  readonly tried: Map<string, Set<string>>;
  /** Processor time that these took, in milliseconds. */
  readonly spent: Map<string, number>;
}

export type Note =
  | { readonly kind: 'felt'; readonly mutants: readonly string[] }
  | { readonly kind: 'killed'; readonly mutant: string; readonly by: string }
  | { readonly kind: 'tried'; readonly mutant: string; readonly by: string; readonly ms: number };

/** Another build gives other numbers; the file and the change stay. */
export const nameOf = ({ file, change }: Mutant): string => `${file}: ${change}`;

export function readNotes(path: string): Notes {
  const notes: Notes = { felt: new Set(), killed: new Set(), tried: new Map(), spent: new Map() };
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  for (const line of text.split('\n').slice(0, -1)) take(notes, JSON.parse(line));
  return notes;
}

/** Into what is known, and into the file. */
export function addNote(path: string, notes: Notes, note: Note): void {
  take(notes, note);
  appendFileSync(path, `${JSON.stringify(note)}\n`);
}

function take({ felt, killed, tried, spent }: Notes, note: Note): void {
  if (note.kind === 'felt') for (const mutant of note.mutants) felt.add(mutant);
  else if (note.kind === 'killed') killed.add(note.mutant);
  else {
    tried.set(note.mutant, (tried.get(note.mutant) ?? new Set()).add(note.by));
    spent.set(note.mutant, (spent.get(note.mutant) ?? 0) + note.ms);
  }
}
