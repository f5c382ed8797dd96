/** What years of two digits mean: one century that nearly everybody means, or some to choose from. */
export interface ShortYears {
  /** The letters for such a year, the likeliest first, each with what it says of 65. */
  readonly letters: readonly { readonly text: string; readonly means: string }[];
  readonly evidence: string;
}

/**
 * By how large they are: years up to 31 alone are of this century, years from 70 alone of the last one. Both together may be years of birth, and so may
 * those between: nobody but the owner of the file can tell.
 */
export function readShortYears(sizes: ReadonlySet<string>): ShortYears {
  const early = ['0', 's', 'm'].some((size) => sizes.has(size));
  if (!sizes.has('l') && !(early && sizes.has('h'))) {
    const [told, meant] = early ? ['00 to 31', '2000 to 2031'] : ['70 to 99', '1970 to 1999'];
    return { letters: [asFrom(1970)], evidence: `years of two digits, all ${told}, are taken for ${meant}` };
  }
  return { letters: [asFrom(1970), asFrom(1930), asFrom(1900)], evidence: 'years of two digits may be of two centuries' };
}

const asFrom = (first: number) => ({ text: `yy(${first})`, means: `years are ${first} to ${first + 99}` });
