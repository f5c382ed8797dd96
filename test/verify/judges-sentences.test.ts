import { describe, expect, it } from 'vitest';
import { asProblem, type Breach } from '../../src/verify/breaches.ts';
import { badKey, noNoise } from '../../src/verify/problems.ts';
import { countIs, countOf, listNames, placeInFile } from '../../src/verify/sentences.ts';
import { unpairedCurve } from '../../src/verify/series/curve-breaches.ts';

describe('the words about a breach', () => {
  const told = (breach: object) => asProblem(breach as unknown as Breach);
  const file = 'data.csv';

  it('say one and several as people do', () => {
    expect([countOf(1, 'row'), countOf(2, 'row'), countOf(0, 'row'), countOf(2, 'copy', 'copies')]).toEqual(['1 row', '2 rows', '0 rows', '2 copies']); // biome-ignore format: a line
    expect([countIs(1, 'row'), countIs(2, 'row'), countIs(3, 'copy', 'copies')]).toEqual(['1 row is', '2 rows are', '3 copies are']); // biome-ignore format: a line
    const words = (kind: string, name: string, more: object = {}) => [1, 2].map((count) => told({ kind, file, [name]: count, row: 1, ...more }).what); // biome-ignore format: a line
    const [one, several] = words('incomplete-record', 'records', { instants: 3 });
    expect([one, several]).toEqual(['1 record does not have one row for each of the 3 declared instants.', '2 records do not have one row for each of the 3 declared instants.']); // biome-ignore format: a line
    for (const [kind, name, verbs, more] of [
      ['overlapping-combinations', 'combinations', ['lies', 'lie'], {}],
      ['distant-values', 'groups', ['has', 'have'], { column: 'ill', worst: 0.51239, promised: 0.5, counted: 'subjects' }],
      ['few-values', 'classes', ['has', 'have'], { column: 'ill', l: 2, fewest: 1 }],
      ['running-cell', 'cells', ['has', 'have'], { column: 'ill' }],
      ['unknown-dropped', 'names', ['was', 'were'], {}],
    ] as const) {
      const sentences = words(kind, name, more);
      expect(sentences.map((what) => verbs.filter((verb) => new RegExp(`\\b${verb}\\b`).test(what)))).toEqual(verbs.map((verb) => [verb])); // biome-ignore format: a line
    }
  });

  it('name at most five, and how many more', () => {
    expect(listNames(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c, d, e');
    expect(listNames(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe('a, b, c, d, e and 2 more');
  });

  it('say where it is, as far as that is known', () => {
    expect([placeInFile(file, undefined), placeInFile(file, 0), placeInFile(file, 7)]).toEqual([file, 'data.csv, header', 'data.csv, first at row 7']); // biome-ignore format: a line
    const unsafe = (row: number) => told({ kind: 'running-cell', file, column: 'ill', cells: 2, row }).where;
    expect([unsafe(0), unsafe(3)]).toEqual(['data.csv, header', 'data.csv, first at row 3']);
    expect(told({ kind: 'ragged-row', file, row: 3, line: 9 }).where).toBe('data.csv, line 9');
    expect(told({ kind: 'ragged-row', file, row: 3 }).where).toBe('data.csv, first at row 3');
    const unknown = (key: string) => told({ kind: 'unknown-manifest', key, fault: 'it is odd' }).where;
    expect([unknown(''), unknown('promises.k')]).toEqual(['manifest.json', 'manifest.json, promises.k']);
    const report = (place: string) => told({ kind: 'false-report', file: 'report.json', place }).where;
    expect([report(''), report('release.rows')]).toEqual(['report.json', 'report.json, release.rows']);
  });

  it('say what follows from what was counted', () => {
    const small = (counted: string) =>
      told({ kind: 'small-combination', file, combinations: 1, smallest: 1, k: 2, counted, row: 1 }).why;
    expect(small('subjects')).toMatch(/^Whoever knows one such event/);
    expect(small('ids')).toMatch(/^With fewer than k ids/);
    const instants = (shape: string) => told({ kind: 'bad-instants', shape }).what;
    expect(instants('long')).toMatch(/does not list the instants/);
    expect(instants('wide')).toMatch(/each row is a whole record/);
    expect(noNoise(undefined).what).toMatch(/declares no noise/);
    expect(noNoise('evidence.csv').what).toMatch(/evidence\.csv is not there/);
    expect(badKey('x.pub', 'public', 'it is odd').why).toMatch(/the public half proves it/);
    expect(badKey('x', 'private', 'it is odd').why).toMatch(/the private half signs it/);
  });

  it('name the curves that are not one for each of the series', () => {
    const column = (name: string, role: string, kind: string, of?: string) => ({ sql: name, type: 'text', declared: { name, role, kind, of } }); // biome-ignore format: a line
    const envelope = [column('H1', 'series', 'interval', 'H1'), column('low', 'series', 'lower', 'H2'), column('high', 'series', 'upper', 'H2'), column('age', 'quasi', 'interval')]; // biome-ignore format: a line
    const curves = (...of: readonly string[]) => of.map((name) => column(`${name}_curve`, 'curve', 'number', name));
    const found = (...of: readonly string[]) => unpairedCurve({ curves: curves(...of), envelope } as unknown as Parameters<typeof unpairedCurve>[0]); // biome-ignore format: a line
    expect(found('H1', 'H2')).toBeUndefined();
    expect(found('H2', 'H1')).toEqual({ kind: 'unpaired-curve', columns: ['H2_curve', 'H1_curve'] });
    expect(found('H1')).toMatchObject({ columns: ['H1_curve'] });
    expect(found('H1', 'H3')).toMatchObject({ kind: 'unpaired-curve' });
    expect(found('H1', 'H2', 'H3')).toMatchObject({ kind: 'unpaired-curve' });
  });
});
