/** 1 in `npm test`, where cases are the same each time; a campaign draws fresh ones, and so many times more. */
export const campaign = Number(process.env.SHOAL_CAMPAIGN ?? 1);

/** How many cases a property draws: enough to show a change that breaks it, and in a campaign many more. */
export const draws = (cases: number): number => Math.ceil(cases * campaign);
