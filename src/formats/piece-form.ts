import type { TimePiece } from './time-format.ts';

/** A text as a pattern that matches it alone. */
export const escapeText = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** What a piece of a time looks like, as a pattern of every engine; `blank` is how it writes one of a blank. */
export function pieceForm(piece: TimePiece, blank: string): string {
  if ('text' in piece) return escapeText(piece.text).replaceAll(' ', blank);
  const two = 'digits' in piece && piece.digits === '2';
  switch (piece.field) {
    case 'year':
      return '([0-9]{4})';
    case 'shortYear':
      return '([0-9]{2})';
    case 'monthName':
      return '(\\p{L}{3,14})[.]?';
    case 'month':
    case 'day':
      return two ? '([0-9]{2})' : '([0-9]{1,2})';
    case 'hour':
      return two ? '([01][0-9]|2[0-3])' : '([01]?[0-9]|2[0-3])';
    case 'hour12':
      return two ? '(0[1-9]|1[0-2])' : '(0?[1-9]|1[0-2])';
    case 'minute':
    case 'second':
      return '([0-5][0-9])';
    case 'fraction':
      return '([0-9]{1,9})';
    case 'half':
      return '([aApP][.]?[mM][.]?)';
    case 'offset':
      return '(Z|z|[+-](?:0[0-9]|1[0-5])(?::?[0-5][0-9])?)';
    default:
      return piece satisfies never;
  }
}
