/** Numbers, shares and dates as a language writes them. */
export interface Figures {
  readonly whole: (value: number) => string;
  readonly decimal: (value: number) => string;
  readonly percent: (value: number) => string;
  readonly date: (iso: string) => string;
}

export function figuresIn(locale: string): Figures {
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
export const { whole: figure, decimal } = figuresIn('en-GB');
export const percent = (value: number): string => `${(100 * value).toLocaleString('en-GB', { maximumFractionDigits: 2 })} %`;
