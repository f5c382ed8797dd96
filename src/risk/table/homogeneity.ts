import type { Counter, Counting } from '../../base/counting.ts';
import { valueForm } from '../../frame/normal-form.ts';
import { withCounter } from '../counter.ts';
import { cells, scanOf, type TableFile, text } from '../table-file.ts';

/** Rows, the columns whose equal cells make a class, and what is to stay unknown of its members. */
export interface ClassedTable extends TableFile {
  readonly classes: readonly string[];
  readonly sensitive: string;
}

/** Rows of classes with fewer than two sensitive values: to know the class is to know the value. */
export interface Homogeneity {
  readonly classes: number;
  readonly rows: number;
  readonly share: number;
}

/**
 * How far k subjects who hide each other share what was to be hidden (Machanavajjhala, Gehrke, Kifer and Venkitasubramaniam, ICDE 2006,
 * §2: the homogeneity attack). Values count as `--l` counts them: no spelling makes two of one, and an empty cell is none. With one row for a
 * class, as where each is alone, all are homogeneous.
 */
export async function homogeneityOf({ classes, sensitive, ...file }: ClassedTable, counting: Counting): Promise<Homogeneity> {
  return withCounter(counting, file, async (counter) => {
    const names = classes.map((_, i) => `c${i}`).join(', ');
    await counter.ask(
      `CREATE TEMP TABLE told(${names}, value, n) AS SELECT ${cells(classes)}, ${cells([sensitive])}, count(*) FROM ${scanOf(file)} GROUP BY ALL`,
    );
    await nameForms(counter);
    const columns = await counter.columns(
      `SELECT CAST(count(*) FILTER (single) AS UINTEGER), CAST(coalesce(sum(n) FILTER (single), 0) AS UINTEGER), CAST(coalesce(sum(n), 0) AS UINTEGER)
      FROM (SELECT sum(n) AS n, count(DISTINCT nullif(form, '')) < 2 AS single FROM told JOIN forms USING (value) GROUP BY ${names})`,
      3,
    );
    const [single, rows, all] = columns.map(([count]) => count);
    return { classes: single, rows, share: all === 0 ? 0 : rows / all };
  });
}

/** The table `forms`: what each value counts as. */
async function nameForms(counter: Counter): Promise<void> {
  const values = (await counter.ask('SELECT DISTINCT value FROM told')).map(([value]) => String(value));
  await counter.ask('CREATE TEMP TABLE forms (value VARCHAR, form VARCHAR)');
  for (let from = 0; from < values.length; from += atOnce) {
    const pairs = values.slice(from, from + atOnce).map((value) => `(${text(value)}, ${text(valueForm(value))})`);
    await counter.ask(`INSERT INTO forms VALUES ${pairs.join(', ')}`);
  }
}

const atOnce = 4096;
