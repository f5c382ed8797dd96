/**
 * The form by which two texts are told apart: what differs from another only in case, in kind or number of blanks, in width, or in what
 * nobody sees, is the same text. A judge's own: character by character, again until nothing changes, and no line of it is a maker's.
 */
export function normalForm(text: string): string {
  for (let form = text; ; ) {
    const next = foldOnce(form);
    if (next === form) return form;
    form = next;
  }
}

function foldOnce(text: string): string {
  let form = '';
  for (const sign of text.normalize('NFKC')) {
    if (isBlank.test(sign)) form += form.endsWith(' ') ? '' : ' ';
    else if (!isUnseen.test(sign)) form += lowest(sign);
  }
  return form
    .trim()
    .replace(/(i\p{M}*?)\u0307/gu, '$1')
    .normalize('NFKC'); // a capital i with its dot is still an i
}

/** By way of its capital, so that ß is ss; a sigma is one, wherever in a word it stands. */
function lowest(sign: string): string {
  let low = '';
  for (const capital of sign.toUpperCase()) low += capital.toLowerCase();
  return low;
}

const isBlank = /^\p{White_Space}$/u;
const isUnseen = /^(?:\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Cc})$/u;

/** The form of a value: numbers written differently, such as 1, +1 and 1.0, are one. An empty form is no value. */
export function valueForm(text: string): string {
  const form = normalForm(text);
  const [, sign, whole, , part = ''] = /^([+-]?)(\d*)(\.(\d*))?$/.exec(form) ?? [];
  if (whole === undefined || (whole === '' && part === '')) return form;
  const digits = `${whole.replace(/^0+/, '')}.${part.replace(/0+$/, '')}`;
  return digits === '.' ? '0' : `${sign === '-' ? '-' : ''}${digits}`;
}
