import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ownName } from '../../src/base/scratch.ts';
import { openWorkspace, type Workspace } from '../../src/base/workspace.ts';
import { asWriteProblem, checkTarget, openStage, sweepFolder } from '../../src/release/stage.ts';

/** A process that has ended, and one of another container that nobody can ask. */
const gone = ownName().replace(/^\d+/, '4194305');
const elsewhere = ownName().replace(/[0-9a-f]{8}$/, '0badcafe');

let folder: string;
let out: string;
let workspace: Workspace;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shoal-stage-'));
  out = join(folder, 'out');
  workspace = openWorkspace();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A folder as a release leaves it, with one word in it. */
function release(path: string, word: string): void {
  mkdirSync(join(path, 'internal'), { recursive: true });
  writeFileSync(join(path, 'manifest.json'), '{ "shoal": "0.1.0" }');
  writeFileSync(join(path, 'word'), word);
}

function staged(force: boolean, target = out) {
  const stage = openStage(target, workspace, force);
  if (!stage.ok) throw new Error(stage.problems[0].code);
  writeFileSync(join(stage.value.folder, 'manifest.json'), '{ "shoal": "0.1.0" }');
  writeFileSync(join(stage.value.folder, 'word'), 'new');
  return stage.value;
}

const wordAt = (path: string): string => readFileSync(join(path, 'word'), 'utf8');
const codeOf = (problem: { code: string } | undefined): string | undefined => problem?.code;

