import type { Format } from './format.ts';

/** Arrow's own files and streams of messages. */
export const arrow = {
  name: 'arrow',
  extensions: ['arrow', 'arrows', 'feather', 'ipc'],
  reads: { as: 'table', read: async (file, rows) => (await import('./arrow-file.ts')).readArrowFile(file, rows) },
} as const satisfies Format;
