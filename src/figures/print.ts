import { englishPrint } from './english-print.ts';

/** Numbers, shares and dates as a language writes them. */
export interface Print {
  readonly whole: (value: number) => string;
  readonly decimal: (value: number) => string;
  readonly percent: (value: number) => string;
  readonly date: (iso: string) => string;
  /** Short, for axes: 12.5, 3k. */
  readonly short: (value: number) => string;
}

/** The forms of a language are made when first asked for, and once: each takes Node a millisecond or more. */
export function printIn(locale: string): Print {
  const known = made.get(locale);
  if (known !== undefined) return known;
  const whole = onceOf(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }));
  const digits = onceOf(() => new Intl.NumberFormat(locale, { maximumSignificantDigits: 5 }));
  const share = onceOf(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }));
  const short = onceOf(() => new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 4 }));
  const date = onceOf(() => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }));
  const intl: Print = {
    whole: (value) => whole().format(value),
    decimal: (value) => digits().format(value),
    percent: (value) => share().format(value),
    short: (value) => short().format(value),
    date: (iso) => `${date().format(new Date(iso))} UTC`,
  };
  const print = locale === 'en-GB' ? inPlainEnglish(intl) : intl;
  made.set(locale, print);
  return print;
}

const made = new Map<string, Print>();

/** Without Intl but for what is no number. */
function inPlainEnglish(intl: Print): Print {
  const finite = (form: 'whole' | 'decimal' | 'percent' | 'short') => (value: number) =>
    (Number.isFinite(value) ? englishPrint : intl)[form](value);
  return {
    whole: finite('whole'),
    decimal: finite('decimal'),
    percent: finite('percent'),
    short: finite('short'),
    date: englishPrint.date,
  };
}

function onceOf<Value extends object>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= make();
    return value;
  };
}

/** As the command line and the pages of sweep and compare print them. */
export const plain: Omit<Print, 'date'> = {
  ...printIn('en-GB'),
  percent: (value) => `${Number.isFinite(value) ? englishPrint.hundredths(100 * value) : value.toLocaleString('en-GB')} %`,
};
