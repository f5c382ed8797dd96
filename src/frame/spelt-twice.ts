import { normalForm } from './normal-form.ts';

/** Texts that differ from another in their spelling alone. */
export const countSpellings = (texts: readonly string[]): number => codesByForm(texts).joined;

/** A number for each normal form, and how many texts are another spelling of one before. */
export function codesByForm(texts: readonly string[]): { readonly codes: readonly number[]; readonly joined: number } {
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
export function countPrefixes(texts: readonly string[]): number {
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
