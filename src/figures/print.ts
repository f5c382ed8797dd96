/** Numbers, shares and dates as a language writes them. */
export interface Print {
  readonly whole: (value: number) => string;
  readonly decimal: (value: number) => string;
  readonly percent: (value: number) => string;
  readonly date: (iso: string) => string;
}

export function printIn(locale: string): Print {
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const digits = new Intl.NumberFormat(locale, { maximumSignificantDigits: 5 });
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return {
    whole: (value) => whole.format(value),
    decimal: (value) => digits.format(value),
    percent: (value) => share.format(value),
    date: (iso) => `${date.format(new Date(iso))} UTC`,
  };
}

/** As the command line and the pages of sweep and compare print them. */
export const plain: Omit<Print, 'date'> = {
  ...printIn('en-GB'),
  percent: (value) => `${(100 * value).toLocaleString('en-GB', { maximumFractionDigits: 2 })} %`,
};
