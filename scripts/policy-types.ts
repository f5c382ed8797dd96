// src/policy/policy-input.ts from the one schema of policies: an interface for what a person writes, each setting with its sentence and its
// default, as editors show them. With --check it writes nothing and fails where the file is not current.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { aboutSchema } from '../src/policy/about-keys.ts';
import { commonKeys } from '../src/policy/common-keys.ts';
import { modelSchemas } from '../src/policy/model-keys.ts';
import { policyJsonSchema } from '../src/policy/schema.ts';
import { seriesMethods } from '../src/policy/series-methods.ts';
import { seriesKeys } from '../src/policy/series-policy.ts';
import { sweepSchema } from '../src/policy/sweep-grid.ts';

type Json = z.core.JSONSchema.BaseSchema;
type Properties = Readonly<Record<string, Json>>;
interface ObjectSchema {
  readonly properties: Properties;
  readonly required: readonly string[];
}

function policyTypes(): string {
  const methods = Object.keys(seriesMethods);
  const common = Object.keys(commonKeys);
  const series = Object.keys(seriesKeys);
  const schemas = Object.fromEntries(
    (policyJsonSchema().oneOf as readonly ObjectSchema[]).map((one) => [nameOf(one.properties), one]),
  );
  const [first] = methods;
  const pick = (name: string, keys: readonly string[]) =>
    Object.fromEntries(keys.map((key) => [key, schemas[name].properties[key]]));
  const own = (name: string, others: readonly string[]) =>
    pick(
      name,
      Object.keys(schemas[name].properties).filter((key) => !others.includes(key)),
    );
  const grid = z.toJSONSchema(sweepSchema, { io: 'input' }) as unknown as ObjectSchema; // an object, as it is one
  const about = z.toJSONSchema(aboutSchema, { io: 'input' }) as unknown as ObjectSchema; // an object too
  const parts = [
    '// Made by "npm run docs" from the schema of policies; a test compares them. Do not edit.\n',
    `/** What a person writes: anything with a default may be left out. */\nexport type PolicyInput = SeriesInput | EventsInput | TableInput;\n`,
    `/** A policy for series, by any of its methods. */\nexport type SeriesInput = ${methods.map(inputName).join(' | ')};\n`,
    declare('CommonInput', 'What every policy takes.', pick(first, common)),
    declare('SeriesSettings extends CommonInput', 'What every method of series takes.', pick(first, [...series, 'family'])),
    ...methods.map((name) =>
      declare(
        `${inputName(name)} extends SeriesSettings`,
        `${schemas[name].properties.method.description}.`,
        own(name, [...common, ...series, 'family']),
        schemas[name].required,
      ),
    ),
    declare(
      "EventsInput extends Omit<CommonInput, 'format'>", // which has one more
      'A policy for event logs.',
      own(
        'events',
        common.filter((key) => key !== 'format'),
      ),
    ),
    declare('TableInput extends CommonInput', 'A policy for tables of records, such as transactions.', own('table', common)),
    declare(
      'SweepPolicyInput extends SeriesSettings',
      'What a sweep takes: each of its methods picks the settings it understands.',
      together(methods.map((name) => ({ name, properties: own(name, [...common, ...series, 'family']) }))),
    ),
    declare('AboutInput', 'What the first page of a report says of a release, in the words of its publisher.', about.properties),
    ...Object.entries(modelSchemas).map(([key, one]) => {
      const { properties, required } = z.toJSONSchema(one, { io: 'input' }) as unknown as ObjectSchema; // objects, all of them
      return declare(inputName(key), `${schemas.table.properties[key].description}.`, properties, required);
    }),
    declare('SweepGrid', 'What a sweep tries, and what it must not lose: whatever is left out is the default.', grid.properties),
  ];
  return parts.join('\n');
}

/** A method of series, or a family whose methods take the same. */
const nameOf = ({ method, family }: Properties): string => String(method.const ?? family.const);

const inputName = (method: string): string => `${method[0].toUpperCase()}${method.slice(1)}Input`;

function declare(head: string, about: string, properties: Properties, required: readonly string[] = []): string {
  const lines = Object.entries(properties).map(([key, schema]) => {
    const optional = required.includes(key) ? '' : '?';
    const type = named[key] ?? typeOf(schema);
    return `${comment(schema)}${brokenLine(`  readonly ${key}${optional}:`, `${type}${optional && ' | undefined'}`)}`;
  });
  return `/** ${about} */\nexport interface ${head} {\n${lines.join('')}}\n`;
}

