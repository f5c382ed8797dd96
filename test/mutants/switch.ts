/** What a mutated module asks at each place where it was changed. */
export interface MutantSwitch {
  /** Whether this mutant is switched on; it is noted as felt. */
  (id: number): boolean;
  /** The value of an operator, or of the mutant of it that is on; the others are felt where they would give another value. */
  two(first: number, operator: string, left: unknown, right: unknown): unknown;
  /** The same where the right side is asked for only when it is needed. */
  late(id: number, operator: string, left: unknown, right: () => unknown, isPure: boolean): unknown;
  /** The value of something without effects, or of the mutant of it. */
  either(id: number, usual: () => unknown, other: () => unknown): unknown;
  /** A condition, which two mutants answer always and never. */
  ask(always: number, never: number, value: unknown): unknown;
}

export interface MutantState {
  /** Which mutant is switched on; 0 for none. */
  on: number;
  /** Those that would have made a difference where the code passed. */
  felt: Set<number>;
  /** How often the code passed a place, and how often it may. */
  passed: number;
  most: number;
}

/** What each operator may become. */
export const operators: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&': ['|'],
  '|': ['&'],
  '<<': ['>>>'],
  '>>>': ['<<'],
};

/** One for all copies of a module: those in `build` and those bundled in `dist` are switched together. */
const key = Symbol.for('shoal mutants');
const shared = globalThis as unknown as Record<symbol, MutantState | undefined>;
export const mutantState: MutantState = (shared[key] ??= {
  on: 0,
  felt: new Set(),
  passed: 0,
  most: Number.POSITIVE_INFINITY,
});

/** While a mutant is only asked what it would have given, nothing is noted. */
let isAside = false;

export const mutantSwitch: MutantSwitch = Object.assign(
  (id: number): boolean => {
    feel(id);
    return pass() === id;
  },
  {
    two(first: number, operator: string, left: unknown, right: unknown): unknown {
      const others = operators[operator];
      const on = pass();
      if (on >= first && on < first + others.length) return resultOf(others[on - first], left, right);
      const value = resultOf(operator, left, right);
      for (const [i, other] of others.entries())
        feelWhere(
          first + i,
          differs(value, () => resultOf(other, left, right)),
        );
      return value;
    },
    late(id: number, operator: string, left: unknown, right: () => unknown, isPure: boolean): unknown {
      const isRightAsked = operator === '&&' ? Boolean(left) : operator === '||' ? !left : left === null || left === undefined;
      const isRightOther = operator === '&&' ? !left : Boolean(left); // `||` becomes `&&`, and so does `??`
      if (pass() === id) return isRightOther ? right() : left;
      const value = isRightAsked ? right() : left;
      if (!isRightOther) feelWhere(id, !isSame(value, left));
      else feelWhere(id, !isPure || differs(value, right));
      return value;
    },
    either(id: number, usual: () => unknown, other: () => unknown): unknown {
      if (pass() === id) return other();
      const value = usual();
      feelWhere(id, differs(value, other));
      return value;
    },
    ask(always: number, never: number, value: unknown): unknown {
      const on = pass();
      if (on === always || on === never) return on === always;
      feel(value ? never : always);
      return value;
    },
  },
);

/** Which mutant is on. A loop that a mutant made endless passes here. */
function pass(): number {
  if (++mutantState.passed > mutantState.most) throw new Error('a mutant runs for ever');
  return mutantState.on;
}

function feel(id: number): void {
  if (mutantState.on === 0 && !isAside) mutantState.felt.add(id);
}

function feelWhere(id: number, isFelt: boolean): void {
  if (isFelt) feel(id);
}

function differs(value: unknown, other: () => unknown): boolean {
  if (mutantState.on !== 0 || isAside) return false;
  isAside = true;
  try {
    return !isSame(value, other());
  } catch {
    return true;
  } finally {
    isAside = false;
  }
}

/** Lists are the same where their items are. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  return (
    Array.isArray(one) && Array.isArray(other) && one.length === other.length && one.every((item, i) => Object.is(item, other[i]))
  );
}

// biome-ignore lint/suspicious/noExplicitAny: operands are whatever the code has there
function resultOf(operator: string, left: any, right: any): unknown {
  switch (operator) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    case '===':
      return left === right;
    case '!==':
      return left !== right;
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '%':
      return left % right;
    case '&':
      return left & right;
    case '|':
      return left | right;
    case '<<':
      return left << right;
    default:
      return left >>> right;
  }
}
