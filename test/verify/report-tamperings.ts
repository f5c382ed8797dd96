import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from '../../src/release/manifest.ts';
import { canonicalJson } from '../../src/verify/canonical-json.ts';
import { changeManifest } from './a-good-release.ts';
import { marker, type Tampering } from './tamperings.ts';
import { seal } from './written-release.ts';

/** A page as a test draws it: its maker, and what it was drawn from. */
const pageBy = (maker: string, body: string) => `<meta name="generator" content="${maker}">${body}`;
const here = 'Shoal 1.0.0, CLDR 45.0';
const drawing =
  async () =>
  (report: unknown, { data }: Manifest) =>
    pageBy(here, `${JSON.stringify(report)}${data.rows}`);

/** Changes report.json and declares it as it is now. */
const retold =
  (change: (report: Record<string, Record<string, unknown>>) => unknown, write = canonicalJson) =>
  (folder: string): void => {
    const path = join(folder, 'report.json');
    const report = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, write(change(report) ?? report));
    seal(folder);
  };

const withPage = (page: string) => (folder: string) => {
  writeFileSync(join(folder, 'report.html'), page);
  changeManifest(folder, ({ files }) => files.push({ name: 'report.html', sha256: '0'.repeat(64), bytes: 0 }));
  seal(folder);
};

export const reportTamperings: readonly Tampering[] = [
  { says: 'a raw table as report.json', after: retold(() => [{ [marker]: 1 }]), breach: 'telling-report' },
  {
    says: 'a report with a key of its own',
    after: retold((report) => ({ ...report, [marker]: marker })),
    breach: 'telling-report',
  },
  { says: 'a report with a hidden key', after: retold(({ release }) => void (release[marker] = 1)), breach: 'telling-report' },
  { says: 'a mean in full', after: retold(({ measure }) => void (measure.patternFloor = 0.1234567)), breach: 'telling-report' },
  {
    says: 'few subjects left out',
    after: retold((report) => ({ ...report, input: { rows: 42, subjects: 42 } })),
    breach: 'telling-report',
  },
  {
    says: 'a report that carries something in its blanks',
    after: retold(
      () => undefined,
      (report) => `${JSON.stringify(report, null, 3)}\n`,
    ),
    breach: 'unreadable-report',
  },
  { says: 'a report of more groups', after: retold(({ release }) => void (release.groups = 6)), breach: 'false-report' },
  {
    says: 'a report of other settings',
    after: retold(({ sections }) => void Object.assign(sections.policy as object, { segments: 5 })),
    breach: 'false-report',
  },
  {
    says: 'a report that drops columns nobody had',
    after: retold(({ sections }) => void Object.assign(sections.policy as object, { drop: [marker] })),
    breach: 'false-report',
  },
  ...[
    { title: 'a\u202eb' },
    { title: 'two\nlines' },
    { purpose: 'x'.repeat(301) },
    { date: 'tomorrow' },
    { [marker]: 'a key of its own' },
    { title: { [marker]: 1 } },
  ].map((about) => ({
    says: `words about the release that no policy takes: ${JSON.stringify(about).slice(0, 40)}`,
    after: retold(({ sections }) => void Object.assign(sections.policy as object, { about })),
    breach: 'false-report' as const,
  })),
  {
    says: 'a report whose band no group has',
    after: retold(({ sections }) => {
      const band = { size: 6, valueLoss: 1, lower: [0.5], upper: [0.75], curve: [0.6] };
      Object.assign(sections, { instants: ['H1'], bands: [band] });
    }),
    breach: 'false-report',
  },
  {
    says: 'a page that tells something else',
    after: withPage(pageBy(here, marker)),
    options: { drawing },
    breach: 'foreign-page',
  },
  { says: 'a page that does not say what drew it', after: withPage(marker), options: { drawing }, breach: 'foreign-page' },
  {
    says: 'a page of another version with a script',
    after: withPage(pageBy(here.replace('1.0.0', '0.9.0'), '<script>alert(1)</script>')),
    options: { drawing },
    breach: 'active-page',
  },
];
