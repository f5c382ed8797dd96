import { shellWord } from '../../base/shell-word.ts';
import { yamlText } from '../../base/yaml-text.ts';
import { escapeHtml, table } from '../page.ts';
import type { SignOff, View } from '../view.ts';
import type { Words } from '../words/en.ts';
import { paragraph, section } from './section.ts';

/** The commands that make the release again and check it, the policy they need, and the hashes to compare. */
export function reproducePart({ manifest, sections, origin, edition, print, signOffs }: View, words: Words): string {
  const { reproduce: own } = words;
  const { input, seedFile: _, ...settings } = sections.policy;
  const given = Object.fromEntries(Object.entries(settings).filter(([key, value]) => value !== undefined && key !== 'out'));
  const file = typeof input === 'string' ? input : own.input;
  const seeded = edition === 'internal' && given.seed === undefined; // a typed seed stands in the policy
  const hashes = [
    ...(origin === undefined ? [] : [[own.original, { html: code(origin.sha256) }]]),
    ...[...(manifest.data.parts ?? []), ...manifest.files]
      .filter(({ name }) => !name.startsWith('report.'))
      .map(({ name, sha256 }) => [name, { html: code(sha256) }]),
  ];
  const facts = [
    [own.version, `Shoal ${manifest.shoal}`],
    ...(origin === undefined ? [] : [[own.made, print.date(origin.made)]]),
  ];
  return section(
    'reproduce',
    words.headings.reproduce,
    [
      paragraph(own.check),
      block('shoal verify RELEASE'),
      paragraph(edition === 'internal' ? own.again : own.againPublic),
      ...(seeded ? [paragraph(own.seed)] : []),
      block(`shoal run ${shellWord(file)} --policy shoal.yaml${seeded ? ' --seed-file seed.txt' : ''} --out release`),
      `<details><summary>shoal.yaml</summary>${block(yamlText(given))}</details>`,
      table([words.figure, words.value], facts, { caption: own.facts }),
      table([own.file, 'SHA-256'], hashes, { caption: own.hashes }),
      ...(edition === 'internal' && signOffs.length > 0
        ? [table(own.signer, signOffs.map(rowOf), { caption: own.signedOff })]
        : []),
    ].join('\n'),
  );
}

const rowOf = ({ name, role, date, remark }: SignOff) => [name, role, date, remark ?? ''];

const code = (text: string): string => `<code>${escapeHtml(text)}</code>`;
const block = (text: string): string => `<pre tabindex="0"><code>${escapeHtml(text.trimEnd())}</code></pre>`;
