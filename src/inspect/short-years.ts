import { because, type Reason } from './reasons.ts';

/** What years of two digits mean: one century that nearly everybody means, or some to choose from. */
export interface ShortYears {
  /** The letters for such a year, the likeliest first, each with what it says of 65. */
  readonly letters: readonly { readonly text: string; readonly means: Reason }[];
  readonly evidence: Reason;
}

/**
 * By how large they are: years up to 31 alone are of this century, years from 70 alone of the last one. Both together may be years of birth, and so may
 * those between: nobody but the owner of the file can tell.
 */
export function readShortYears(sizes: ReadonlySet<string>): ShortYears {
  const early = ['0', 's', 'm'].some((size) => sizes.has(size));
  if (!sizes.has('l') && !(early && sizes.has('h'))) {
    const [written, meant] = early ? ['00 to 31', '2000 to 2031'] : ['70 to 99', '1970 to 1999'];
    return { letters: [asFrom(1970)], evidence: because('short-years', { written, meant }) };
  }
  return { letters: [asFrom(1970), asFrom(1930), asFrom(1900)], evidence: because('two-centuries') };
}

const asFrom = (first: number) => ({
  text: `yy(${first})`,
  means: because('years-are', { first: String(first), last: String(first + 99) }),
});
