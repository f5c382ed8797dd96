import type { Counter } from '../../base/counting.ts';
import type { ManifestModel } from '../../release/manifest.ts';
import { firstRow } from '../first-row.ts';
import { foldValues } from '../folded-text.ts';
import { list } from '../layout.ts';
import type { Source, SourceColumn } from '../source.ts';
import type { ModelBreach } from './model-breaches.ts';
import { type AllValues, allValues, falls, reachedBy } from './spread.ts';

/** Records, what they are published alike by, and whose they are, where that can be told. */
export interface ModelCase {
  readonly counter: Counter;
  readonly source: Source;
  readonly alike: readonly SourceColumn[];
  readonly subject: SourceColumn | undefined;
  readonly file: string;
}

/**
 * Every promise about sensitive values, group by group: counted by records, and by subjects where these are told, each subject with a value having one place that
 * its records with one share. An empty cell is no value, and no spelling makes two of one.
 */
export async function checkModels(models: readonly ManifestModel[], one: ModelCase): Promise<readonly ModelBreach[]> {
  const breaches: ModelBreach[] = [];
  if (models.length === 0) return breaches;
  await one.counter.ask(
    `CREATE OR REPLACE TEMP TABLE model_groups AS SELECT row_number() OVER () AS g, * FROM (SELECT DISTINCT ${list(one.alike)} FROM ${one.source.table})`,
  );
  for (const column of new Set(models.map((model) => model.column))) {
    const found = one.source.columns.find(({ declared }) => declared.name === column);
    if (found === undefined) continue; // the declarations say so
    const own = models.filter((model) => model.column === column);
    const forms = await countValues(one, found);
    for (const model of own) breaches.push(...(await judgeModel(model, one, forms)));
  }
  return breaches;
}

/**
 * The table `model_counts`: for each group and value, `n` records and the weight `w` of its subjects; `model_whole` the same of all records. Answers the forms of
 * values; a group without any value has a row with an empty form, which is none.
 */
async function countValues({ counter, source, alike, subject }: ModelCase, column: SourceColumn): Promise<readonly string[]> {
  const text = `CAST(${column.sql} AS VARCHAR)`;
  const { join, form } = await foldValues(counter, { table: source.table, text, name: column.sql });
  const who = subject === undefined ? '0' : subject.sql;
  const groupOf = `JOIN model_groups AS h ON ${alike.map(({ sql }) => `h.${sql} = r.${sql}`).join(' AND ')}`;
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE model_rows AS SELECT h.g AS g, r.form AS form, r.who AS who, CAST(sum(r.n) AS BIGINT) AS n
    FROM (SELECT ${list(alike)}, coalesce(${form}, '') AS form, ${who} AS who, count(*) AS n FROM ${source.table} ${join} GROUP BY ALL) AS r ${groupOf} GROUP BY ALL`,
  );
  const weightBy = (by: string) => `n / sum(n) OVER (PARTITION BY ${by})`;
  const told = "SELECT g, form, who, n FROM model_rows WHERE form <> ''";
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE model_counts AS SELECT g, form, CAST(sum(n) AS BIGINT) AS n, sum(w) AS w FROM (SELECT *, ${weightBy('g, who')} AS w FROM (${told})) GROUP BY g, form
    UNION ALL SELECT g, '' AS form, 0 AS n, 0 AS w FROM model_groups WHERE g NOT IN (SELECT g FROM (${told}))`,
  );
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE model_whole AS SELECT form, CAST(sum(n) AS BIGINT) AS n, sum(w) AS w
    FROM (SELECT form, who, n, ${weightBy('who')} AS w FROM (SELECT form, who, CAST(sum(n) AS BIGINT) AS n FROM (${told}) GROUP BY form, who)) GROUP BY form`,
  );
  return (await counter.ask('SELECT form FROM model_whole')).map(([one]) => String(one));
}

async function judgeModel(model: ManifestModel, one: ModelCase, forms: readonly string[]): Promise<readonly ModelBreach[]> {
  const { counter, source, alike, subject, file } = one;
  const tree = model.model === 'closeness' ? model.tree : undefined;
  if (tree !== undefined && tree.length !== forms.length) return [{ kind: 'unfit-tree', file, column: model.column }];
  const ordered = model.model === 'closeness' && model.distance === 'ordered';
  const order = forms.toSorted((a, b) => (ordered ? Number(a) - Number(b) : a < b ? -1 : 1));
  const places = new Map(order.map((form, place) => [form, place]));
  for (const counted of subject === undefined || model.model === 'distinct'
    ? (['records'] as const)
    : (['records', 'subjects'] as const)) {
    const weight = counted === 'records' ? 'n' : 'w';
    const whole = new Map(
      (await counter.ask(`SELECT form, ${weight} FROM model_whole`)).map(([form, sum]) => [String(form), Number(sum)]),
    );
    const all = allValues(
      order.map((form) => whole.get(form) ?? 0),
      tree,
    );
    const { groups, worst, first } = await worstGroup({ counter, weight }, model, { places, all });
    if (groups === 0) continue;
    const row = await firstRow(counter, source, alike, `SELECT ${list(alike)} FROM model_groups WHERE g = ${first}`);
    const { promised } = falls(model, worst);
    return [
      {
        kind: kindOf[model.model],
        file,
        column: model.column,
        groups,
        worst,
        promised,
        counted,
        ...(row === undefined ? {} : { row }),
      },
    ];
  }
  return [];
}

const kindOf = {
  distinct: 'few-different-values',
  entropy: 'uneven-values',
  recursive: 'uneven-values',
  alpha: 'frequent-value',
  closeness: 'distant-values',
} as const;

interface Worst {
  readonly groups: number;
  readonly worst: number;
  readonly first: number;
}

/** Groups read at once; each has at most as many rows as values. */
const atOnce = 20_000;

async function worstGroup(
  { counter, weight }: { readonly counter: Counter; readonly weight: string },
  model: ManifestModel,
  { places, all }: { readonly places: ReadonlyMap<string, number>; readonly all: AllValues },
): Promise<Worst> {
  const [last] = await counter.numbers('SELECT coalesce(max(g), 0) FROM model_groups');
  const more = model.model === 'distinct' || model.model === 'entropy' ? -1 : 1; // in which direction it becomes worse
  let found: Worst = { groups: 0, worst: 0, first: 0 };
  const judge = (g: number, own: { places: number[]; weights: number[] }) => {
    const reached = own.places.length === 0 ? (more > 0 ? Number.POSITIVE_INFINITY : 0) : reachedBy(model, own, all);
    if (!falls(model, reached).short) return;
    const worse = found.groups === 0 || more * reached > more * found.worst;
    found = { groups: found.groups + 1, worst: worse ? reached : found.worst, first: found.groups === 0 ? g : found.first };
  };
  for (let from = 1; from <= last; from += atOnce) {
    const rows = await counter.ask(
      `SELECT g, form, ${weight} FROM model_counts WHERE g >= ${from} AND g < ${from + atOnce} ORDER BY g`,
    );
    let at = -1;
    let own = { places: [] as number[], weights: [] as number[] };
    for (const [group, form, sum] of rows) {
      if (group !== at && at >= 0) judge(at, own);
      if (group !== at) own = { places: [], weights: [] };
      at = Number(group);
      const place = places.get(String(form));
      if (place === undefined) continue; // it has no value
      own.places.push(place);
      own.weights.push(Number(sum));
    }
    if (at >= 0) judge(at, own);
  }
  return found;
}