describe('a stage', () => {
  it('lies beside its target, hidden, and only publishing moves it there', () => {
    const stage = staged(false);
    expect(readdirSync(folder)).toEqual([stage.folder.slice(folder.length + 1)]);
    expect(stage.folder).toMatch(/\/\.out\.shoal-\d+-\d+-[0-9a-f]{8}-[0-9a-f]{8}$/);
    expect(stage.publish()).toBeUndefined();
    expect(readdirSync(folder)).toEqual(['out']);
    expect(wordAt(out)).toBe('new');
  });

  it('replaces a release by force, and the old one is gone once the workspace is', () => {
    release(out, 'old');
    expect(staged(true).publish()).toBeUndefined();
    expect(wordAt(out)).toBe('new');
    workspace.dispose();
    expect(readdirSync(folder)).toEqual(['out']);
  });

  it('leaves no trace when the workspace is disposed of before publishing, folders on the way included', () => {
    staged(false, join(folder, 'a', 'b', 'out'));
    workspace.dispose();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('keeps a folder it made when something else has come to lie in it', () => {
    staged(false, join(folder, 'a', 'out'));
    writeFileSync(join(folder, 'a', 'other'), '');
    workspace.dispose();
    expect(readdirSync(join(folder, 'a'))).toEqual(['other']);
  });

  it('keeps the folders it made once it has published', () => {
    expect(staged(false, join(folder, 'a', 'out')).publish()).toBeUndefined();
    workspace.dispose();
    expect(wordAt(join(folder, 'a', 'out'))).toBe('new');
  });

  it('does not replace what came to stand at its target meanwhile, unless by force', () => {
    const stage = staged(false);
    release(out, 'of another run');
    expect(codeOf(stage.publish())).toBe('output/exists');
    expect(wordAt(out)).toBe('of another run');
    expect(staged(true).publish()).toBeUndefined();
    expect(wordAt(out)).toBe('new');
    const third = staged(true);
    rmSync(out, { recursive: true });
    mkdirSync(out);
    writeFileSync(join(out, 'thesis'), '');
    expect(codeOf(third.publish())).toBe('output/not-a-release');
    expect(readdirSync(out)).toEqual(['thesis']);
  });

  it.each([false, true])(
    'does not replace what another run publishes while its own files are synced, and leaves no trace: force %s',
    (force) => {
      if (force) release(out, 'old');
      let others = 0;
      const meanwhile = {
        // the last that is asked before the names change
        [Symbol.iterator]: () => {
          if (others++ > 0) {
            rmSync(out, { recursive: true, force: true });
            release(out, 'theirs');
          }
          return [].values();
        },
      };
      const kind = { ...sweepFolder, mark: 'manifest.json', inside: meanwhile as unknown as readonly string[] };
      const stage = openStage(out, workspace, force, kind);
      if (!stage.ok) throw new Error(stage.problems[0].code);
      writeFileSync(join(stage.value.folder, 'word'), 'ours');
      expect(codeOf(stage.value.publish())).toBe(force ? undefined : 'output/exists');
      expect(wordAt(out)).toBe(force ? 'ours' : 'theirs');
      workspace.dispose();
      expect(readdirSync(folder)).toEqual(['out']);
    },
  );

  it('sweeps up what dead processes left, and nothing of living ones', () => {
    const dead = [`.out.shoal-${gone}-0badcafe`, `.out.shoal-${gone}-0badcafe-old`, `.out.shoal-${gone}-0badcafe-former`];
    const ours = `.out.shoal-${ownName().replace(/-\d+-/, '-1-')}-0badcafe`; // of a process that had our number
    const others = [
      `.out.shoal-${ownName()}-0badcafe`,
      `.out.shoal-${elsewhere}-0badcafe`,
      `.out2.shoal-${gone}-0badcafe`,
      '.out.shoal-notes',
      `out.shoal-${gone}-0badcafe`,
    ];
    for (const name of [...dead, ours, ...others]) mkdirSync(join(folder, name));
    release(out, 'old');
    const first = staged(true);
    const second = staged(true);
    expect(
      readdirSync(folder)
        .filter((name) => [...dead, ours, ...others].includes(name))
        .toSorted(),
    ).toEqual(others.toSorted());
    expect(existsSync(first.folder)).toBe(true); // not swept up by the second
    expect(second.publish()).toBeUndefined();
  });
});

describe('what was left by a process that nobody can ask for', () => {
  it('goes when it was left alone for a day', () => {
    const left = join(folder, `.out.shoal-${elsewhere}-0badcafe`);
    mkdirSync(left);
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 23 * 3_600_000);
    staged(false);
    expect(existsSync(left)).toBe(true);
    later.mockReturnValue(Date.now() + 2 * 3_600_000);
    staged(false);
    later.mockRestore();
    expect(existsSync(left)).toBe(false);
  });
});

describe('a target', () => {
  it('that is free, or below folders that can be made, is fine', () => {
    expect(checkTarget(out, false)).toBeUndefined();
    expect(checkTarget(join(out, 'a', 'b'), false)).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('that exists needs force, and must be a release of ours or empty', () => {
    release(out, 'old');
    expect(codeOf(checkTarget(out, false))).toBe('output/exists');
    expect(checkTarget(out, true)).toBeUndefined();
    const other = join(folder, 'other');
    mkdirSync(other);
    expect(codeOf(checkTarget(other, false))).toBe('output/exists');
    expect(checkTarget(other, true)).toBeUndefined();
    for (const manifest of ['not json', '[]', '"shoal"', '{ "name": "app" }']) {
      writeFileSync(join(other, 'manifest.json'), manifest);
      expect(codeOf(checkTarget(other, true)), manifest).toBe('output/not-a-release');
    }
    writeFileSync(join(folder, 'file'), '');
    expect(codeOf(checkTarget(join(folder, 'file'), true))).toBe('output/not-a-release');
  });

  it('below a file is refused', () => {
    writeFileSync(join(folder, 'file'), '');
    for (const path of [join(folder, 'file', 'out'), join(folder, 'file', 'a', 'b'), '/dev/null/out'])
      expect(checkTarget(path, true)).toMatchObject({ code: 'output/unwritable', exit: 8 });
  });

  it('gets its former release back that a process killed between two renames had put aside', () => {
    release(join(folder, `.out.shoal-${gone}-0badcafe-former`), 'old');
    expect(codeOf(checkTarget(out, false))).toBe('output/exists');
    expect(wordAt(out)).toBe('old');
    expect(readdirSync(folder)).toEqual(['out']);
  });

  it('gets it back after a loss of power too: the process was of another boot, and nobody can ask for it', () => {
    release(join(folder, `.out.shoal-${elsewhere}-0badcafe-former`), 'old');
    expect(checkTarget(out, false)).toBeUndefined(); // this very moment a run in another container may be between its renames
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 120_000);
    expect(codeOf(checkTarget(out, false))).toBe('output/exists');
    later.mockRestore();
    expect(wordAt(out)).toBe('old');
  });

  it('does not get back a release whose removal had begun', () => {
    release(join(folder, `.out.shoal-${gone}-0badcafe-old`), 'half');
    expect(checkTarget(out, false)).toBeUndefined();
    expect(existsSync(out)).toBe(false);
  });

  it('may be a link to a release: the link is replaced, and what it leads to stays', () => {
    release(join(folder, 'real'), 'old');
    symlinkSync(join(folder, 'real'), out);
    expect(staged(true).publish()).toBeUndefined();
    workspace.dispose();
    expect([wordAt(out), wordAt(join(folder, 'real'))]).toEqual(['new', 'old']);
  });
});

describe('a fault while writing', () => {
  const fault = (code: string, syscall = 'open') => Object.assign(new Error('fault'), { code, syscall });

  it.each([
    ['ENOSPC', 'resource/disk-full', 7],
    ['EDQUOT', 'resource/disk-full', 7],
    ['EACCES', 'output/unwritable', 8],
    ['EROFS', 'output/unwritable', 8],
    ['ENOTDIR', 'output/unwritable', 8],
    ['ENOENT', 'output/unwritable', 8],
    ['EISDIR', 'output/unwritable', 8],
    ['EIO', 'output/unwritable', 8],
  ])('of the system is told as a problem: %s', (code, told, exit) => {
    expect(asWriteProblem(fault(code), 'out')).toMatchObject({ code: told, exit, facts: { out: 'out' } });
  });

  it('in the folder of temporary files is told as such', () => {
    expect(asWriteProblem(fault('ENOENT', 'mkdtemp'), 'out')).toMatchObject({
      facts: { out: tmpdir() },
      fix: expect.stringContaining('TMPDIR'),
    });
  });

  it('that is ours travels on', () => {
    for (const error of [new Error('a bug'), new TypeError('another'), undefined]) {
      let thrown: unknown = 'nothing';
      try {
        asWriteProblem(error, 'out');
      } catch (caught) {
        thrown = caught;
      }
      expect(thrown).toBe(error);
    }
  });
});
