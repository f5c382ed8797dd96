import { isUtf8 } from 'node:buffer';

/** Whether the pieces seen so far, one after the other, are UTF-8; a character may be cut between two pieces. */
export interface Utf8Check {
  take(piece: Buffer): void;
  holds(): boolean;
}

export function createUtf8Check(): Utf8Check {
  let cut = Buffer.alloc(0); // the beginning of a character whose end is in the next piece
  let sound = true;
  return {
    take(piece) {
      const rest = cut.length === 0 ? 0 : widthOf(cut[0]) - cut.length;
      const joined = Buffer.concat([cut, piece.subarray(0, rest)]);
      if (piece.length < rest) {
        cut = joined;
        return;
      }
      const body = piece.subarray(rest);
      const end = wholeCharacters(body);
      sound &&= isUtf8(joined) && isUtf8(body.subarray(0, end));
      cut = Buffer.from(body.subarray(end));
    },
    holds: () => sound && cut.length === 0,
  };
}

/** Where the last character that may be incomplete starts; the length where there is none. */
function wholeCharacters(piece: Buffer): number {
  for (let at = piece.length - 1; at >= 0 && at >= piece.length - 3; at--) {
    if (piece[at] < 0x80) return piece.length;
    if (piece[at] >= 0xc0) return at + widthOf(piece[at]) > piece.length ? at : piece.length;
  }
  return piece.length;
}

const widthOf = (lead: number): number => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1);
