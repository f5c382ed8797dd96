/** What may follow a date: a blank or T, a clock, am or pm, an offset. */
const clockForm = /^(T| |, )(9{1,2}):99(:99([.,]9{1,9})?)?( ?[AaPp]\.?[Mm]\.?)?( ?(?:Z|z|[+-]99:?99|[+-]99))?$/;

export const isClock = (rest: string): boolean => rest === '' || clockForm.test(rest);

/** The form of a clock without what may vary from cell to cell: a leading nought, am and pm, the digits of a fraction, the offset. */
export function clockKey(rest: string): string {
  const [whole, before, , seconds, fraction, half, offset] = clockForm.exec(rest) ?? [];
  if (whole === undefined) return '';
  const blank = (text: string | undefined) => (text === undefined ? '' : text.startsWith(' ') ? ' x' : 'x');
  return `${before}|${seconds === undefined ? '' : 's'}${fraction === undefined ? '' : fraction[0]}|${blank(half)}|${blank(offset)}`;
}

/** The letters for clocks of one key. */
export function clockLetters(rests: readonly string[]): string {
  const [whole, before, , seconds, fraction, half, offset] = clockForm.exec(rests[0]) ?? [];
  if (whole === undefined) return '';
  const twoDigits = rests.every((rest) => clockForm.exec(rest)?.[2].length === 2);
  const hour = (half === undefined ? 'H' : 'h').repeat(twoDigits ? 2 : 1);
  const clock = `${hour}:mm${seconds === undefined ? '' : ':ss'}${fraction === undefined ? '' : `${fraction[0]}S`}`;
  const optional = (text: string | undefined, letter: string) =>
    text === undefined ? '' : `${text.startsWith(' ') ? ' ' : ''}${letter}`;
  return `${before}${clock}${optional(half, 'a')}${optional(offset, 'X')}`;
}
