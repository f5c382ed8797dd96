import { readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changeManifest, type Draft } from './a-good-release.ts';
import { marker, type Tampering } from './tamperings.ts';

const changed = (change: Parameters<typeof changeManifest>[1]) => (folder: string) => changeManifest(folder, change);

const reworded = (change: (text: string) => string) => (folder: string) => {
  const path = join(folder, 'manifest.json');
  writeFileSync(path, change(readFileSync(path, 'utf8')));
};

const columnOf = ({ manifest }: Draft, name: string) => {
  const column = manifest.columns.find((each) => each.name === name);
  if (column === undefined) throw new Error(`no column ${name}`);
  return column;
};

export const manifestTamperings: readonly Tampering[] = [
  { says: 'a manifest cut short', after: reworded((text) => text.slice(0, -20)), breach: 'unreadable-manifest' },
  { says: 'an empty manifest', after: reworded(() => ''), breach: 'unreadable-manifest' },
  {
    says: 'a manifest that is not UTF-8',
    after: (folder) => writeFileSync(join(folder, 'manifest.json'), Buffer.from([0x7b, 0xff, 0x7d])),
    breach: 'unreadable-manifest',
  },
  { says: 'a manifest with a byte order mark', after: reworded((text) => `\ufeff${text}`), breach: 'unreadable-manifest' },
  {
    says: 'a manifest that promises two different k',
    after: reworded((text) => text.replace('"k": 5', '"k": 50, "k": 5')),
    breach: 'unreadable-manifest',
  },
  {
    says: 'a manifest that is a link to a file elsewhere',
    after: (folder) => {
      renameSync(join(folder, 'manifest.json'), join(folder, 'internal', 'm.json'));
      symlinkSync(join(folder, 'internal', 'm.json'), join(folder, 'manifest.json'));
    },
    breach: 'unreadable-manifest',
  },
  {
    says: 'a blank more in the manifest',
    after: reworded((text) => text.replace('"k": 5', '"k":  5')),
    breach: 'reworded-manifest',
  },
  {
    says: 'an escaped letter in the manifest',
    after: reworded((text) => text.replace('"naive"', '"n\\u0061ive"')),
    breach: 'reworded-manifest',
  },
  { says: 'a number in other words', after: reworded((text) => text.replace('"k": 5', '"k": 5.0')), breach: 'reworded-manifest' },
  { says: 'no line feed at the end of the manifest', after: reworded((text) => text.trimEnd()), breach: 'reworded-manifest' },
  {
    says: 'keys of the manifest in another order',
    after: reworded((text) => {
      const { shoal, ...others } = JSON.parse(text);
      return `${JSON.stringify({ ...others, shoal }, null, 2)}\n`;
    }),
    breach: 'reworded-manifest',
  },
  { says: 'a manifest that is not an object', after: reworded(() => '[]'), breach: 'unknown-manifest' },
  {
    says: 'a manifest of another format',
    after: reworded((text) => text.replace('"format": 1', '"format": 2')),
    breach: 'unknown-manifest',
  },
  { says: 'a seed in the manifest', after: reworded((text) => text.replace('{', '{ "seed": 42,')), breach: 'unknown-manifest' },
  { says: 'a name as the unit', after: changed((manifest) => void (manifest.unit = marker)), breach: 'foreign-words' },
  {
    says: 'a name in a sentence about the unit',
    after: changed((manifest) => void (manifest.unit = `one row per "${marker}", checked in the input`)),
    breach: 'foreign-words',
  },
  {
    says: 'a name as the version',
    after: changed((manifest) => void (manifest.shoal = `0.1.0-${marker}`)),
    breach: 'foreign-words',
  },
  {
    says: 'a name as the verifier',
    after: changed(({ verdict }) => void (verdict && (verdict.verifier = `shoal 0.1.0 ${marker}`))),
    breach: 'foreign-words',
  },
  {
    says: 'a name among the checks',
    after: changed(({ verdict }) => void verdict?.checks.push(marker)),
    breach: 'foreign-words',
  },
  { says: 'checks that are left out', after: changed(({ verdict }) => void verdict?.checks.pop()), breach: 'foreign-words' },
  { says: 'a dropped column named twice', after: changed(({ dropped }) => void dropped.push('Name')), breach: 'foreign-words' },
  {
    says: 'a name as the source of a column that has none',
    before: (draft) => void (columnOf(draft, 'GroupID').of = marker),
    breach: 'odd-declaration',
  },
  {
    says: 'a name as the source of another column',
    before: (draft) => void (columnOf(draft, 'Town').of = marker),
    breach: 'odd-declaration',
  },
  {
    says: 'a pattern under another name',
    before: (draft) => {
      columnOf(draft, 'Pattern').name = 'Shape';
      draft.header[draft.header.indexOf('Pattern')] = 'Shape';
    },
    breach: 'odd-declaration',
  },
  { says: 'decimals of a label', before: (draft) => void (columnOf(draft, 'Town').decimals = 386), breach: 'odd-declaration' },
  {
    says: 'a quasi-identifier after the sensitive columns',
    before: ({ manifest }) => void manifest.columns.push(...manifest.columns.splice(1, 1)),
    breach: 'misplaced-declaration',
  },
  { says: 'a promise of k = 1', after: changed(({ promises }) => void (promises.k = 1)), breach: 'unknown-manifest' },
  {
    says: 'a promise of P above k',
    after: changed(({ promises }) => void (promises.p = 6)),
    breach: ['p-above-k', 'small-leaf'],
  },
  { says: 'a k weaker than the caller requires', options: { atLeast: { k: 6, p: 2 } }, breach: 'weak-promise' },
  { says: 'a P weaker than the caller requires', options: { atLeast: { p: 3 } }, breach: 'weak-promise' },
  {
    says: 'a published release without a verdict',
    before: ({ manifest }) => void delete manifest.verdict,
    breach: 'missing-verdict',
  },
  {
    says: 'a verdict that does not hold',
    after: changed((manifest) => void (manifest.verdict = { holds: false, verifier: 'shoal 0.1.0', checks: [] })),
    breach: 'false-verdict',
  },
  {
    says: 'a column declared twice',
    before: ({ manifest }) => manifest.columns.push({ name: 'Note', role: 'sensitive', kind: 'text' }),
    breach: 'repeated-declaration',
  },
  {
    says: 'a release without a pattern',
    before: ({ manifest }) => void (manifest.columns = manifest.columns.filter(({ role }) => role !== 'pattern')),
    breach: 'missing-role',
  },
  {
    says: 'a release whose series are declared sensitive',
    before: ({ manifest }) => {
      for (const column of manifest.columns)
        if (column.role === 'series') Object.assign(column, { role: 'sensitive', kind: 'text' });
    },
    breach: 'missing-role',
  },
  {
    says: 'no columns at all',
    before: ({ manifest }) => void (manifest.columns = []),
    breach: ['missing-role', 'missing-role', 'missing-role', 'missing-role'],
  },
  {
    says: 'two columns of group ids',
    before: (draft) => Object.assign(columnOf(draft, 'Town'), { role: 'group', kind: 'id' }),
    breach: 'repeated-role',
  },
  {
    says: 'a series column declared as a label, which would go unchecked',
    before: (draft) => void (columnOf(draft, 'H2').kind = 'label'),
    breach: 'unfit-kind',
  },
  {
    says: 'an interval without decimals',
    before: (draft) => void delete columnOf(draft, 'H2').decimals,
    breach: 'missing-decimals',
  },
  {
    says: 'an interval with 5000 decimals',
    before: (draft) => void (columnOf(draft, 'H2').decimals = 5000),
    breach: 'missing-decimals',
  },
  {
    says: 'a step finer than the decimals',
    before: (draft) => void (columnOf(draft, 'H2').snap = 0.005),
    breach: 'unfit-step',
  },
  {
    says: 'a step of what has no bounds',
    before: (draft) => void (columnOf(draft, 'GroupID').snap = 1),
    breach: 'unfit-step',
  },
  {
    says: 'a lower bound on another grid than its upper bound',
    of: 'csv columns',
    before: (draft) => void (columnOf(draft, 'H2_max').snap = 0.01),
    breach: 'unpaired-bound',
  },
  {
    says: 'a lower bound without its upper bound',
    of: 'csv columns',
    before: ({ manifest }) => void (manifest.columns = manifest.columns.filter(({ name }) => name !== 'H2_max')),
    breach: 'unpaired-bound',
  },
  {
    says: 'bounds of two different columns side by side',
    of: 'parquet columns',
    before: (draft) => void (columnOf(draft, 'H2_max').of = 'H3'),
    breach: 'unpaired-bound',
  },
  {
    says: 'more segments than instants',
    after: changed(({ pattern }) => void (pattern.segments = 5)),
    breach: 'too-many-segments',
  },
  {
    says: 'a published column that comes from a dropped one',
    before: ({ manifest }) => manifest.dropped.push('h2'),
    breach: 'dropped-column',
  },
  {
    says: 'bounds of a dropped column',
    of: 'csv columns',
    before: ({ manifest }) => manifest.dropped.push('H2'),
    breach: 'dropped-column',
  },
];
