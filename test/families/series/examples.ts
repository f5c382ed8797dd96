/** Table 1 of Shou et al., TKDE 2013: eight series of six instants. */
export const tableOne: readonly (readonly number[])[] = [
  [170, 175, 188, 197, 213, 221],
  [145, 157, 165, 177, 204, 196],
  [176, 181, 147, 134, 125, 112],
  [98, 120, 125, 132, 151, 161],
  [117, 107, 87, 74, 51, 56],
  [32, 54, 59, 67, 96, 101],
  [88, 93, 56, 43, 20, 25],
  [71, 63, 47, 38, 43, 20],
];

/** The worked example of five records and two instants: two that rise, two that fall, one that rises a little. */
export const fiveRecords: readonly (readonly number[])[] = [
  [10, 40],
  [15, 45],
  [40, 10],
  [45, 15],
  [12, 18],
];

/** A word in letters. */
export const spelt = (symbols: Iterable<number>): string => String.fromCharCode(...[...symbols].map((symbol) => 97 + symbol));

export const symbolsOf = (word: string): number[] => [...word].map((letter) => letter.charCodeAt(0) - 97);
