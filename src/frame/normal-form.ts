const blanks = /\p{White_Space}+/gu;
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]+/gu;
const dotted = /(i\p{M}*?)\u0307/gu; // İ has no small letter of its own

/**
 * The form that subjects are counted by: compatible characters, case, blanks and what nobody sees do not tell two apart. Unicode's NFKC, a
 * fold of case by way of capitals (ß is ss, and all sigmas are one), blanks trimmed and collapsed. Repeated until it stays, as one step may
 * open the way for another: ẞ becomes ß, then ss.
 */
export function normalForm(text: string): string {
  let form = foldOnce(text);
  for (let next = foldOnce(form); next !== form; next = foldOnce(form)) form = next;
  return form;
}

const foldOnce = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(blanks, ' ')
    .replace(unseen, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replace(dotted, '$1')
    .normalize('NFKC')
    .replace(blanks, ' ') // those that stood around something unseen
    .trim();

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

/** The form that values are counted by: a number is the same with or without its plus sign and its idle zeros. Empty where there is no value. */
export function valueForm(text: string): string {
  const form = normalForm(text);
  if (!decimal.test(form)) return form;
  const [whole, part = ''] = form.replace(/^[+-]/, '').split('.');
  const digits = `${whole.replace(/^0+/, '')}.${part.replace(/0+$/, '')}`;
  if (digits === '.') return '0';
  return form.startsWith('-') ? `-${digits}` : digits;
}
