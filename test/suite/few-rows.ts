/** Rows that show that a command runs, of each kind of example data: PRISM takes seconds for 3,000 days, and nothing for 200. */
const enough: Readonly<Record<string, number>> = { work: 120, cbf: 200, walks: 200, events: 3000, tolls: 1000 };

/** Commands as they are, but on less data, and sweeps over two values of one setting: for pages of which no figure is compared. */
export const onFewRows = (script: string): string =>
  script
    .replaceAll(/(shoal generate (\w+) --rows )(\d+)/g, (_, start: string, kind: string, rows: string) => {
      return `${start}${Math.min(Number(rows), enough[kind] ?? Number(rows))}`;
    })
    .replaceAll(/(shoal sweep .*)/g, (command) => {
      let most = 2;
      return command.replaceAll(/( --[\w-]+ )(\d+(?:,\d+)+)/g, (_, flag: string, values: string) => {
        const kept = values.split(',').slice(0, most);
        most = 1;
        return `${flag}${kept.join(',')}`;
      });
    });
