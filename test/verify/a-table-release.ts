import { writeFileSync } from 'node:fs';
import type { Language } from '../../src/base/languages.ts';
import type { ManifestColumn, TableManifest } from '../../src/release/manifest.ts';
import { type Evidence, type Format, writeDraft, writeTable } from './written-release.ts';

export type Shape = TableManifest['shape'];

/** A release of transactions before it is bytes: tests change it, then write and seal it. */
export interface TableDraft {
  manifest: TableManifest;
  header: string[];
  rows: string[][];
  /** What is written to internal/evidence; nothing where there is none. */
  evidence: Evidence | undefined;
  /** The table it was made from. */
  original: { header: string[]; rows: string[][] };
}

/** One passage of a lorry, and the labels it is published under. */
export interface Passage {
  readonly vehicle: string;
  readonly section: string;
  readonly time: string;
  readonly axles: string;
  readonly cargo: string;
  readonly toll: string;
  readonly labels: readonly string[];
}

export const quasiColumns: readonly ManifestColumn[] = [
  { name: 'section_region', role: 'quasi', kind: 'prefix', of: 'section_id' },
  { name: 'time_period', role: 'quasi', kind: 'period', of: 'exit_time' },
  { name: 'axles', role: 'quasi', kind: 'interval', of: 'axles', decimals: 0 },
  { name: 'cargo', role: 'quasi', kind: 'label', of: 'cargo' },
];

const words: Readonly<Record<Language, readonly (readonly string[])[]>> = {
  zh: [
    ['G56区域', '上午时段(06-12)'],
    ['全部区域', '跨夜时段(22-03)'],
    ['S1区域', '时段(07-15)'],
    ['G561区域', '全天(00-24)'],
  ],
  en: [
    ['G56 region', 'morning(06-12)'],
    ['all regions', 'overnight hours(22-03)'],
    ['S1 region', 'hours(07-15)'],
    ['G561 region', 'all day(00-24)'],
  ],
  it: [
    ['regione G56', 'mattina(06-12)'],
    ['tutte le regioni', 'ore oltre mezzanotte(22-03)'],
    ['regione S1', 'ore(07-15)'],
    ['regione G561', 'tutto il giorno(00-24)'],
  ],
  sl: [
    ['regija G56', 'dopoldne(06-12)'],
    ['vse regije', 'ure čez polnoč(22-03)'],
    ['regija S1', 'ure(07-15)'],
    ['regija G561', 'ves dan(00-24)'],
  ],
};

const groups = [
  {
    sections: ['G5615', 'G5620'],
    hours: ['06:00:00', '11:59:59'],
    axles: [2, 4],
    cargo: ['milk', 'milk'],
    others: ['[2-4]', 'milk'],
  },
  {
    sections: ['S1', 'G5'],
    hours: ['22:10:00', '02:59:59.9'],
    axles: [3, 3],
    cargo: ['milk', 'ore'],
    others: ['[3-3]', '{milk|ore}'],
  },
  {
    sections: ['S12', 'S19'],
    hours: ['07:00:00', '14:59:00'],
    axles: [2, 6],
    cargo: ['ore', 'sand'],
    others: ['[2-6]', 'mineral'],
  },
  {
    sections: ['G5615', 'G5611'],
    hours: ['00:00:00', '23:30:00'],
    axles: [2, 5],
    cargo: ['milk', 'sand'],
    others: ['[2-5]', '*'],
  },
];

export const hierarchy = 'milk;food;any\nore;mineral;any\nsand;mineral;any\n';

/** 40 passages of 8 lorries in four groups, each of 7 lorries; k = 5. Lorry 1 passes four times in each. */
export function passages(language: Language = 'en'): Passage[] {
  const all = groups.flatMap(({ sections, hours, axles, cargo, others }, g) =>
    Array.from({ length: 10 }, (_, i): Passage => {
      const vehicle = `lorry-${i < 4 ? 1 : ((i + g) % 7) + 2}`;
      const day = `2023-01-0${(i % 3) + 2}`;
      return {
        vehicle,
        section: `${sections[i % 2]}${i}`,
        time: `${day} ${hours[i % 2]}`,
        axles: String(axles[i % 2]),
        cargo: cargo[i % 2],
        toll: (10 + g + i / 4).toFixed(2),
        labels: [...words[language][g], ...others],
      };
    }),
  );
  return all.map((_, i) => all[(i * 7) % all.length]);
}

export interface TableOptions {
  readonly format?: Format;
  readonly language?: Language;
  readonly k?: number;
  readonly unit?: 'vehicle_id' | 'row';
  readonly dominance?: TableManifest['dominance'];
}

