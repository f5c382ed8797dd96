/** What a part of a timestamp may be published as, each from fine to coarse along disjoint bins. */
export const timeKinds = ['time', 'hour', 'weekday', 'date', 'week', 'month'] as const;
export type TimeKind = (typeof timeKinds)[number];

/** What a quasi-identifier of a table may be. */
export const tableKinds = ['prefix', 'number', 'category', ...timeKinds] as const;
export type TableKind = (typeof tableKinds)[number];

export const isTimeKind = (kind: string | undefined): kind is TimeKind => timeKinds.some((time) => time === kind);

/** Whether a kind is of the calendar: a date without a clock has it too. */
export const isCalendarKind = (kind: TableKind): boolean => ['weekday', 'date', 'week', 'month'].includes(kind);

/** Texts are compared by their places in a sorted list; all others are numbers. */
export const isTextKind = (kind: TableKind): boolean => kind === 'prefix' || kind === 'category';
