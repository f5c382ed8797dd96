import { tellReport } from '../../src/figures/public-report.ts';
import { openSettings } from '../../src/policy/open-settings.ts';
import { parsePolicy } from '../../src/policy/policy.ts';
import { writtenPolicy } from '../../src/policy/written-policy.ts';
import { sizeBins } from '../../src/release/bins.ts';
import type { SeriesManifest } from '../../src/release/manifest.ts';
import { classRisk } from '../../src/risk/class-risk.ts';

interface Published {
  readonly manifest: SeriesManifest;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The public report of a draft whose header names its columns; `{}` of one that no report could be made of. */
export function reportOf({ manifest, header, rows }: Published): unknown {
  const { method, promises, columns, data, dropped, pattern, shape, unit, subjectSpelling } = manifest;
  const places = (roles: readonly string[]) =>
    columns.filter(({ role }) => roles.includes(role)).map(({ name }) => header.indexOf(name));
  const sizesBy = (roles: readonly string[]) => {
    const counts = new Map<string, number>();
    for (const row of rows) {
      const key = JSON.stringify(places(roles).map((place) => row[place]));
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const sizes = new Map<number, number>();
    for (const size of [...counts.values()].sort((a, b) => a - b)) sizes.set(size, (sizes.get(size) ?? 0) + 1);
    return { counts, sizes: [...sizes], classes: counts.size };
  };
  const groups = sizesBy(['series', 'quasi']);
  const shapes = sizesBy(['series', 'quasi', 'pattern', 'level']);
  const leaves = sizesBy(['group', 'pattern', 'level']); // as the verifier's census has them
  const patterns = [...sizesBy(['pattern', 'level']).counts]
    .map(([key, subjects]) => ({ pattern: JSON.parse(key)[0], level: Number(JSON.parse(key)[1]), subjects }))
    .sort((a, b) => b.subjects - a.subjects || (a.pattern < b.pattern ? -1 : 1));
  if (rows.length === 0) return {};
  const named = (role: string) => [
    ...new Set(columns.filter((column) => column.role === role).map(({ name, of }) => of ?? name)),
  ];
  const { segments, maxLevel } = pattern;
  const { k, p, l } = promises;
  const policy = parsePolicy({
    method,
    ...{ k, p, ...(l === undefined ? {} : { l }) },
    segments,
    maxLevel,
    format: data.format,
    intervals: columns.some(({ kind }) => kind === 'lower') ? 'columns' : 'text',
    ...(shape === undefined ? {} : { shape }),
    ...(subjectSpelling === undefined ? {} : { subjectSpelling }),
    ...(columns.some(({ snap }) => snap !== undefined) ? { snap: 'auto' } : {}),
    ...columnsOf(named, unit),
    drop: dropped,
  });
  const settings = policy.ok
    ? Object.entries(writtenPolicy(policy.value)).filter(([name, value]) => openSettings.has(name) && value !== undefined)
    : [];
  const subjects = rows.length;
  const report = {
    ...{
      method,
      ...promises,
      files: [data.file],
      release: { rows: subjects, subjects, groups: groups.classes, leaves: shapes.classes },
    },
    measure: {
      ...{ valueLoss: 1.5, patternLoss: 0.25, patternFloor: 0.125 },
      flatPatterns: patterns.filter(({ level }) => level === 1).reduce((sum, one) => sum + one.subjects, 0),
    },
    verdict: { holds: true, smallestGroup: groups.sizes[0][0], smallestLeaf: shapes.sizes[0][0], breaches: [] },
    sections: {
      ...{ kind: 'series', lang: 'en', policy: Object.fromEntries(settings), risk: classRisk(groups.sizes) },
      ...{
        patternRisk: classRisk(leaves.sizes),
        instants: [],
        groupSizes: sizeBins(groups.sizes, 24),
        leafSizes: sizeBins(leaves.sizes, 24),
      },
      answers: answersOf({ manifest, header, rows }),
      ...{ patterns: patterns.slice(0, 12), bands: [], valueLosses: [{ from: 0, to: 2, count: subjects }], patternLosses: [] },
    },
  };
  return tellReport(report) ?? {};
}

/** How many have at least the middle of the usual band, at five instants. */
function answersOf({ manifest: { columns }, header, rows }: Published) {
  const series = columns.filter(({ role, kind }) => role === 'series' && kind !== 'upper');
  const places = new Set([0.1, 0.3, 0.5, 0.7, 0.9].map((share) => Math.floor(share * series.length)));
  return [...places]
    .filter((place) => place < series.length)
    .map((place) => {
      const { name, of = name, kind } = series[place];
      const at = header.indexOf(name);
      const bands = rows.map((row) => {
        const [, low = row[at], high = row[at + 1]] = kind === 'interval' ? (/^\[(-?[^-]+)-(.+)\]$/.exec(row[at]) ?? []) : [];
        return [Number(low), Number(high)] as const;
      });
      const middles = bands.map(([low, high]) => low + (high - low) / 2).sort((a, b) => a - b);
      const from = Number(middles[Math.ceil(middles.length / 2) - 1].toPrecision(3));
      const share = ([low, high]: readonly [number, number]) =>
        low >= from ? 1 : high < from ? 0 : (high - from) / (high - low);
      return {
        instant: of,
        from,
        least: bands.filter(([low]) => low >= from).length,
        most: bands.filter(([, high]) => high >= from).length,
        published: Math.round(Number(bands.reduce((sum, band) => sum + share(band), 0).toFixed(6))),
      };
    });
}

const columnsOf = (named: (role: string) => readonly string[], unit: string) => ({
  subject: /per "(.*)"/.exec(unit)?.[1] ?? 'row',
  series: named('series'),
  quasi: named('quasi'),
  sensitive: named('sensitive'),
});
