import { parseAst } from 'rolldown/parseAst';
import { operators } from './switch.ts';

/** One small change of a source, which some test should notice. */
export interface Mutant {
  readonly id: number;
  readonly file: string;
  readonly line: number;
  /** What stands there, and what in its place; with a number behind it where the file has several of the same. */
  readonly change: string;
  /** Whether tests are to try it: no test has killed it, it is drawn, and it changes something. */
  readonly isLeft?: boolean;
}

export interface Mutated {
  /** All mutants in one text, which asks `$mutant`, a `MutantSwitch`, at each of them. */
  readonly text: string;
  readonly mutants: readonly Mutant[];
}

/** A node of ESTree; what else it has depends on its type. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [name: string]: unknown;
}

const lateOperators: Readonly<Record<string, string>> = { '&&': '||', '||': '&&', '??': '&&' };
const assignments: Readonly<Record<string, string>> = { '+=': '-=', '-=': '+=' };
const methods: Readonly<Record<string, string>> = {
  ...{ every: 'some', some: 'every', min: 'max', max: 'min', floor: 'ceil', ceil: 'floor' },
  ...{ startsWith: 'endsWith', endsWith: 'startsWith' },
};
/** Calls that may be left out of a chain. */
const steps = new Set(['filter', 'toSorted', 'trim', 'slice', 'reverse', 'toReversed']);
/** In text that asks a database; words for people have none of these. */
const isQuery = /\b(SELECT|FROM|WHERE|HAVING|IS NULL|IS NOT|CASE WHEN|GROUP BY)\b| (AND|OR) |::/;
const queryOperators: readonly (readonly [string, string])[] = [
  ...([
    [' >= ', ' > '],
    [' <= ', ' < '],
    [' < ', ' <= '],
    [' > ', ' >= '],
    [' = ', ' <> '],
    [' <> ', ' = '],
  ] as const),
  ...([
    [' AND ', ' OR '],
    [' OR ', ' AND '],
    ['NOT ', ''],
    ['DISTINCT ', ''],
    ['min(', 'max('],
    ['max(', 'min('],
  ] as const),
];

/** Calls that have no effect, whatever they are called on. */
const pureCalls =
  /^(abs|at|ceil|endsWith|entries|every|filter|find|findIndex|flat|flatMap|floor|from|get|has|hasOwn|includes|indexOf|is|isArray|isFinite|isInteger|isNaN|isSafeInteger|join|keys|lastIndexOf|map|max|min|padStart|replaceAll|round|slice|some|split|startsWith|subarray|toFixed|toReversed|toSorted|toString|toLowerCase|toUpperCase|trim|values|Number|String|Boolean|BigInt)$/;
const impure = /^(Await|Yield|Assignment|Update|New|Import|TaggedTemplate)|^(For|While|DoWhile|Throw)/;

