/** A statement as DuckDB's json_serialize_sql tells it, one object in another. */
type Node = Readonly<Record<string, unknown>>;

/** What is known of the functions of the database. */
export interface KnownFunctions {
  /** Whose answer hangs on the clock, on chance or on the session. */
  readonly unsteady: ReadonlySet<string>;
}

/**
 * Why a parsed SELECT is not one that reads the table `input` and nothing else, and gives the same rows each time; undefined where it is. What
 * is not known here is refused: a list of what is forbidden would be out of date with the next version of the database.
 */
export function faultOfSelect(statement: unknown, functions: KnownFunctions): string | undefined {
  const named = namesOfWith(statement);
  const strange = named.find((name) => !isOwnName.test(name));
  if (strange !== undefined) return 'A name given by WITH is not of plain letters, or begins like one of the database itself.';
  const tables = new Set(['input', ...named.map((name) => name.toLowerCase())]);
  let fault: string | undefined;
  visit(statement, (node) => {
    fault ??= faultOfNode(node, tables, functions);
  });
  return fault;
}

const isOwnName = /^(?!duckdb_|pg_|sqlite_|pragma_|information_)[a-z_][a-z0-9_]*$/i;

function visit(node: unknown, look: (node: Node) => void): void {
  const open: unknown[] = [node]; // not recursion: a statement may lie in itself as deep as its author likes
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next)) look(next as Node);
    open.push(...Object.values(next).filter((inner) => inner !== undefined && inner !== null));
  }
}

/** Names of tables that the statement makes for itself. */
function namesOfWith(statement: unknown): readonly string[] {
  const names: string[] = [];
  visit(statement, (node) => {
    const map = (node.cte_map as Node | undefined)?.map;
    if (Array.isArray(map)) names.push(...map.map((entry: Node) => String(entry.key)));
    if (node.type === 'RECURSIVE_CTE_NODE' || node.type === 'CTE_NODE') names.push(String(node.cte_name ?? node.ctename));
  });
  return names;
}

const expressions = new Set(
  'BETWEEN CASE CAST COLLATE COLUMN_REF COMPARISON CONJUNCTION CONSTANT FUNCTION LAMBDA LAMBDA_REF OPERATOR POSITIONAL_REFERENCE STAR SUBQUERY TYPE WINDOW'.split(
    ' ',
  ),
);
const parts = new Set(
  'SELECT_NODE SET_OPERATION_NODE RECURSIVE_CTE_NODE CTE_NODE BASE_TABLE SUBQUERY JOIN TABLE_FUNCTION EMPTY EXPRESSION_LIST ORDER_MODIFIER LIMIT_MODIFIER LIMIT_PERCENT_MODIFIER DISTINCT_MODIFIER'.split(
    ' ',
  ),
);
const orders = /^(ORDER_DEFAULT|ASCENDING|DESCENDING)$/;
const typeInfo = /_TYPE_INFO$/;
/** Tables made of values that are given; others read files, settings, or a text as SQL. */
const makingRows = new Set(['unnest', 'range', 'generate_series', 'json_each', 'json_tree']);
/** The clock without brackets: the database takes such a name for a function where no column has it. */
const clocks = new Set(['current_timestamp', 'current_date', 'current_time', 'localtime', 'localtimestamp']);

function faultOfNode(node: Node, tables: ReadonlySet<string>, { unsteady }: KnownFunctions): string | undefined {
  const { type } = node;
  if (typeof type !== 'string') return undefined;
  if (node.sample !== undefined && node.sample !== null) return 'It draws a sample, which is another one each time.';
  if (node.class !== undefined) {
    if (!expressions.has(String(node.class))) return 'It has a parameter, or an expression that is not known here.';
    if (node.class === 'COLUMN_REF' && clocks.has(lastOf(node.column_names))) return clock(lastOf(node.column_names));
    if (node.class === 'FUNCTION' || node.class === 'WINDOW') return faultOfFunction(node, unsteady);
    return undefined;
  }
  if (type === 'BASE_TABLE') {
    const qualified = [node.catalog_name, node.schema_name].some((name) => name !== undefined && name !== '');
    if (qualified || !tables.has(String(node.table_name).toLowerCase())) return 'It reads a table or a file other than input.';
  }
  if (type === 'TABLE_FUNCTION') {
    const name = String((node.function as Node | undefined)?.function_name).toLowerCase();
    return makingRows.has(name) ? undefined : 'It reads from a function that may reach other files, settings or statements.';
  }
  return parts.has(type) || orders.test(type) || typeInfo.test(type) ? undefined : 'It has a form that is not known here.';
}

function faultOfFunction(node: Node, unsteady: ReadonlySet<string>): string | undefined {
  const name = String(node.function_name).toLowerCase();
  if (node.schema !== undefined && !['', 'main', 'pg_catalog'].includes(String(node.schema)))
    return 'It names a function by its schema.';
  if (name === 'age' && Array.isArray(node.children) && node.children.length < 2) return clock(name); // from now, where one time is given
  return unsteady.has(name) ? clock(name) : undefined;
}

const lastOf = (names: unknown): string => (Array.isArray(names) && names.length === 1 ? String(names[0]).toLowerCase() : '');

/** The name stands in the query itself, and is one of the database. */
const clock = (name: string): string => `The function ${name} answers otherwise at another time, or on another machine.`;
