import { expect, it } from 'vitest';
import { attack, csvOf, inPlace, leavesOf, make } from './attack.ts';

/** What a public report tells beside the data it comes with. */
const k = 5;

/** Some vehicles in three places; three of them pass a second time, so that combinations have a few more records than subjects. */
const tolls = csvOf(
  Array.from({ length: 64 }, (_, i) => ({
    who: `v${i % 61}`,
    place: `G${1 + (i % 3)}00`,
    at: `2026-03-02T${String(6 + (i % 3)).padStart(2, '0')}:00:00`,
    toll: 3 + (i % 4),
  })),
);
const passages = (more: string) => ({
  files: { 'tolls.csv': tolls },
  run: `tolls.csv --method kaca --subject who --quasi place:prefix,at:time -k ${k} --release public --max-unicity 1 --clustering hierarchy ${more}`,
});

attack('how few vehicles behind a combination have more than one record', {
  ...passages('--aggregate count --drop toll'),
  attacker: ({ text }) => {
    const { sections, release } = JSON.parse(text('report.json'));
    const crowd: { subjects: number; records: number }[] = sections.crowd ?? [];
    const possible = subjectsFrom(release.subjects).map((subjects) => release.records - subjects);
    return [...crowd.map(({ records, subjects }) => records - subjects), ...(possible.every(isFew) ? possible : [])].filter(
      isFew,
    );
  },
  learns: [],
});

attack('how few vehicles of a table have more than one record, laid beside its rows', {
  ...passages('--sensitive toll'),
  attacker: ({ text, rows }) => {
    const possible = subjectsFrom(JSON.parse(text('report.json')).release.subjects).map((subjects) => rows.length - subjects);
    return possible.every(isFew) ? possible : [];
  },
  learns: [],
});

/** Six instants of each subject; all but one have the same note. */
const days = (subjects: number) =>
  csvOf(
    Array.from({ length: subjects }, (_, i) => ({
      ID: `p${i}`,
      ...Object.fromEntries(Array.from({ length: 6 }, (_, t) => [`H${t + 1}`, (i * 37 + t * t * 11 + i * t) % 101])),
      note: i === 7 ? 'rare' : 'usual',
    })),
  );
const series = (subjects: number) => ({
  files: { 'days.csv': days(subjects) },
  run: `days.csv --subject ID --series H1..H6 --sensitive note -k ${k} -p 2 --segments 3 --release public`,
});

attack('that all but a few subjects share their class with one value only', {
  ...series(60),
  attacker: ({ text }) => {
    const { measure, release } = JSON.parse(text('report.json'));
    const alike = Math.round(measure.homogeneity * release.rows);
    return [alike, release.rows - alike].filter(
      (count) => isFew(count) && Math.abs(alike - measure.homogeneity * release.rows) < 1e-9,
    );
  },
  learns: [],
});

const log = csvOf(
  Array.from({ length: 120 }, (_, i) => ({
    who: `u${i < 84 ? i % 28 : i % 25}`,
    at: `2026-03-0${2 + (i % 3)}T0${i % 2}:00:00`,
    what: 'a',
  })),
  ';',
);

attack('how few subjects have four events, or are singled out by them', {
  files: { 'log.csv': log },
  run: `log.csv --method events --subject who --time at --event what --unmapped other --quasi week_number,weekday -k ${k} --pseudonym random --release public --max-unicity 1`,
  attacker: ({ text }) => JSON.stringify(JSON.parse(text('report.json')).measure.unicity).match(/sampled|low|high/g) ?? [],
  learns: [],
});

for (const [subjects, step] of [
  [60, 0.2],
  [80, 0.2],
  [1000, 0.01],
])
  it(`does not give away the pattern floor of one person to whoever has two reports, with and without her, of ${subjects}`, () =>
    inPlace(async (place) => {
      const told = async (of: number) => {
        const { run, files } = series(of);
        const made = await make(place, { files, run: `${run} --method naive --out ${of}` });
        expect(made.code, made.stderr).toBe(0);
        const read = (name: string) => JSON.parse(leavesOf(place.path(String(of)), made).text(name)).measure;
        return { told: read('report.json'), whole: read('internal/report.json') };
      };
      expect(step).toBeGreaterThanOrEqual((k * 2) / (subjects + 1)); // what k persons could move together
      for (const { told: measure, whole } of [await told(subjects), await told(subjects + 1)])
        for (const name of ['patternLoss', 'patternFloor']) {
          const steps = measure[name] / step;
          expect([name, Math.abs(steps - Math.round(steps)) < 1e-9]).toEqual([name, true]);
          expect(measure[name] - whole[name]).toBeGreaterThanOrEqual(-0.005);
          expect(measure[name] - whole[name]).toBeLessThan(step + 0.005);
        }
    }));

it('does not tell how far one person is from her published curve', () =>
  inPlace(async (place) => {
    const { run, files } = series(60);
    const made = await make(place, { files, run: `${run} --reconstruct` });
    expect(made.code, made.stderr).toBe(0);
    expect(leavesOf(place.path('release'), made).text('report.json')).not.toContain('curveError');
  }));

it('does not tell with more than three digits any mean of a public report', () =>
  inPlace(async (place) => {
    const made = await make(place, series(60));
    expect(made.code, made.stderr).toBe(0);
    const { measure } = JSON.parse(leavesOf(place.path('release'), made).text('report.json'));
    for (const mean of Object.values(measure).filter((value) => typeof value === 'number'))
      expect(String(mean).replace(/^0\.0*|\.|e.*$/g, '').length).toBeLessThanOrEqual(3);
  }));

const isFew = (count: number): boolean => count > 0 && count < k;

/** What a told number may stand for: a multiple of k for itself and the k - 1 above it. */
const subjectsFrom = (told: number): readonly number[] =>
  told % k === 0 ? Array.from({ length: k }, (_, i) => told + i) : [told];

/** Rising days; the last one falls, inside the same bands. */
const risen = (last: readonly number[]) =>
  csvOf(
    Array.from({ length: 80 }, (_, i) => {
      const [H1, H2, H3, H4] = i === 79 ? last : [i % 3, 4 + (i % 2), 9 + (i % 3), 15 + (i % 4)];
      return { ID: `p${i}`, H1, H2, H3, H4 };
    }),
  );

for (const last of [
  [15, 9, 4, 0],
  [9, 4, 0, 15],
  [15, 4, 9, 0],
])
  attack(`how far the published shape of one person is from her own, by the edges of a picture: ${last}`, {
    files: { 'days.csv': risen(last) },
    run: `days.csv --subject ID --series H1..H4 -k ${k} -p 2 --release public`,
    attacker: ({ text }) => {
      const bins: { from: number; to: number; count: number }[] = JSON.parse(text('report.json')).sections.patternLosses;
      return { edges: [bins[0].from, bins.at(-1)?.to, bins.length], few: bins.filter(({ count }) => isFew(count)) };
    },
    learns: { edges: [0, 2, 20], few: [] },
  });
