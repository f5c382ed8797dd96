/** Numbers as pages print them. */
export const figure = (value: number): string => value.toLocaleString('en-GB');
export const decimal = (value: number): string => value.toLocaleString('en-GB', { maximumSignificantDigits: 5 });
export const percent = (value: number): string => `${(100 * value).toLocaleString('en-GB', { maximumFractionDigits: 2 })} %`;