/** A long list of texts has a line for each, as the formatter wants it; so has a list of such lists. */
function brokenLine(head: string, type: string): string {
  const whole = `${head} ${type};\n`;
  if (whole.length <= 131 || type.includes('<')) return whole;
  const linesOf = (texts: string, indent: string) => texts.split(' | ').map((one) => `${indent}| ${one}\n`);
  const [, several, rest] = /^readonly \((.*)\)\[\](?: \| (.*))?$/.exec(type) ?? [];
  const lines =
    several === undefined
      ? linesOf(type, '    ')
      : [
          ...(several.length + 22 <= 130
            ? [`    | readonly (${several})[]\n`]
            : [`    | readonly (\n`, ...linesOf(several, '        '), `      )[]\n`]),
          ...(rest === undefined ? [] : linesOf(rest, '    ')),
        ];
  return `${head}\n${lines.join('').trimEnd()};\n`;
}

/** Settings whose values have interfaces of their own. */
const named: Readonly<Record<string, string>> = {
  ...{ sweep: 'SweepGrid', about: 'AboutInput' },
  ...Object.fromEntries(Object.keys(modelSchemas).map((key) => [key, `readonly ${inputName(key)}[] | ${inputName(key)}`])),
};

function comment({ description, default: value }: Json): string {
  return `  /** ${description}.${value === undefined ? '' : `\n   * @default ${literal(value)}`} */\n`;
}

/** A setting that several methods take, with the sentences and defaults of all: a policy with one of them is a policy of each. */
function together(all: readonly { readonly name: string; readonly properties: Properties }[]): Properties {
  const keys = [...new Set(all.flatMap(({ properties }) => Object.keys(properties)))];
  return Object.fromEntries(
    keys.map((key) => {
      const owners = all.flatMap(({ name, properties }) =>
        properties[key] === undefined ? [] : [{ name, schema: properties[key] }],
      );
      const sentences = groupBySentence(owners);
      const [{ schema }] = owners;
      if (key === 'method')
        return [key, { enum: all.map(({ name }) => name), description: 'Method to try, where the grid names none' }];
      const only = owners.length < all.length ? ` (${owners.map(({ name }) => name).join(', ')})` : '';
      const { default: _, ...plain } = schema;
      const description =
        sentences.size === 1
          ? `${schema.description}${only}`
          : [...sentences].map(([sentence, some]) => `${some.map(({ name }) => name).join(', ')}: ${sentence}`).join('; ');
      const same = new Set(owners.map((owner) => JSON.stringify(owner.schema.default))).size === 1;
      return [key, { ...(same ? schema : plain), description }];
    }),
  );
}

function groupBySentence(owners: readonly { readonly name: string; readonly schema: Json }[]) {
  const groups = new Map<string | undefined, { readonly name: string }[]>();
  for (const owner of owners) groups.set(owner.schema.description, [...(groups.get(owner.schema.description) ?? []), owner]);
  return groups;
}

function typeOf(schema: Json | boolean): string {
  if (typeof schema === 'boolean') return 'unknown';
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(typeOf))].join(' | ');
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'array': {
      const item = typeOf(schema.items as Json); // every list of a policy has one kind of entry
      return `readonly ${item.includes(' | ') ? `(${item})` : item}[]`;
    }
    case 'object':
      return schema.properties === undefined
        ? `Readonly<Record<string, ${typeOf(schema.additionalProperties ?? true)}>>`
        : `{ ${Object.entries(schema.properties)
            .map(([key, one]) => `readonly ${key}${schema.required?.includes(key) ? '' : '?'}: ${typeOf(one)}`)
            .join('; ')} }`;
    default:
      return String(schema.type);
  }
}

const literal = (value: unknown): string =>
  typeof value === 'string' && !value.includes("'") ? `'${value}'` : JSON.stringify(value);

const path = fileURLToPath(new URL('../src/policy/policy-input.ts', import.meta.url));
const made = policyTypes();
if (!existsSync(path) || readFileSync(path, 'utf8') !== made) {
  if (process.argv.includes('--check')) process.exitCode = 1;
  else writeFileSync(path, made);
}