/** The release that these passages owe, with its evidence. */
export function tableOf(all: readonly Passage[], shape: Shape, options: TableOptions = {}): TableDraft {
  const { format = 'csv', language = 'en', k = 5, unit = 'vehicle_id', dominance } = options;
  const subjectOf = (passage: Passage) => (unit === 'row' ? String(all.indexOf(passage) + 1) : passage.vehicle);
  const others: ManifestColumn[] =
    shape === 'records'
      ? [
          { name: 'weight', role: 'kept', kind: 'text', of: 'weight' },
          { name: 'toll_money', role: 'kept', kind: 'text', of: 'toll_money' },
        ]
      : [
          { name: 'truck_count', role: 'count', kind: 'integer' },
          { name: 'avg_toll', role: 'mean', kind: 'number', of: 'toll_money', decimals: 2 },
        ];
  const columns = [...quasiColumns, ...others].map((column) => ({ ...column }));
  const header = columns.map(({ name }) => name);
  const weightOf = (passage: Passage) => `${passage.axles}0 t`;
  const inside = (passage: Passage) => [subjectOf(passage), String(all.indexOf(passage) + 1)];
  const rows =
    shape === 'records'
      ? all.map((passage) => [...passage.labels, weightOf(passage), passage.toll])
      : groupsOf(all).map((members) => [
          ...members[0].labels,
          String(new Set(members.map(subjectOf)).size),
          meanOf(members, subjectOf, k, dominance),
        ]);
  const names = quasiColumns.map(({ name }) => name);
  const evidence =
    shape === 'records'
      ? { header: [...header, '_subject', '_row'], rows: all.map((passage, i) => [...rows[i], ...inside(passage)]), format }
      : {
          header: [...names, 'toll_money', '_subject', '_row'],
          rows: all.map((passage) => [...passage.labels, passage.toll, ...inside(passage)]),
          format,
        };
  return {
    manifest: {
      shoal: '0.1.0',
      format: 1,
      method: 'kaca',
      promises: { k },
      unit,
      clustering: 'hierarchy',
      labels: language,
      shape,
      ...(dominance === undefined || shape === 'records' ? {} : { dominance }),
      data: { file: `kaca_anonymized.${format}`, format, rows: rows.length },
      columns,
      dropped: ['vehicle_id', 'driver'],
      files: [],
      verdict: { holds: true, verifier: 'shoal 0.1.0', checks: [] },
    },
    header,
    rows,
    evidence,
    original: {
      header: ['vehicle_id', 'section_id', 'exit_time', 'axles', 'cargo', 'weight', 'toll_money', 'driver'],
      rows: all.map((passage) => [
        passage.vehicle,
        passage.section,
        passage.time,
        passage.axles,
        passage.cargo,
        weightOf(passage),
        passage.toll,
        'n. n.',
      ]),
    },
  };
}

export const goodTable = (shape: Shape, options: TableOptions = {}): TableDraft =>
  tableOf(passages(options.language), shape, options);

function groupsOf(all: readonly Passage[]): Passage[][] {
  const found = new Map<string, Passage[]>();
  for (const passage of all) {
    const key = JSON.stringify(passage.labels);
    found.set(key, [...(found.get(key) ?? []), passage]);
  }
  return [...found.values()];
}

/** Slow and plain: blank for few subjects or a few that dominate. */
export function meanOf(
  members: readonly Passage[],
  subjectOf: (passage: Passage) => string,
  k: number,
  dominance: TableManifest['dominance'],
): string {
  const priced = members.filter(({ toll }) => toll !== '');
  const parts = new Map<string, number>();
  for (const passage of priced)
    parts.set(subjectOf(passage), (parts.get(subjectOf(passage)) ?? 0) + Math.abs(Number(passage.toll)));
  if (parts.size < k) return '';
  const sizes = [...parts.values()].sort((a, b) => b - a);
  const sum = (some: readonly number[]) => some.reduce((total, value) => total + value, 0);
  if (dominance !== undefined && sum(sizes.slice(0, dominance.largest)) > dominance.share * sum(sizes)) return '';
  return (sum(priced.map(({ toll }) => Number(toll))) / priced.length).toFixed(2);
}

/** Writes data, evidence, manifest and, beside the folder, the original and the hierarchy of the cargo. */
export async function writeTableRelease(folder: string, draft: TableDraft): Promise<void> {
  await writeDraft(folder, draft, { data: ',', evidence: ',' });
  await writeTable(`${folder}-original.csv`, 'csv', draft.original.header, draft.original.rows, ',');
  writeFileSync(`${folder}-cargo.csv`, hierarchy);
}
