import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Exit } from '../../src/base/problem.ts';
import type { Progress } from '../../src/base/progress.ts';
import type { Verdict } from '../../src/verify/verify.ts';
import { draws } from '../suite/draws.ts';
import { changeManifest, type Draft, draftOf, goodDraft, type Variant, variants, withCurves, write } from './a-good-release.ts';
import { type LentOptions, verifyLent } from './lent-duckdb.ts';
import { at, rewritten } from './tamperings.ts';
import { seal } from './written-release.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-verify-test-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const freshFolder = (): string => mkdtempSync(join(home, 'release-'));

async function verdictOn(folder: string, options: LentOptions = {}): Promise<Verdict> {
  const verified = await verifyLent(folder, options);
  if (!verified.ok) throw new Error(`refused: ${verified.problems[0]?.what}`);
  return verified.value;
}

async function written(draft: Draft): Promise<string> {
  const folder = freshFolder();
  await write(folder, draft);
  return folder;
}

describe('a good release', () => {
  it.each(variants)('holds, with every class counted: %s', async (variant) => {
    const { breaches, checks, notes, toldNotes, ...counts } = await verdictOn(await written(goodDraft(variant)));
    expect(breaches).toEqual([]);
    expect(counts).toEqual({ holds: true, rows: 40, groups: 5, leaves: 11, smallestGroup: 6, smallestLeaf: 2 });
    expect(checks).toContain('k: every published envelope is shared by at least 5 subjects');
    expect(checks).toContain('p: inside an envelope every pattern is shared by at least 2 subjects');
  });

  it.each(variants)('holds with curves that depend on envelope and pattern alone: %s', async (variant) => {
    const { breaches, checks, notes, toldNotes, ...counts } = await verdictOn(await written(withCurves(goodDraft(variant))));
    expect(breaches).toEqual([]);
    expect(counts).toEqual({ holds: true, rows: 40, groups: 5, leaves: 11, smallestGroup: 6, smallestLeaf: 2 });
    expect(checks).toContainEqual(expect.stringMatching(/^curves: /));
  });

  it('holds when just written, before it has a verdict', async () => {
    const draft = goodDraft('csv');
    delete draft.manifest.verdict;
    expect((await verdictOn(await written(draft), { stage: 'written' })).holds).toBe(true);
  });

  it('holds where its promises are as strong as the caller requires', async () => {
    expect((await verdictOn(await written(goodDraft('csv')), { atLeast: { k: 5, p: 2 } })).holds).toBe(true);
  });

  it('holds with a sensitive cell of three megabytes', async () => {
    const draft = goodDraft('csv');
    draft.rows[3][at(draft, 'Note')] = 'ž"\n'.repeat(600_000);
    expect(await verdictOn(await written(draft))).toMatchObject({ holds: true, rows: 40 });
  });

  it('holds where sensitive cells hold lines that look like rows, which a reader on two threads takes for rows', async () => {
    const draft = goodDraft('csv');
    const rows = draft.rows.slice(0, 40);
    const looksLikeRows = `x\n${`${rows[0].toSpliced(at(draft, 'Note'), 1, 'x').join(',')}\n`.repeat(5)}y`;
    draft.rows = Array.from({ length: 1200 }, () => rows.map((row) => row.toSpliced(at(draft, 'Note'), 1, looksLikeRows))).flat();
    expect(await verdictOn(await written(draft))).toMatchObject({ holds: true, rows: 48_000, groups: 5 });
  });

  it('holds where two groups happen to have the same envelope, and counts them as one', async () => {
    const draft = goodDraft('csv');
    const [model] = draft.rows.filter(([group]) => group === '1');
    for (const row of draft.rows) if (row[0] === '2') row.splice(1, 6, ...model.slice(1, 7));
    expect(await verdictOn(await written(draft))).toMatchObject({ holds: true, groups: 4, smallestGroup: 8 });
  });

  it('holds at a path full of signs that mean something to a shell or to SQL, and nothing near it is read', async () => {
    const folder = join(freshFolder(), "re[le]a*se {a,b} 'x' ?");
    const draft = goodDraft('csv');
    await write(folder, draft);
    const near = join(folder, '..', 're-near');
    mkdirSync(near);
    writeFileSync(join(near, 'it.csv'), 'x\n');
    expect((await verdictOn(folder)).breaches).toEqual([]);
  });

  it('holds through a link to its folder', async () => {
    const folder = await written(goodDraft('csv'));
    symlinkSync(folder, `${folder}-link`);
    expect((await verdictOn(`${folder}-link`)).holds).toBe(true);
  });

  it('is verified with little memory, and leaves nothing behind', async () => {
    const folder = await written(goodDraft('parquet'));
    const usual = process.env.TMPDIR;
    process.env.TMPDIR = freshFolder();
    try {
      expect((await verdictOn(folder, { threads: 1, memoryBytes: 200_000_000 })).holds).toBe(true);
      expect(readdirSync(process.env.TMPDIR)).toEqual([]);
    } finally {
      if (usual === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = usual;
    }
  });

  it('reports its progress, and that it is finished', async () => {
    const seen: Progress[] = [];
    await verdictOn(await written(goodDraft('csv')), { onProgress: (progress) => seen.push(progress) });
    expect(seen[0]).toEqual({ phase: 'verify', done: 0, total: 40, unit: 'rows' });
    expect(seen.at(-1)).toEqual({ phase: 'verify', done: 40, total: 40, unit: 'rows', finished: true });
  });
});

describe('what is no release is refused', () => {
  const codeOf = async (folder: string, options: LentOptions = {}) => {
    const verified = await verifyLent(folder, options);
    return verified.ok ? 'ok' : verified.problems.map(({ code, exit }) => [code, exit]);
  };

  it('where there is no folder, or a file in its place', async () => {
    const file = join(freshFolder(), 'file');
    writeFileSync(file, '');
    expect(await codeOf(join(home, 'nowhere'))).toEqual([['verify/no-such-folder', Exit.input]]);
    expect(await codeOf(file)).toEqual([['verify/no-such-folder', Exit.input]]);
    expect(existsSync(join(home, 'nowhere'))).toBe(false);
  });

  it('where the folder has no manifest', async () => {
    expect(await codeOf(freshFolder())).toEqual([['verify/not-a-release', Exit.input]]);
  });

  it('where the memory allowed cannot even hold a count', async () => {
    const folder = await written(goodDraft('csv'));
    expect(await codeOf(folder, { memoryBytes: 1_000_000, threads: 1 })).toEqual([['verify/out-of-memory', Exit.resource]]);
  });
});

/** Groups of leaves, as sizes; the envelope of group g and its words follow from g, so that some are alike. */
const anyGroups = fc.array(fc.array(fc.integer({ min: 2, max: 4 }), { minLength: 3, maxLength: 5 }), {
  minLength: 1,
  maxLength: 6,
});
const anyVariant = fc.constantFrom<Variant>(...variants);
const words = ['aaaa/1', 'abab/2', 'cabb/3', 'ddaa/4', 'eeea/5'];

function releaseOf(variant: Variant, groups: readonly (readonly number[])[], shift: number): Draft {
  const banded = (lower: number, decimals: number) => {
    const bounds = [lower, lower + 7].map((units) => (units / 10 ** decimals).toFixed(decimals));
    return variant.endsWith('columns') ? bounds : [`[${bounds.join('-')}]`];
  };
  const rows = groups.flatMap((leaves, g) =>
    leaves.flatMap((size, leaf) =>
      Array.from({ length: size }, (_, i) => {
        const series = [0, 1, 2, 3].flatMap((t) => banded((shift % 5) * 31 * (t + g) - 40 * g, 2));
        return [`${g + 1}`, ...series, ...banded(g % 2, 0), `town ${g % 3}`, `note "${i}",\n`, ...words[leaf].split('/')];
      }),
    ),
  );
  return draftOf(variant, ['H1', 'H2', 'H3', 'H4'], rows);
}

/** The slow and plain count: every row against a list of cells, which JSON never joins into the same text for two different lists. */
function counted(rows: readonly string[][], columns: readonly number[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const row of rows) {
    const key = JSON.stringify(columns.map((column) => row[column]));
    sizes.set(key, (sizes.get(key) ?? 0) + 1);
  }
  return sizes;
}

const least = (sizes: ReadonlyMap<string, number>): number => Math.min(...sizes.values());

describe('for any release', () => {
  it('a good one holds', async () => {
    await fc.assert(
      fc.asyncProperty(anyVariant, anyGroups, fc.nat(9), async (variant, groups, shift) => {
        const { holds, breaches, rows } = await verdictOn(await written(releaseOf(variant, groups, shift)));
        expect(breaches).toEqual([]);
        expect({ holds, rows }).toEqual({ holds: true, rows: groups.flat().reduce((a, b) => a + b) });
      }),
      { numRuns: draws(8) },
    );
  });

  it('a class that lost rows until it is below k is found', async () => {
    await fc.assert(
      fc.asyncProperty(anyVariant, anyGroups, fc.nat(), fc.integer({ min: 1, max: 4 }), async (variant, groups, any, left) => {
        const draft = releaseOf(variant, groups, 1);
        const victim = draft.rows[any % draft.rows.length];
        const alike = (row: readonly string[]) => row.slice(1, -3).join() === victim.slice(1, -3).join();
        const rest = draft.rows.filter((row) => !alike(row));
        draft.rows = [...rest, ...draft.rows.filter(alike).slice(0, left)];
        const { holds, breaches, smallestGroup } = await verdictOn(await written(draft));
        expect(holds).toBe(false);
        expect(smallestGroup).toBe(left);
        expect(breaches).toContainEqual(
          expect.objectContaining({ kind: 'small-group', groups: 1, smallest: left, row: rest.length + 1 }),
        );
      }),
      { numRuns: draws(8) },
    );
  });

  it('good or bad, the classes are those that a plain count finds', async () => {
    const anyRow = fc.tuple(fc.nat(3), fc.nat(2), fc.nat(2), fc.nat(1), fc.nat(2));
    await fc.assert(
      fc.asyncProperty(anyVariant, fc.array(anyRow, { minLength: 1, maxLength: 40 }), async (variant, picks) => {
        const draft = draftOf(
          variant,
          ['H1', 'H2', 'H3', 'H4'],
          picks.map(([id, a, b, town, word]) => {
            const banded = (pick: number, decimals: number) => {
              const bounds = [pick - 1, pick + 1].map((bound) => bound.toFixed(decimals));
              return variant.endsWith('columns') ? bounds : [`[${bounds.join('-')}]`];
            };
            const series = [a, b, 0, 0].flatMap((pick) => banded(pick, 2));
            return [`${id + 1}`, ...series, ...banded(0, 0), `town ${town}`, 'note', ...words[word].split('/')];
          }),
        );
        const columns = draft.manifest.columns.map(({ role }, i) => ({ role, i }));
        const envelope = columns.filter(({ role }) => role === 'series' || role === 'quasi').map(({ i }) => i);
        const shape = columns.filter(({ role }) => role === 'pattern' || role === 'level').map(({ i }) => i);
        const groups = counted(draft.rows, envelope);
        const leaves = counted(draft.rows, [...envelope, ...shape]);
        const ids = counted(draft.rows, [0]);
        const split = counted(draft.rows, [0, ...envelope]).size > counted(draft.rows, [0]).size;

        const { breaches, holds, checks, notes, toldNotes, ...verdict } = await verdictOn(await written(draft));
        const kinds = new Set(breaches.map(({ kind }) => kind));
        expect(verdict).toEqual({
          rows: picks.length,
          groups: groups.size,
          leaves: leaves.size,
          smallestGroup: least(groups),
          smallestLeaf: least(leaves),
        });
        expect(kinds.has('small-group')).toBe(least(groups) < 5);
        expect(kinds.has('small-leaf')).toBe(least(leaves) < 2);
        expect(kinds.has('split-group')).toBe(split);
        expect(kinds.has('small-group-id')).toBe(least(groups) >= 5 && least(ids) < 5);
      }),
      { numRuns: draws(10) },
    );
  });

  it('spoilt in any byte, it is judged or refused, and nothing is thrown', async () => {
    const spoilt = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 });
    const folder = { csv: await written(goodDraft('csv')), parquet: await written(goodDraft('parquet columns')) };
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('csv', 'parquet'), spoilt, fc.boolean(), async (format, changes, sealed) => {
        rewritten((bytes) => {
          for (const [any, byte] of changes) bytes[any % bytes.length] = byte;
          return bytes;
        })(folder[format]);
        if (sealed) seal(folder[format]);
        else changeManifest(folder[format], ({ files }) => void (files[1].sha256 = '0'.repeat(64)));
        const { holds } = await verdictOn(folder[format]);
        if (!sealed) expect(holds).toBe(false);
        await write(folder[format], goodDraft(format === 'csv' ? 'csv' : 'parquet columns'));
      }),
      { numRuns: draws(10) },
    );
  });
});
