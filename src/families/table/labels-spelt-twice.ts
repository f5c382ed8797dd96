import { codesByForm } from '../../frame/spelt-twice.ts';
import type { TableRelease } from '../../release/table-release.ts';

/** Labels that one reads as one though they are spelt in two ways, which no value alone shows: names of a hierarchy, and what values became. */
export function labelsSpeltTwice({
  labels,
  subjects,
}: TableRelease): { readonly column: string; readonly values: number } | undefined {
  const forms = labels.map(({ labels: texts }) => codesByForm(texts));
  const rows = new Set<string>();
  for (let g = 0; g < subjects.length; g++) rows.add(labels.map(({ codes }, a) => forms[a].codes[codes[g]]).join()); // numbers, so no two rows get one key
  if (rows.size === subjects.length) return undefined;
  const worst = forms.reduce((most, { joined }, a) => (joined > forms[most].joined ? a : most), 0);
  return { column: labels[worst].name, values: forms[worst].joined };
}
