import { sharedIndices, type TextColumn } from './columns.ts';
import { valueForm } from './normal-form.ts';

/** Stands for a cell without a value: it makes no class more diverse. */
export const noValue = 0xffffffff;

/** The value of each row of a column: cells that only spell one value differently share a code, an empty cell has none. */
export const valueCodes = (column: TextColumn): Uint32Array => formedValues(column).codes;

/** The same, with the form of each value by its code. */
export function formedValues({ codes, labels }: TextColumn): { readonly codes: Uint32Array; readonly forms: readonly string[] } {
  const numbers = new Map<string, number>();
  const codeOf = Uint32Array.from(labels, (label) => {
    const form = valueForm(label);
    if (form === '') return noValue;
    const known = numbers.get(form) ?? numbers.size;
    numbers.set(form, known);
    return known;
  });
  const values = sharedIndices(codes.length);
  for (let row = 0; row < codes.length; row++) values[row] = codeOf[codes[row]];
  return { codes: values, forms: [...numbers.keys()] };
}
