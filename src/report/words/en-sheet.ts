/** English: the first sheet, for those who decide, and what can be answered. */
export const enSheet = {
  sheet: {
    publisher: 'Publisher',
    purpose: 'Purpose',
    contact: 'Contact',
    licence: 'Licence',
    date: 'Date',
    claims: 'These are the publisher’s own words. No program has checked them.',
    series: (subjects: string, instants: string) => `Published: curves of ${subjects} persons, ${instants} values each.`,
    events: (events: string, subjects: string) => `Published: ${events} events of ${subjects} persons.`,
    table: (records: string, rows: string) => `Published: ${records} records in ${rows} rows.`,
    kept: 'Kept',
    hides: (k: string) => `Each person hides among at least ${k}.`,
    hidesShape: (p: string) => `Even someone who knows the whole curve finds at least ${p} who look alike.`,
    hidesEvent: (k: string) => `Each published event hides its person among at least ${k}.`,
    hidesRow: (k: string) => `Behind each published row stand at least ${k} persons.`,
    hidesRows: (k: string) => `Behind each published row stand at least ${k} rows of the input.`,
    weigh: 'To weigh',
    riskSeries: (bands: string, pattern: string) =>
      `Anyone who knows a person’s values picks the right record with a chance of at most ${bands}; with the whole curve, ${pattern}.`,
    risk: (risk: string) =>
      `Anyone who knows where and when a person was picks the right record with a chance of at most ${risk}.`,
    membership: 'That a person is in the data at all is not hidden.',
    given: 'What was given up',
    subjectsKept: (released: string, read: string, share: string) =>
      `${released} of ${read} persons read are in the release (${share}).`,
    recordsKept: (released: string, read: string, share: string) =>
      `${released} of ${read} records read are in the release (${share}).`,
    eventsKept: (released: string, read: string, share: string) =>
      `${released} of ${read} events read are in the release (${share}).`,
    meant: (meant: string, share: string) => `Of the ${meant} that were meant to be published it is ${share}.`,
    untold: 'What share was released is not told here, as that would tell of few people.',
    ofRange: (loss: string, range: string, share: string) => `${loss} of ${range} (${share}; root mean square)`,
    picture: 'Before and after',
    pictureAfter: 'What is published',
    before: 'before',
    after: 'as published',
    courseCaption:
      'The mean of all curves, and around it one standard deviation. Left: as they were. Right: from the published bands alone.',
    weekCaption: 'Events by day of the week and time of day; the stronger the colour, the more.',
    bandsCaption:
      'Six groups at fixed places, from narrow to wide. Shaded: the published band. Line: what the most frequent pattern asks for.',
    hoursCaption: 'How many published rows contain each hour of the day.',
    place: 'Place and date',
    responsible: 'Responsible for the data',
    officer: 'Data protection officer',
  },
  questions: {
    title: 'What can be answered',
    lead: 'Five of the questions that were tried, from one that is answered well to one that is answered badly.',
    leadEvents: 'Five cells of the map above: how many events they held, and how many are published.',
    question: 'Question',
    truth: 'True answer',
    published: 'Published answer',
    error: 'Error',
    ask: (first: string, second: string) => `How many have ${first} and ${second}?`,
    range: (column: string, from: string, to: string) => `${column} from ${from} to ${to}`,
    askEvents: (cell: string) => `How many events: ${cell}?`,
  },
  charts: {
    oneSize: (classes: string, count: string, size: string) => `All ${count} ${classes} have ${size} subjects.`,
    oneBin: (from: string, to: string) => `All lie between ${from} and ${to}.`,
    joined: 'A wide bar joins several sizes: its area counts, not its height.',
    total: 'Filled: what is there.',
    goes: 'Dashed: what was taken away.',
    changed: 'Pale: released, but coarser.',
  },
};
