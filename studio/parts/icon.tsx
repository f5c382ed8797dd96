const paths = {
  check: 'M4 10.5 8.2 14.5 16 6',
  cross: 'M5 5 15 15M15 5 5 15',
  undo: 'M8 5 4 9l4 4M4 9h7a5 5 0 0 1 0 10h-1',
  redo: 'M12 5l4 4-4 4M16 9H9a5 5 0 0 0 0 10h1',
  file: 'M5 2.5h6.5L15 6v11.5H5zM11 2.5V6.5h4',
  database:
    'M4 5c0-1.4 2.7-2.5 6-2.5s6 1.1 6 2.5-2.7 2.5-6 2.5S4 6.4 4 5zM4 5v10c0 1.4 2.7 2.5 6 2.5s6-1.1 6-2.5V5M4 10c0 1.4 2.7 2.5 6 2.5s6-1.1 6-2.5',
  arrow: 'M4 10h12M11 5l5 5-5 5',
  back: 'M16 10H4M9 5l-5 5 5 5',
  bin: 'M4 5.5h12M8 5.5v-2h4v2M6 5.5l.7 11h6.6l.7-11',
  lock: 'M5.5 9h9v8h-9zM7.5 9V6.5a2.5 2.5 0 0 1 5 0V9',
  warn: 'M10 3 18 17H2zM10 8v4.5M10 14.6v.4',
  wait: 'M10 3a7 7 0 1 1-7 7M10 6v4l2.5 2.5',
  up: 'M10 16V4M5 9l5-5 5 5',
  down: 'M10 4v12M5 11l5 5 5-5',
} as const;

export type IconName = keyof typeof paths;

/** A drawing beside words, never in their place: whoever cannot see it misses nothing. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
);
