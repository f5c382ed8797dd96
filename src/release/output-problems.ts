import { Exit, problem } from '../base/problem.ts';

/** What can keep a release from being written: its place, the disk, the memory. */
export const outputExists = (out: string) =>
  problem({
    code: 'output/exists',
    exit: Exit.output,
    what: `${out} exists already.`,
    why: 'Nothing is overwritten by accident.',
    fix: 'Choose another --out, or replace it with --force.',
    facts: { out },
  });

export const notARelease = (out: string) =>
  problem({
    code: 'output/not-a-release',
    exit: Exit.output,
    what: `${out} exists and is not a release made by Shoal.`,
    why: '--force replaces releases only, so that a slip in --out cannot delete other work.',
    fix: 'Choose another --out, or remove the folder yourself.',
    facts: { out },
  });

export const holdsWhatIsRead = (out: string, file: string) =>
  problem({
    code: 'output/holds-what-is-read',
    exit: Exit.output,
    what: `${file} lies in ${out}, which would be replaced.`,
    why: 'The folder is replaced as a whole. What this run reads or remembers would be gone with it, or leave with the release.',
    fix: 'Choose another --out, or move the file out of the folder.',
    facts: { out, file },
  });

export const notASweep = (out: string) =>
  problem({
    code: 'output/not-a-sweep',
    exit: Exit.output,
    what: `${out} exists and is not a sweep made by Shoal.`,
    why: '--force replaces sweeps only, so that a slip in --out cannot delete a release or other work.',
    fix: 'Choose another --out, or remove the folder yourself.',
    facts: { out },
  });

export const tooManyParts = (parts: number, most: number) =>
  problem({
    code: 'output/too-many-parts',
    exit: Exit.output,
    what: `The release would have ${parts} files of data; ${most} is the most.`,
    why: 'The manifest names each of them.',
    fix: 'Set --part-rows higher.',
    facts: { parts, most },
  });

export const unwritable = (out: string, why: string, fix = 'Choose a folder you may write to with --out.') =>
  problem({
    code: 'output/unwritable',
    exit: Exit.output,
    what: `${out} cannot be written.`,
    why,
    fix,
    facts: { out },
  });

export const diskFull = (out: string) =>
  problem({
    code: 'resource/disk-full',
    exit: Exit.resource,
    what: 'The disk is full.',
    where: out,
    why: 'The release could not be written whole, so nothing was published.',
    fix: 'Free some space or choose another disk with --out; TMPDIR moves the temporary files.',
    facts: { out },
  });

export const outOfMemory = () =>
  problem({
    code: 'resource/memory',
    exit: Exit.resource,
    what: 'The memory limit was reached.',
    why: 'The step could not be finished within it, even by spilling to disk.',
    fix: 'Raise --memory, or lower --threads: each thread holds buffers of its own.',
  });
