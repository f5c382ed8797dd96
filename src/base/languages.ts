/** Languages that reports and labels can be written in. */
export const languages = ['en', 'it', 'sl', 'zh'] as const;
export type Language = (typeof languages)[number];
