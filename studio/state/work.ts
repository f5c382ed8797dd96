import { computed, signal } from '@preact/signals';
import { ask, Refusal } from '../api/client.ts';
import { addStep, type Choices, chosenIn, noteIn, redoIn, type Steps, undoIn } from './choices.ts';

/** A work as the server keeps it: nothing of it lies in the browser. */
interface Kept {
  readonly id: string;
  readonly revision: number;
  readonly changed: string;
  readonly content: Steps;
}

/** The work that is open, if any. */
const kept = signal<Kept | undefined>(undefined);
export const workProblem = signal<unknown>(undefined);
/** Whether another window changed it, and its choices were taken over. */
export const isChangedElsewhere = signal(false);

export const choices = computed(() => (kept.value === undefined ? undefined : chosenIn(kept.value.content)));
export const openWorkId = computed(() => kept.value?.id);
export const canUndo = computed(() => (kept.value?.content.at ?? 0) > 0);
export const canRedo = computed(() => kept.value !== undefined && kept.value.content.at < kept.value.content.steps.length - 1);

/** Other windows of this browser: told that a work changed, never how. */
const windows = new BroadcastChannel('shoal-works');
windows.onmessage = ({ data }) => {
  if (data === kept.value?.id && saving === undefined) void reload(data).then(() => (isChangedElsewhere.value = true));
};

export async function startWork(first: Choices): Promise<string> {
  const { id } = await ask<Kept>('/studio/works', { body: { content: { steps: [first], at: 0 } } });
  return id;
}

export const listWorks = async (): Promise<readonly Kept[]> => (await ask<{ works: readonly Kept[] }>('/studio/works')).works;
export const removeWork = (id: string): Promise<void> => ask(`/studio/works/${id}`, { method: 'DELETE' });

export async function openWork(id: string): Promise<void> {
  if (kept.value?.id === id) return;
  kept.value = undefined;
  workProblem.value = undefined;
  await reload(id);
}

async function reload(id: string): Promise<void> {
  try {
    kept.value = await ask<Kept>(`/studio/works/${id}`);
  } catch (error) {
    workProblem.value = error;
  }
}

/** A choice of the person: it can be undone. */
export const choose = (change: Partial<Choices>): void =>
  applyChange((steps) => addStep(steps, { ...chosenIn(steps), ...change }));
/** What came of the choices, such as a job. */
export const note = (change: Partial<Choices>): void => applyChange((steps) => noteIn(steps, change));
export const undo = (): void => applyChange(undoIn);
export const redo = (): void => applyChange(redoIn);

function applyChange(next: (steps: Steps) => Steps): void {
  const before = kept.value;
  if (before === undefined) return;
  isChangedElsewhere.value = false;
  kept.value = { ...before, content: next(before.content) };
  saving ??= save().finally(() => (saving = undefined));
}

let saving: Promise<void> | undefined;

/** Saves one state after the other, the newest last. Where another window was first, its choices count. */
async function save(): Promise<void> {
  for (let saved: Steps | undefined; kept.value !== undefined && saved !== kept.value.content; ) {
    const { id, revision, content } = kept.value;
    saved = content;
    try {
      const answer = await ask<Kept>(`/studio/works/${id}`, { method: 'PUT', body: { revision, content } });
      if (kept.value?.id !== id) return;
      kept.value = { ...kept.value, revision: answer.revision };
      windows.postMessage(id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await reload(id);
      isChangedElsewhere.value = true;
      return;
    }
  }
}
