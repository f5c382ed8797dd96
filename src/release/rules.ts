/** Those whom a report is about: what it promises, and how many they are. */
export interface About {
  readonly k: number;
  readonly p: number;
  readonly subjects: number;
}

/** What may be told of a value; nothing (`undefined`) where it must stay, or is not what it should be. */
export interface Rule {
  (value: unknown, about: About): unknown;
  readonly optional?: true;
}

/** A field that may be missing, or may have to stay. */
export const optional = (rule: Rule): Rule =>
  Object.assign((value: unknown, about: About) => rule(value, about), { optional: true } as const);

/** An object of these fields, in this order. A field without a rule stays. */
export const fields =
  (rules: Readonly<Record<string, Rule>>): Rule =>
  (value, about) => {
    if (!isObject(value)) return undefined;
    const told: Record<string, unknown> = {};
    for (const [name, rule] of Object.entries(rules)) {
      const field = Object.hasOwn(value, name) ? rule(value[name], about) : undefined;
      if (field !== undefined) told[name] = field;
      else if (rule.optional !== true) return undefined;
    }
    return told;
  };

/** At most so many, without those that must stay. */
export const listOf =
  (rule: Rule, most: number): Rule =>
  (value, about) =>
    Array.isArray(value) && value.length <= most
      ? value.map((item) => rule(item, about)).filter((item) => item !== undefined)
      : undefined;

/** Values by name, without those that must stay. */
export const byName =
  (rule: Rule): Rule =>
  (value, about) => {
    if (!isObject(value)) return undefined;
    const told = Object.entries(value).map(([name, item]) => [name, rule(item, about)] as const);
    return Object.fromEntries(told.filter(([, item]) => item !== undefined));
  };

/** One rule after the other. */
export const inTurn =
  (...rules: readonly Rule[]): Rule =>
  (value, about) =>
    rules.reduce((told: unknown, rule) => (told === undefined ? undefined : rule(told, about)), value);

/** A number, as a rule for numbers tells it. */
export const number =
  (tell: (value: number, about: About) => unknown = (value) => value): Rule =>
  (value, about) =>
    typeof value === 'number' && Number.isFinite(value) ? tell(value, about) : undefined;

/** A whole number that is not negative. */
export const whole =
  (tell: (value: number, about: About) => unknown = (value) => value): Rule =>
  (value, about) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? tell(value, about) : undefined;

export const label: Rule = (value) => (typeof value === 'string' ? value : undefined);

export const oneOf =
  (...values: readonly unknown[]): Rule =>
  (value) =>
    values.includes(value) ? value : undefined;

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
