import fc from 'fast-check';

const surrogates = { from: 0xd800, count: 0x800 };

/** Any character that Unicode has room for. fast-check's own first lists them all, a million, which takes a second of each worker. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - surrogates.count })
  .map((number) => String.fromCodePoint(number < surrogates.from ? number : number + surrogates.count));
