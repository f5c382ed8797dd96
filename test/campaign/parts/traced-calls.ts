/** One call of the system that changes what a disk holds, when it had succeeded. */
export interface Call {
  /** A name for something new, for something that is there, bytes, a sync, another name, a removal. */
  readonly kind: 'make' | 'link' | 'change' | 'sync' | 'rename' | 'remove';
  readonly path: string;
  /** The new name. */
  readonly to?: string;
}

const kinds: Readonly<Record<string, Call['kind']>> = {
  mkdir: 'make',
  mkdirat: 'make',
  link: 'link',
  linkat: 'link',
  openat: 'make',
  write: 'change',
  writev: 'change',
  pwrite64: 'change',
  pwritev: 'change',
  ftruncate: 'change',
  copy_file_range: 'change',
  sendfile: 'change',
  fsync: 'sync',
  fdatasync: 'sync',
  rename: 'rename',
  renameat: 'rename',
  renameat2: 'rename',
  unlink: 'remove',
  unlinkat: 'remove',
  rmdir: 'remove',
};

/** As strace is asked for them. */
export const tracedCalls = Object.keys(kinds).join(',');

/**
 * What `strace -f -y` wrote down. A call that stands on two lines, as another thread made one meanwhile, counts where it ended. A sync during which
 * its file was changed does not count at all.
 */
export function callsIn(log: string): readonly Call[] {
  const begun = new Map<string, { readonly text: string; readonly at: number }>();
  const calls: Call[] = [];
  for (const line of log.split('\n')) {
    const [, thread = '', rest = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest);
    if (rest.endsWith('<unfinished ...>')) {
      begun.set(thread, { text: rest.slice(0, -'<unfinished ...>'.length), at: calls.length });
      continue;
    }
    const { text, at } = (resumed === null ? undefined : begun.get(thread)) ?? { text: '', at: calls.length };
    const call = callOf(resumed === null ? rest : `${text}${resumed[1]}`);
    if (call === undefined) continue;
    const missed = call.kind === 'sync' && calls.slice(at).some(({ kind, path }) => kind === 'change' && path === call.path);
    if (!missed) calls.push(call);
  }
  return calls;
}

function callOf(text: string): Call | undefined {
  const [, name = '', words = '', answer = ''] = /^(\w+)\((.*)\)\s+=\s+(.*)$/.exec(text) ?? [];
  const kind = kinds[name];
  if (kind === undefined || answer.startsWith('-1') || answer.startsWith('?')) return undefined;
  const quoted = [...words.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, path]) => path);
  const handles = [...words.matchAll(/\d+<([^>]*)>/g)].map(([, path]) => path);
  if (name === 'openat') {
    const opened = /^\d+<([^>]*)>/.exec(answer)?.[1];
    return opened !== undefined && /O_CREAT|O_TRUNC/.test(words) ? { kind, path: opened } : undefined;
  }
  if (kind === 'rename') return { kind, path: quoted[0], to: quoted[1] };
  if (kind === 'link') return { kind, path: quoted[1] };
  if (kind === 'make' || kind === 'remove') return quoted[0] === undefined ? undefined : { kind, path: quoted[0] };
  const path = name === 'copy_file_range' ? handles[1] : handles[0];
  return path?.startsWith('/') === true ? { kind, path } : undefined;
}
