/**
 * Numbers and dates in English, as Intl prints them for en-GB; a property compares them. The first use of Intl takes a start 20 ms, and a page
 * drawn without it is the same on every Node.
 */
export const englishPrint = {
  decimal: (value: number): string => printDigits(value, keepDigits(digitsOf(value), 5)),
  percent(value: number): string {
    const { digits, point } = digitsOf(value);
    const hundredfold = { digits, point: value === 0 ? point : point + 2 };
    return `${printDigits(value, keepDigits(hundredfold, hundredfold.point + 2))}%`;
  },
  whole: (value: number): string => printRounded(value, 0),
  hundredths: (value: number): string => printRounded(value, 2),
  short(value: number): string {
    const { digits, point } = keepDigits(digitsOf(value), 4);
    const thousands = Math.min(units.length - 1, Math.max(0, Math.floor((point - 1) / 3)));
    return `${printDigits(value, { digits, point: point - 3 * thousands }, 5)}${units[thousands]}`;
  },
  date(iso: string): string {
    const [year, month, day, time] = new Date(iso).toISOString().split(/[-T]/);
    return `${Number(day)} ${months[Number(month) - 1]} ${year} at ${time.slice(0, 5)} UTC`;
  },
};

function printRounded(value: number, decimals: number): string {
  const written = digitsOf(value);
  return printDigits(value, keepDigits(written, written.point + decimals));
}

const units = ['', 'k', 'm', 'bn', 'tn'];
const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

/** A number without its sign: digits, and how many of them stand before the point; fewer than none where zeros follow it. */
interface Digits {
  readonly digits: string;
  readonly point: number;
}

/** The fewest that tell the number from all others. */
function digitsOf(value: number): Digits {
  const [digits, exponent] = Math.abs(value).toExponential().split('e');
  return { digits: digits.replace('.', ''), point: Number(exponent) + 1 };
}

/** The first so many, a half rounded away from zero. */
function keepDigits({ digits, point }: Digits, count: number): Digits {
  if (count >= digits.length) return { digits, point };
  const kept = digits.slice(0, Math.max(0, count));
  if (count < 0 || digits[count] < '5') return { digits: kept, point };
  const next = String(BigInt(kept) + 1n).padStart(kept.length, '0');
  return { digits: next, point: point + next.length - kept.length };
}

/** With commas where at least so many digits stand before the point. */
function printDigits(value: number, { digits, point }: Digits, commasFrom = 4): string {
  const written = point > 0 ? digits.padEnd(point, '0') : '0'.repeat(1 - point) + digits;
  const whole = written.slice(0, Math.max(1, point));
  const fraction = written.slice(whole.length).replace(/0+$/, '');
  const commas = whole.length < commasFrom ? whole : whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return `${value < 0 || Object.is(value, -0) ? '-' : ''}${commas}${fraction === '' ? '' : `.${fraction}`}`;
}