/** Every mutant of a compiled module. What runs once, when it is loaded, is left alone: no test could switch it. */
export function mutantsOf(source: string, file: string, firstId: number): Mutated {
  const mutants: Mutant[] = [];
  const same = new Map<string, number>();
  const rawOf = ({ start, end }: Node) => source.slice(start, end);
  const add = (node: Node, other: string): number => {
    const line = source.slice(0, node.start).split('\n').length;
    const change = briefly(rawOf(node), other);
    const count = (same.get(change) ?? 0) + 1;
    same.set(change, count);
    mutants.push({ id: firstId + mutants.length, file, line, change: count === 1 ? change : `${change} #${count}` });
    return firstId + mutants.length - 1;
  };
  const written = (node: Node, parent: Node | undefined, isInside: boolean): string => {
    if (isGuard(node)) return rawOf(node);
    const inside = isInside || isFunction(node);
    const within = (): string => {
      let text = '';
      let at = node.start;
      for (const child of childrenOf(node)) {
        text += source.slice(at, child.start) + written(child, node, inside);
        at = child.end;
      }
      return text + source.slice(at, node.end);
    };
    if (!isInside || parent === undefined) return within();
    if (isEmptied(node, parent)) return `{ if (!$mutant(${add(node, '{}')})) ${within()} }`;
    if (!isValue(node, parent)) return within();
    const value = changed(node, within, (name) => written(node[name] as Node, node, inside));
    const isAsked = (parent.type === 'IfStatement' || parent.type === 'ConditionalExpression') && parent.test === node;
    return isAsked ? `$mutant.ask(${add(node, 'true')}, ${add(node, 'false')}, ${value})` : value;
  };
  /** A node with its own changes beside it. */
  const changed = (node: Node, within: () => string, side: (name: string) => string): string => {
    const operator = String(node.operator);
    const raw = (name: string) => rawOf(node[name] as Node);
    if (node.type === 'BinaryExpression' && !isJoined(node) && Object.hasOwn(operators, operator)) {
      const [first] = operators[operator].map((other) => add(node, `${raw('left')} ${other} ${raw('right')}`));
      return `$mutant.two(${first}, '${operator}', (${side('left')}), (${side('right')}))`;
    }
    if (node.type === 'LogicalExpression') {
      const other = `(${raw('left')}) ${lateOperators[operator]} (${raw('right')})`;
      const id = add(node, `${raw('left')} ${lateOperators[operator]} ${raw('right')}`);
      if (waits(node.right as Node)) return `($mutant(${id}) ? (${other}) : (${within()}))`;
      return `$mutant.late(${id}, '${operator}', (${side('left')}), () => (${side('right')}), ${isPure(node.right as Node)})`;
    }
    const others = changesOf(node, rawOf);
    const text = within();
    if (others.length === 1 && node.type === 'CallExpression' && isPure(node))
      return `$mutant.either(${add(node, others[0])}, () => (${text}), () => (${others[0]}))`;
    if (others.length === 0) return text;
    return `(${others.map((other) => `$mutant(${add(node, other)}) ? (${other}) : `).join('')}(${text}))`;
  };
  const program = parseAst(source) as unknown as Node;
  const text = written({ ...program, start: 0, end: source.length }, undefined, false);
  return { text, mutants };
}

/** What changes, with a little of what stands around it: the beginning of a query may be long. */
function briefly(text: string, other: string): string {
  const [one, two] = [text, other].map((each) => each.replaceAll(/\s+/g, ' '));
  const least = Math.min(one.length, two.length);
  let from = 0;
  while (from < least && one[from] === two[from]) from++;
  const begin = one.length <= around * 2 ? 0 : Math.max(0, from - around / 2);
  const part = (each: string) => `${begin > 0 ? '…' : ''}${each.slice(begin, begin + around * 2)}`;
  return `${part(one)} -> ${part(two)}`;
}
const around = 60;

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
const childrenOf = (node: Node): readonly Node[] =>
  Object.values(node)
    .flat()
    .filter(isNode)
    .filter(
      ({ start, end }, i, all) =>
        !all.some((other, j) => other.start === start && (other.end > end || (other.end === end && j < i))),
    ) // { a } and { a = 1 } name a twice
    .toSorted((one, other) => one.start - other.start);
const isFunction = ({ type }: Node): boolean => /^(Arrow)?Function(Expression|Declaration)?/.test(type);

/** What only stops where we ourselves made a mistake: no input reaches it. */
const isGuard = ({ type, expression }: Node): boolean =>
  type === 'ExpressionStatement' && ((expression as Node).callee as Node | undefined)?.name === 'invariant';

/** A branch or a whole function that does nothing. A loop that does nothing may never end. */
const isEmptied = ({ type, body }: Node, parent: Node): boolean =>
  type === 'BlockStatement' && (body as readonly Node[]).length > 0 && (isFunction(parent) || parent.type === 'IfStatement');

