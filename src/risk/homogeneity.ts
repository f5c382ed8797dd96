import { type DatabaseLimits, withDatabase } from './database.ts';
import { cells, scanOf, type TableFile } from './table-file.ts';

/** Rows, the columns whose equal cells make a class, and what is to stay unknown of its members. */
export interface ClassedTable extends TableFile {
  readonly classes: readonly string[];
  readonly sensitive: string;
}

/** Rows of classes in which all have one sensitive value: to know the class is to know the value. */
export interface Homogeneity {
  readonly classes: number;
  readonly rows: number;
  readonly share: number;
}

/**
 * How far k subjects who hide each other share what was to be hidden (Machanavajjhala, Gehrke, Kifer and Venkitasubramaniam, ICDE 2006,
 * §2: the homogeneity attack). An empty cell is a value like any other. With one row for a class, as where each is alone, all are homogeneous.
 */
export async function homogeneityOf(
  { classes, sensitive, ...file }: ClassedTable,
  limits: DatabaseLimits = {},
): Promise<Homogeneity> {
  return withDatabase(limits, async (database) => {
    const names = classes.map((_, i) => `c${i}`).join(', ');
    await database.run(
      `CREATE TEMP TABLE told(${names}, value, n) AS SELECT ${cells(classes)}, ${cells([sensitive])}, count(*) FROM ${scanOf(file)} GROUP BY ALL`,
    );
    const columns = await database.columns(
      `SELECT CAST(count_if(single) AS UINTEGER), CAST(coalesce(sum(n) FILTER (single), 0) AS UINTEGER), CAST(coalesce(sum(n), 0) AS UINTEGER)
      FROM (SELECT sum(n) AS n, count(*) = 1 AS single FROM told GROUP BY ${names})`,
      3,
    );
    const [single, rows, all] = columns.map(([count]) => count);
    return { classes: single, rows, share: all === 0 ? 0 : rows / all };
  });
}
