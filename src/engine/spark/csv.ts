import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { invariant, Refusal } from '../../base/problem.ts';
import type { Workspace } from '../../base/workspace.ts';
import { dialectOf } from '../../formats/dialect.ts';
import { type Encoding, lettersOf, type OneByte, writeUtf8 } from '../../formats/encodings.ts';
import { emptyFile, notUtf8 } from '../../formats/input-problems.ts';
import { brokenEncoding } from '../../formats/notation-problems.ts';
import { repeatedName } from '../../formats/repeated-name.ts';
import type { Cluster } from './cluster.ts';
import { columnNamed } from './connect/rows.ts';
import type { SparkSource } from './spark-source.ts';
import { sqlName, sqlText } from './sql.ts';

interface TextInput {
  readonly input: string;
  readonly path: string;
  readonly delimiter: string | undefined;
  /** One that is not UTF-16. */
  readonly encoding: Encoding | undefined;
}

/** Delimited text by the dialect that its head has. A row of another length ends the run: parts of rows are never guessed. */
export async function openCsv(
  { input, path, delimiter, encoding = 'utf-8' }: TextInput,
  cluster: Cluster,
  workspace: Workspace,
): Promise<Pick<SparkSource, 'scan' | 'described' | 'columns'>> {
  const found = await cluster.rows(`SELECT CAST(value AS BINARY) AS line FROM text.${sqlName(path)} LIMIT 200`);
  const lines = columnNamed(found, 'line', 'bytes').values;
  const folder = mkdtempSync(join(workspace.folder(), 'head-'));
  const nameOf = (what: string) => join(folder, /\.tsv(\.gz)?$/i.test(path) ? `${what}.tsv` : `${what}.csv`);
  const [stored, decoded] = [nameOf('stored'), nameOf('decoded')];
  writeFileSync(stored, Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')])));
  const broken = encoding === 'utf-8' ? undefined : await writeUtf8(stored, decoded, encoding);
  if (broken !== undefined) throw new Refusal(brokenEncoding(input, broken.line, encoding));
  const dialect = dialectOf(encoding === 'utf-8' ? stored : decoded, delimiter);
  if (dialect.names.length === 0) throw new Refusal(emptyFile(input));
  if (dialect.encoding !== 'utf8') throw new Refusal(notUtf8(input, 1));
  const { names } = dialect;
  const repeated = repeatedName(names);
  if (repeated !== undefined) throw new Refusal(repeated);
  const options = {
    path,
    header: 'true',
    sep: dialect.delimiter,
    quote: '"',
    escape: '"',
    mode: 'FAILFAST',
    enforceSchema: 'true',
    multiLine: String(await holdsBreaks(path, cluster)),
    ...(encoding === 'utf-8' ? {} : { encoding: 'ISO-8859-1' }), // a sign for each byte, whatever it stands for
  };
  const set = Object.entries(options).map(([name, value]) => `${name} ${sqlText(value)}`);
  const view = 'shoal_input';
  await cluster.execute(
    `CREATE OR REPLACE TEMPORARY VIEW ${view} (${names.map((name) => `${sqlName(name)} STRING`).join(', ')}) USING csv OPTIONS (${set.join(', ')})`,
  );
  return {
    scan: encoding === 'utf-8' ? view : await decodedView({ input, path, view, names, encoding }, cluster),
    described: names.map((name) => ({ name, type: 'string' })),
    columns: names.map((name) => ({ name, numeric: undefined })),
  };
}

interface StoredText {
  readonly input: string;
  readonly path: string;
  readonly view: string;
  readonly names: readonly string[];
  readonly encoding: Encoding;
}

/** A view whose cells have the letters that their bytes stand for. Which letters these are is our own list, as Java has others for some bytes, and knows not every list everywhere. */
async function decodedView({ input, path, view, names, encoding }: StoredText, cluster: Cluster): Promise<string> {
  invariant(!/^utf/.test(encoding), 'text in UTF-16 was refused');
  const letters = lettersOf(encoding as OneByte).map((letter, at) => ({ byte: String.fromCharCode(128 + at), letter })); // it is no other
  const strange = letters.filter(({ letter }) => letter === '').map(({ byte }) => byte);
  const bad = `decode(CAST(value AS BINARY), 'ISO-8859-1') RLIKE ${sqlText(`[${strange.join('')}]`)}`;
  if (strange.length > 0 && (await cluster.texts(`SELECT 'yes' FROM text.${sqlName(path)} WHERE ${bad} LIMIT 1`))[0]?.length)
    throw new Refusal(brokenEncoding(input, undefined, encoding));
  const others = letters.filter(({ byte, letter }) => letter !== '' && letter !== byte);
  if (others.length === 0) return view;
  const [from, to] = [others.map(({ byte }) => byte).join(''), others.map(({ letter }) => letter).join('')];
  const high = sqlText('[\\x{80}-\\x{FF}]');
  const cells = names
    .map(sqlName)
    .map(
      (cell) =>
        `CASE WHEN ${cell} RLIKE ${high} THEN translate(${cell}, ${sqlText(from)}, ${sqlText(to)}) ELSE ${cell} END AS ${cell}`,
    ); // translate() takes a text apart sign by sign
  await cluster.execute(`CREATE OR REPLACE TEMPORARY VIEW shoal_decoded AS SELECT ${cells.join(', ')} FROM ${view}`);
  return 'shoal_decoded';
}

/**
 * Whether some line of a text begins or ends inside a quoted cell. Only then are files read whole, each by one task: line by line Spark would take a piece of such a
 * row for a row where the number of its cells happens to fit.
 */
async function holdsBreaks(path: string, cluster: Cluster): Promise<boolean> {
  const quotes = `octet_length(value) - octet_length(replace(value, '"', ''))`;
  const [found = []] = await cluster.texts(`SELECT 'yes' FROM text.${sqlName(path)} WHERE (${quotes}) % 2 = 1 LIMIT 1`);
  return found.length > 0;
}