/** Whether a value stands there, and not a name or a place that is written to. */
function isValue(node: Node, parent: Node): boolean {
  if (parent.type === 'AssignmentExpression' || parent.type === 'AssignmentPattern') return parent.left !== node;
  if (/^Property|^MemberExpression/.test(parent.type)) return parent.key !== node && parent.property !== node;
  return (
    !['TaggedTemplateExpression', 'ImportExpression', 'ChainExpression', 'ExpressionStatement'].includes(parent.type) ||
    isCounted(node)
  );
}

/** A step that stands alone changes what it counts. */
const isCounted = ({ type }: Node): boolean => type === 'UpdateExpression' || type === 'AssignmentExpression';

/** Text and something behind it. */
const isJoined = ({ operator, left, right }: Node): boolean =>
  operator === '+' && [left, right].some((side) => isText(side as Node));

/** Whether it can be asked for once more, and nothing else changes by that. */
function isPure(node: Node): boolean {
  if (impure.test(node.type)) return false;
  if (node.type === 'CallExpression') {
    const callee = node.callee as Node;
    const name = callee.type === 'MemberExpression' ? (callee.property as Node).name : callee.name;
    if (!pureCalls.test(String(name))) return false;
  }
  return childrenOf(node).every(isPure);
}

/** Whether it waits for something itself, and so cannot become a function of its own. */
const waits = (node: Node): boolean => /^(Await|Yield)/.test(node.type) || (!isFunction(node) && childrenOf(node).some(waits));

/** What else may stand in the place of a value, but for operators. */
function changesOf(node: Node, rawOf: (node: Node) => string): readonly string[] {
  const part = (name: string): string => rawOf(node[name] as Node);
  const operator = String(node.operator);
  switch (node.type) {
    case 'AssignmentExpression':
      return Object.hasOwn(assignments, operator) ? [`${part('left')} ${assignments[operator]} ${part('right')}`] : [];
    case 'UpdateExpression': {
      const other = operator === '++' ? '--' : '++';
      return [node.prefix === true ? `${other}${part('argument')}` : `${part('argument')}${other}`];
    }
    case 'UnaryExpression':
      return operator === '!' || (operator === '-' && (node.argument as Node).type !== 'Literal') ? [part('argument')] : [];
    case 'Literal':
      if (typeof node.value === 'boolean') return [String(!node.value)];
      return isText(node) && isQuery.test(rawOf(node)) ? changedQueries(rawOf(node), () => true) : [];
    case 'TemplateLiteral': {
      const texts = (node.quasis as readonly Node[]).map(({ start, end }) => [start - node.start, end - node.start]);
      const text = rawOf(node);
      return isQuery.test(text) ? changedQueries(text, (at) => texts.some(([from, to]) => at >= from && at < to)) : [];
    }
    case 'ArrayExpression':
      return (node.elements as readonly Node[]).length > 0 ? ['[]'] : [];
    case 'CallExpression': {
      const callee = node.callee as Node;
      if (callee.type !== 'MemberExpression' || callee.optional === true || node.optional === true) return [];
      const [object, name] = [rawOf(callee.object as Node), String((callee.property as Node).name)];
      if (steps.has(name)) return [object];
      const given = (node.arguments as readonly Node[]).map(rawOf).join(', ');
      return Object.hasOwn(methods, name) ? [`${object}.${methods[name]}(${given})`] : [];
    }
    default:
      return [];
  }
}

const isText = ({ type, value }: Node): boolean =>
  type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string');

/** A query with one of its operators changed, for each of them. */
function changedQueries(text: string, isWritten: (at: number) => boolean): readonly string[] {
  const found: string[] = [];
  for (const [operator, other] of queryOperators)
    for (let at = text.indexOf(operator); at !== -1; at = text.indexOf(operator, at + operator.length))
      if (isWritten(at)) found.push(text.slice(0, at) + other + text.slice(at + operator.length));
  return found;
}
