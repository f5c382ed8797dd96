import { copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { seal } from '../verify/written-release.ts';
import { csvOf, forgery, type Given, inPlace, make, releaseOf } from './attack.ts';
import { groups, long, parquet, random, records, reword, rotate, series } from './forgeries.ts';

const families = { series, long, parquet, groups, records, random, rotate };

for (const [family, given] of Object.entries(families)) {
  const raw = String(Object.values(given.files ?? {})[0]);
  forgery(`the raw input as report.json, ${family}`, {
    ...given,
    forge: (folder) => writeFileSync(join(folder, 'report.json'), `${JSON.stringify(raw.split('\n'), null, 2)}\n`),
    breach: 'telling-report',
  });
  forgery(`the raw input as report.html, ${family}`, {
    ...given,
    forge: (folder) => writeFileSync(join(folder, 'report.html'), raw),
    breach: 'foreign-page',
  });
  forgery(`the internal report in place of the public one, ${family}`, {
    ...given,
    withInternal: true,
    forge: (folder) => copyFileSync(join(folder, 'internal/report.json'), join(folder, 'report.json')),
    breach: 'telling-report',
  });
}

forgery('the internal page in place of the public one', {
  ...series,
  withInternal: true,
  forge: (folder) => copyFileSync(join(folder, 'internal/report.html'), join(folder, 'report.html')),
  breach: 'foreign-page',
});

/** Changes a number or text of report.json, written as a run writes it. */
const retell = (folder: string, change: (report: Report) => void): void => {
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;
  change(report);
  writeFileSync(join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
};
interface Report {
  subjectSpelling?: string;
  release: Record<string, number>;
  measure: Record<string, Record<string, number>>;
  sections: Record<string, never> & {
    policy: Record<string, unknown>;
    instants: string[];
    bands: { lower: number[] }[];
    rows: Record<string, string>[];
    calendar: { after: number[][] };
    combinationSizes: { count: number }[];
    regions: { prefixes: { prefix: string; combinations: number }[] }[];
    answers: { from: number }[];
    flow: { column: string; bins: { name: string; after: number; most: number }[] };
    unit?: string;
    groupSizes: unknown[];
    valueLosses: unknown[];
  };
}

for (const [figure, given] of [
  ['columns', groups],
  ['homogeneity', records],
  ['flattenedShare', random],
] as const)
  forgery(`a person as the name of a column in ${figure}`, {
    ...given,
    forge: (folder) => retell(folder, ({ measure }) => void (measure[figure]['Anna Rossi, HIV positive'] = 1)),
    breach: 'false-report',
  });
forgery('a figure of a column that has another role', {
  ...records,
  forge: (folder) => retell(folder, ({ measure }) => void (measure.columns.toll = 1)),
  breach: 'false-report',
});
for (const [what, change] of [
  ['a count of the flow', ({ bins }) => void bins[0].after++],
  ['a limit of the flow', ({ bins }) => void bins[0].most++],
  ['the name of a bin', ({ bins }) => void (bins[0].name = 'Anna Rossi')],
  ['the column of a flow', (flow) => void (flow.column = 'Anna Rossi')],
  ['a bin more', ({ bins }) => void bins.push(bins[0])],
] as const satisfies readonly (readonly [string, (flow: Report['sections']['flow']) => void])[])
  forgery(`a number or a name in a report: ${what}`, {
    ...groups,
    forge: (folder) => retell(folder, ({ sections }) => change(sections.flow)),
    breach: 'false-report',
  });
forgery('a flow as it was, in a public report', {
  ...groups,
  forge: (folder) => retell(folder, ({ sections }) => void Object.assign(sections.flow.bins[0], { before: 3 })),
  breach: 'telling-report',
});
forgery('a number as the limit of an example question', {
  ...series,
  forge: (folder) => retell(folder, ({ sections }) => void (sections.answers[0].from += 0.001)),
  breach: 'false-report',
});
for (const unit of ['Anna Rossi, born 1971', 'two\nlines', 'a\u202eb', 'x'.repeat(21)])
  forgery(`a unit that is none: ${JSON.stringify(unit)}`, {
    ...series,
    forge: (folder) => retell(folder, ({ sections }) => void (sections.unit = unit)),
    breach: 'telling-report',
  });
forgery('a number in how often a report repeats a column of places', {
  ...groups,
  forge: (folder) => retell(folder, ({ sections }) => void sections.regions.push(...sections.regions)),
  breach: 'false-report',
});
forgery('a number in how often a report repeats a place without combinations', {
  ...groups,
  forge: (folder) =>
    retell(folder, ({ sections }) => {
      const { prefixes } = sections.regions[0];
      prefixes.push({ prefix: prefixes[0].prefix, combinations: 0 });
    }),
  breach: 'false-report',
});

for (const [given, name, value] of [
  [random, 'removeClasses', ['Anna Rossi']],
  [records, 'weights', { road: 39.1234567 }],
  [series, 'snap', 391_234_567],
  [series, 'effort', 7],
] as const)
  forgery(`what nobody can compare, as the setting ${name} of a report`, {
    ...given,
    forge: (folder) => retell(folder, ({ sections }) => void (sections.policy[name] = value)),
    breach: 'telling-report',
  });
for (const name of ['groupSizes', 'valueLosses'] as const)
  forgery(`a number as the edge of an empty bin of ${name}`, {
    ...series,
    forge: (folder) => retell(folder, ({ sections }) => void sections[name].push({ from: 391_234, to: 567_890, count: 0 })),
    breach: 'telling-report',
  });
forgery('a name in the settings that a report tells', {
  ...series,
  forge: (folder) => retell(folder, ({ sections }) => void (sections.policy.drop = ['name-7'])),
  breach: 'false-report',
});
forgery('a report that keeps silent about ids counted as they are written', {
  ...series,
  run: `${series.run} --subject-spelling exact`,
  forge: (folder) => retell(folder, (report) => void delete report.subjectSpelling),
  breach: 'false-report',
});
forgery('a report that says ids were counted as they are written, where they were not', {
  ...series,
  forge: (folder) =>
    reword(folder, 'report.json', (text) => text.replace('  "input": {', '  "subjectSpelling": "exact",\n  "input": {')),
  breach: 'false-report',
});

/** Settings that the manifest states too, each told otherwise. */
const retold: Readonly<Record<string, readonly (readonly [from: Given, name: string, value: unknown])[]>> = {
  series: [
    [series, 'subjectSpelling', 'exact'],
    [series, 'spreadsheetSafe', true],
    [series, 'subject', 'name-7'],
    [series, 'subject', 'row'],
    [series, 'quasi', ['name-7']],
    [series, 'quasi', []],
    [series, 'drop', ['name*7']],
    [series, 'series', ['H1..name-7']],
    [series, 'intervals', 'columns'],
    [series, 'segments', 2],
    [series, 'maxLevel', 7],
    [series, 'k', 5],
    [series, 'p', 3],
    [long, 'shape', 'wide'],
    [{ ...series, run: `${series.run} --method prism --effort fast` }, 'pattern', 'representative'],
  ],
  events: [
    [random, 'subject', 'name-7'],
    [random, 'time', 'name-7'],
    [random, 'event', 'name-7'],
    [random, 'pseudonym', 'drop'],
    [random, 'hourBlock', 6],
    [random, 'flatValue', 'name-7'],
    [random, 'flatten', ['weekday']],
    [random, 'quasi', ['week_number', 'weekday']],
    [random, 'periods', { 'name-7': 3 }],
  ],
  transactions: [
    [records, 'subject', 'row'],
    [records, 'aggregate', ['count']],
    [records, 'quasi', ['road', 'name-7']],
    [records, 'sensitive', ['name-7']],
    [records, 'clustering', 'merge'],
    [groups, 'aggregate', ['count', 'avg:name-7']],
    [{ ...groups, run: `${groups.run} --dominance 3,0.8` }, 'dominance', { largest: 2, share: 0.9 }],
    [{ ...groups, run: `${groups.run} --dominance 3,0.8` }, 'dominance', 'off'],
  ],
};

for (const [family, cases] of Object.entries(retold))
  it(
    `does not pass a report of ${family} that tells another setting than the manifest`,
    () =>
      inPlace(async (place) => {
        for (const [given, name, value] of cases) {
          const folder = place.path('release');
          rmSync(folder, { recursive: true, force: true });
          cpSync(await releaseOf(given), folder, { recursive: true });
          retell(folder, ({ sections }) => void (sections.policy[name] = value));
          seal(folder);
          const { code, stderr } = await place.call(['verify', 'release']);
          expect([name, code, stderr.includes('verify/false-report')]).toEqual([name, 5, true]);
        }
      }),
    120_000,
  );

it('passes the report of a long table that was released wide, whatever its instants are called', () =>
  inPlace(async (place) => {
    const rows = (called: (t: number) => string) =>
      csvOf(Array.from({ length: 72 }, (_, i) => ({ id: `p${i % 12}`, t: called(Math.floor(i / 12)), v: i % 7 })));
    const files = {
      'long.csv': rows((t) => String(t)),
      'days.csv': rows((t) => `2024-03-0${t + 1}`),
      'named.csv': rows((t) => `id_${t}`),
    };
    const forms = ['', '--intervals columns', '--shape long', '--format parquet']
      .map((form) => `--method naive -p 4 ${form}`)
      .concat('--effort fast');
    for (const [i, name] of Object.keys(files).entries())
      for (const more of name === 'named.csv' ? forms : [forms[i], forms[i + 2], forms[4]]) {
        const given = { files, run: `${name} --long id,t,v -k 4 --segments 2 --queries 0 --force ${more}` };
        const made = await make(place, given);
        expect(made.code, made.stderr).toBe(0);
        const { code, stderr } = await place.call(['verify', 'release']);
        expect([name, more, code], stderr).toEqual([name, more, 0]);
      }
  }));

forgery('a name where a report names its instants', {
  ...series,
  forge: (folder) => retell(folder, ({ sections }) => void (sections.instants[0] = 'name-7')),
  breach: 'false-report',
});
forgery('a value of a member as the end of a band that a report draws', {
  ...series,
  forge: (folder) => retell(folder, ({ sections }) => void (sections.bands[0].lower[0] += 1)),
  breach: 'false-report',
});
forgery('a raw row among those that a report shows', {
  ...groups,
  forge: (folder) => retell(folder, ({ sections }) => void (sections.rows[0] = { vehicle: 'v7', road: 'G52' })),
  breach: 'false-report',
});
forgery('a place in the tree of prefixes that no label has', {
  ...groups,
  forge: (folder) => retell(folder, ({ sections }) => void (sections.regions[0].prefixes[0].prefix = 'v7')),
  breach: 'false-report',
});
forgery('other numbers of events over time', {
  ...random,
  forge: (folder) =>
    retell(folder, ({ sections }) => void (sections.calendar.after[0][sections.calendar.after[0].length - 1] += 1)),
  breach: 'false-report',
});
forgery('other sizes of combinations', {
  ...rotate,
  forge: (folder) => retell(folder, ({ sections }) => void (sections.combinationSizes[0].count += 1)),
  breach: 'false-report',
});
forgery('one word more in a page', {
  ...records,
  forge: (folder) => reword(folder, 'report.html', (text) => text.replace('</main>', '<p>v7</p></main>')),
  breach: 'foreign-page',
});
for (const script of ['<script>1</script>', '<svg/onload=alert(1)>', '<p id="a"onclick=alert(1)>x</p>'])
  forgery(`a script in a page that says it is of another version: ${script}`, {
    ...series,
    forge: (folder) =>
      reword(folder, 'report.html', (text) =>
        text.replace(/content="Shoal [^,]*/, 'content="Shoal 9.9.9').replace('</main>', `${script}</main>`),
      ),
    breach: 'active-page',
  });

it('does not pass in silence a page that says it is of another version', () =>
  inPlace(async (place) => {
    const made = await make(place, series);
    expect(made.code, made.stderr).toBe(0);
    const folder = place.path('release');
    reword(folder, 'report.html', (text) => text.replace(/content="Shoal [^,]*/, 'content="Shoal 9.9.9'));
    seal(folder);
    const verified = await place.call(['verify', 'release']);
    expect(verified.stdout).toMatch(/! report\.html was not checked: Shoal 9\.9\.9, /);
    const told = await place.call(['verify', 'release', '--json']);
    expect(JSON.parse(told.stdout).notes.at(-1)).toMatch(/^report\.html was not checked/);
  }));

it('passes reports in every language, and of releases that came without their internal part', () =>
  inPlace(async (place) => {
    const made = await make(place, random);
    expect(made.code, made.stderr).toBe(0);
    for (const lang of ['zh', 'it', 'sl']) {
      expect((await place.call(['report', 'release', '--lang', lang])).code).toBe(0);
      const { code, stdout } = await place.call(['verify', 'release']);
      expect([code, stdout.includes('not checked')]).toEqual([0, false]);
    }
  }));
