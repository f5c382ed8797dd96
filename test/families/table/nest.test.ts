import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LossSpace } from '../../../src/clusters/loss-space.ts';
import { line } from '../../../src/families/table/attributes.ts';
import { generaliseGroups, type Labeller } from '../../../src/families/table/generalise.ts';
import { nestedReleases } from '../../../src/families/table/nest.ts';
import { groups } from '../../../src/frame/partition.ts';
import type { TableRelease } from '../../../src/release/table-release.ts';

const points = Float64Array.from({ length: 12 }, (_, i) => i);
const labellers: Labeller[] = ['x', 'y'].map((name) => ({ name, label: (low, high) => `[${low}-${high}]` }));

/** Records at whole places of a square, each of one of a few subjects, so that many subjects lie in many groups. */
const anyTable = fc
  .record({
    records: fc.array(fc.tuple(fc.nat(11), fc.nat(11), fc.nat(59)), { minLength: 40, maxLength: 300 }),
    k: fc.integer({ min: 2, max: 5 }),
  })
  .map(({ records, k }) => {
    const rows = records.length;
    const values = Float64Array.from([...records.map(([x]) => x), ...records.map(([, y]) => y)]);
    const space: LossSpace = {
      matrix: { values, rows, columns: 2, rowStep: 1, columnStep: rows },
      attributes: [line(points, 1), line(points, 1)],
    };
    const crowd = { subjects: Uint32Array.from(records, ([, , subject]) => subject), size: 60 };
    const order = Uint32Array.from(records.keys()).sort((a, b) => records[a][0] - records[b][0] || records[a][1] - records[b][1]);
    const starts = Uint32Array.from([...Array.from({ length: Math.ceil(rows / 9) }, (_, g) => g * 9), rows]);
    return { k, space, crowd, finest: generaliseGroups({ rows: order, starts }, { space, labellers }, crowd, k) };
  });

const subjectsOf = ({ groups: made }: TableRelease, subjects: Uint32Array) =>
  [...groups(made)].map((rows) => new Set(Array.from(rows, (row) => subjects[row])));

describe('releases of the same records for larger k', () => {
  it('hide everybody among k, lose nobody, and part no group of a finer one', () => {
    fc.assert(
      fc.property(anyTable, ({ k, space, crowd, finest }) => {
        const ks = [2 * k, 4 * k];
        for (const nested of nestedReleases(finest, { space, labellers }, crowd, { least: k, ks })) {
          for (const members of subjectsOf(nested.release, crowd.subjects)) expect(members.size).toBeGreaterThanOrEqual(nested.k);
          expect(nested.release.groups.rows.toSorted()).toEqual(finest.groups.rows.toSorted());
          expect(nested.parts.flat().toSorted((a, b) => a - b)).toEqual([...finest.subjects.keys()]);
          for (const [g, rows] of [...groups(nested.release.groups)].entries()) {
            const parts = [...groups(finest.groups)].filter((_, part) => nested.parts[g].includes(part));
            expect(rows.toSorted()).toEqual(Uint32Array.from(parts.flatMap((part) => [...part])).sort());
          }
          const texts = nested.release.labels.map(({ codes, labels }) => Array.from(codes, (code) => labels[code]));
          const labels = nested.parts.map((_, g) => texts.map((of) => of[g]).join());
          expect(new Set(labels).size).toBe(labels.length);
        }
      }),
    );
  });

  it('laid over each other leave no few vehicles: neither outside a finer row nor counted twice', () => {
    fc.assert(
      fc.property(anyTable, ({ k, space, crowd, finest }) => {
        const nested = nestedReleases(finest, { space, labellers }, crowd, { least: k, ks: [2 * k, 3 * k, 6 * k] });
        const levels = [finest, ...nested.map(({ release }) => release)].map((release) => subjectsOf(release, crowd.subjects));
        const rowsOf = [finest, ...nested.map(({ release }) => release)].map((release) =>
          [...groups(release.groups)].map((rows) => new Set(rows)),
        );
        for (const [level, unions] of levels.entries())
          for (const [u, union] of unions.entries())
            for (const finer of levels.slice(0, level).keys()) {
              const inside = levels[finer].filter((_, g) => [...rowsOf[finer][g]].every((row) => rowsOf[level][u].has(row)));
              if (inside.length === 1) continue;
              const twice = inside.reduce((sum, { size }) => sum + size, 0) - union.size;
              expect(twice === 0 || twice >= k).toBe(true);
              for (const part of inside) expect(union.size - part.size).toBeGreaterThanOrEqual(k);
            }
      }),
    );
  });
});
