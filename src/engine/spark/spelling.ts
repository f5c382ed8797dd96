import { Refusal } from '../../base/problem.ts';
import { normalForm } from '../../frame/normal-form.ts';
import type { Signs } from '../relation.ts';
import type { FormOf } from './cells.ts';
import type { Cluster } from './cluster.ts';
import type { Beside } from './compile.ts';
import { tooManySpellings } from './engine-problems.ts';
import { sqlText } from './sql.ts';

/** How subjects are told apart: their normal form in Spark, and how many ids share theirs with another. */
export interface Spelling {
  readonly form: FormOf;
  readonly joined: number;
}

/** What settling needs of the cluster. */
export interface SpellingRoom {
  readonly input: string;
  /** The rows of the input, which are called `r`; and in them the text of the column. */
  readonly scan: string;
  readonly text: string;
  readonly cluster: Pick<Cluster, 'texts' | 'number' | 'upload'>;
}

/** Distinct texts beyond ASCII that the driver folds: each of them comes here once. */
const mostForeign = 5_000_000;

/**
 * The normal form of a text. What ASCII has Spark folds itself; its Java knows another Unicode than we do, so every different text beyond ASCII comes
 * here, and those whose form is not what Spark makes of them go back as a list.
 */
export async function settleSpelling(room: SpellingRoom, { capitals, smallLetters, unusual, foreign }: Signs): Promise<Spelling> {
  const { text } = room;
  if (!unusual && !capitals) return { form: () => text, joined: 0 };
  const plain = `lower(${unusual ? tidiedSql(text) : text})`;
  if (!unusual && !smallLetters) return { form: () => plain, joined: 0 };
  const odd = foreign ? await listOdd(room, plain) : undefined;
  const form = odd === undefined ? () => plain : (beside: Beside) => `coalesce(${beside(odd, 'item', text)}.form, ${plain})`;
  const joins: string[] = [];
  const formed = form((view, on, key) => {
    joins.push(` LEFT JOIN \`${view}\` AS n0 ON n0.${on} = ${key}`);
    return 'n0';
  });
  const spelled = `SELECT DISTINCT ${text} AS text, ${formed} AS form FROM ${room.scan} AS r${joins.join('')} WHERE ${text} <> ''`;
  const joined = await room.cluster.number(`SELECT count(*) - count(DISTINCT form) FROM (${spelled}) WHERE form <> ''`);
  return { form, joined };
}

/** Blanks trimmed and collapsed, other controls gone; asked only of the few rows that have any. */
function tidiedSql(text: string): string {
  const seen = `regexp_replace(${text}, ${sqlText('[\\x00-\\x08\\x0E-\\x1F\\x7F]')}, '')`;
  return `CASE WHEN ${text} RLIKE '[^!-~]' THEN trim(regexp_replace(${seen}, ${sqlText('[\\x09-\\x0D ]+')}, ' ')) ELSE ${text} END`;
}

/** The view of texts beyond ASCII whose form Spark does not come to by itself; nothing where there is none. */
async function listOdd({ input, scan, text, cluster }: SpellingRoom, plain: string): Promise<string | undefined> {
  const isForeign = `octet_length(${text}) <> char_length(${text})`;
  const found = `SELECT DISTINCT ${text} AS text FROM ${scan} AS r WHERE ${isForeign}`;
  const many = await cluster.number(`SELECT count(*) FROM (${found})`);
  if (many > mostForeign) throw new Refusal(tooManySpellings(input, many, mostForeign));
  const [spelled = [], folded = []] = await cluster.texts(
    `SELECT DISTINCT ${text} AS text, ${plain} AS plain FROM ${scan} AS r WHERE ${isForeign}`,
  );
  const forms = spelled.map(normalForm);
  const odd = spelled.flatMap((_, at) => (forms[at] === folded[at] ? [] : [at]));
  if (odd.length === 0) return undefined;
  const view = 'shoal_spellings';
  await cluster.upload(view, [
    { name: 'item', type: 'text', values: odd.map((at) => spelled[at]) },
    { name: 'form', type: 'text', values: odd.map((at) => forms[at]) },
  ]);
  return view;
}
