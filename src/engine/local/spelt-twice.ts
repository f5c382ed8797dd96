import type { DuckDBConnection } from '@duckdb/node-api';
import type { Problem } from '../../base/problem.ts';
import { speltTwice } from '../../formats/input-problems.ts';
import { normalForm } from '../../frame/normal-form.ts';
import type { TableRelease } from '../../release/table-release.ts';
import type { SettledQuasi } from './records-sql.ts';

/**
 * Columns of the table `records` in which one value is spelt in two ways. Where rows are added up by their labels, both would be published as
 * rows of their own that a reader takes for one.
 */
export async function findSpeltTwice(quasi: readonly SettledQuasi[], connection: DuckDBConnection): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const [q, { name, kind }] of quasi.entries()) {
    if (kind !== 'prefix' && kind !== 'category') continue;
    const found = await connection.runAndReadAll(`SELECT DISTINCT q${q} FROM records WHERE q${q} <> '' ORDER BY 1`);
    const texts = (found.getColumns()[0] ?? []) as string[]; // it is a column of texts
    const values = kind === 'prefix' ? countPrefixes(texts) : countSpellings(texts);
    if (values > 0) problems.push(speltTwice(name, values));
  }
  return problems;
}

/** The same of labels that no value alone shows: names of a hierarchy, and what values became. */
export function labelsSpeltTwice({ labels, subjects }: TableRelease): Problem | undefined {
  const forms = labels.map(({ labels: texts }) => codesByForm(texts));
  const rows = new Set<string>();
  for (let g = 0; g < subjects.length; g++) rows.add(labels.map(({ codes }, a) => forms[a].codes[codes[g]]).join()); // numbers, so no two rows get one key
  if (rows.size === subjects.length) return undefined;
  const worst = forms.reduce((most, { joined }, a) => (joined > forms[most].joined ? a : most), 0);
  return speltTwice(labels[worst].name, forms[worst].joined);
}

const countSpellings = (texts: readonly string[]): number => codesByForm(texts).joined;

function codesByForm(texts: readonly string[]): { readonly codes: readonly number[]; readonly joined: number } {
  const codeOf = new Map<string, number>();
  const codes = texts.map((text) => {
    const form = normalForm(text);
    const code = codeOf.get(form) ?? codeOf.size;
    codeOf.set(form, code);
    return code;
  });
  return { codes, joined: texts.length - codeOf.size };
}

/** Of sorted codes, those that begin like another but for the spelling: any beginning may become a label. */
function countPrefixes(texts: readonly string[]): number {
  const spelt = new Map<string, string>();
  let [values, before] = [0, ''];
  for (const text of texts) {
    let prefix = '';
    let twice = false;
    for (const letter of text) {
      prefix += letter;
      if (before.startsWith(prefix)) continue; // was looked at with the code before
      const [form, own] = [normalForm(prefix), prefix.trimEnd()];
      twice ||= (spelt.get(form) ?? own) !== own;
      if (!spelt.has(form)) spelt.set(form, own);
    }
    if (twice) values++;
    before = text;
  }
  return values;
}
