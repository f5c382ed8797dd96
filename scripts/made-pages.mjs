// The parts of pages that are made and not written: the table of settings in docs/policy.md, from the one schema of policies and the table of
// flags, and the lists of pages and of decisions. With --check it writes nothing and fails where a page is not current.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { policyFlags } from '../build/cli/flags.js';
import { methodsOf, usualMethodOf } from '../build/policy/family.js';
import { keysOf, policySchema } from '../build/policy/policy.js';
import { policyJsonSchema } from '../build/policy/schema.js';

const docs = fileURLToPath(new URL('../docs/', import.meta.url));
for (const [title, table] of settings()) withTable('policy.md', `### ${title}\n\n| key |`, `### ${title}\n\n${table}`);
for (const pages of Object.values(chapters())) withTable('README.md', `- [${pages[0][1]}]`, listOf(pages));
withTable('decisions/README.md', '| decision |', decisions());

/** Puts a table or a list in the place of the one that begins so; the prose around it is written by hand. */
function withTable(page, beginning, table) {
  const text = readFileSync(docs + page, 'utf8');
  const from = text.indexOf(beginning);
  const to = text.indexOf('\n\n', from + beginning.length);
  const made = `${text.slice(0, from)}${table}${to < 0 ? '' : text.slice(to + 1)}`;
  if (made === text) return;
  if (process.argv.includes('--check')) process.exitCode = 1;
  else writeFileSync(docs + page, made);
}

/** The pages in the order in which most people need them. */
function chapters() {
  return {
    begin: [
      ['start.md', 'Start here', 'five minutes with your own file'],
      ['case.md', 'A case', 'one release from beginning to end, on open data'],
      ['deciding.md', 'Deciding', 'what is proved, what is not, what to ask before you sign'],
      ['faq.md', 'FAQ', 'short answers'],
    ],
    publish: [
      ['choosing.md', 'Choosing', 'what method, k, P and level mean and cost'],
      ['series.md', 'Series', 'curves, step by step'],
      ['prism.md', 'PRISM', 'the default method for curves, with pictures and its proof'],
      ['events.md', 'Events', 'an event log, and what k does not protect there'],
      ['transactions.md', 'Transactions', 'places, times and amounts as counts and means'],
      ['presets.md', 'Presets', 'settings that a whole field shares'],
      ['from-arx.md', 'Coming from ARX', 'a project of ARX in our words'],
      ['noise.md', 'Noise', 'for counts that are asked again and again'],
      ['ledger.md', 'Ledger', 'a memory of releases, so that no two leave somebody alone'],
      ['attacks.md', 'Attacks', 'what intruders find out of a release, measured'],
      ['sweep.md', 'Sweep and compare', 'a grid of settings; releases side by side'],
    ],
    connect: [
      ['reading.md', 'Reading a release', 'in SQL, Python and R'],
      ['report.md', 'Report', 'what each section says'],
      ['library.md', 'Library', 'Shoal in TypeScript'],
      ['files.md', 'Files as they are', 'decimal commas, dates with dots, Windows letters'],
      ['data-in-and-out.md', 'Data in and out', 'rows, streams, Arrow and queries'],
      ['postgres.md', 'PostgreSQL', 'tables as input and output'],
      ['spark.md', 'Spark', 'when a cluster helps, and how one is reached'],
      ['studio.md', 'Studio', 'Shoal in the browser, screen by screen'],
      ['server.md', 'Server', 'releases and answers over HTTP'],
      ['agents.md', 'Agents', 'tools for language models, which see no row'],
    ],
    'look up': [
      ['policy.md', 'Policy', 'every setting'],
      ['api.md', 'API', 'every function and type of the library'],
      ['problems.md', 'Problems', 'every problem code, and how to fix it'],
      ['glossary.md', 'Glossary', 'every word, with an example'],
      ['metrics.md', 'Metrics', 'every figure and how it is computed'],
    ],
    trust: [
      ['guarantees.md', 'Guarantees', 'each promise, and what is not promised'],
      ['process-mining.md', 'Process mining', 'orders and traces that k share'],
      ['models.md', 'Models', 'diversity, closeness and alpha'],
      ['threat-model.md', 'Threat model', 'who might attack, what holds and what does not'],
      ['reliability.md', 'Reliability', 'what was tried by the thousand, and what broke'],
      ['benchmarks.md', 'Benchmarks', 'how fast, and how we measured it'],
      ['architecture.md', 'Architecture', 'the rooms of the code, and a run from file to folder'],
      ['engine.md', 'Engine', 'what Shoal asks of an engine'],
    ],
  };
}

function listOf(pages) {
  return pages
    .filter(([file]) => existsSync(docs + file))
    .map(([file, title, what]) => `- [${title}](${file}): ${what}\n`)
    .join('');
}

function decisions() {
  const rows = readdirSync(`${docs}decisions`)
    .filter((name) => /^\d/.test(name))
    .toSorted()
    .map((name) => {
      const [, number, title] = /^# (\d{4}): (.*)$/m.exec(readFileSync(`${docs}decisions/${name}`, 'utf8'));
      return `| [${number}](${name}) | ${title} |\n`;
    });
  return `| decision | |\n| --- | --- |\n${rows.join('')}`;
}

function settings() {
  const methods = Object.keys(keysOf);
  const schemas = Object.fromEntries(
    policyJsonSchema().oneOf.map(({ properties }) => [properties.method.const ?? properties.family.const, properties]),
  );
  const defaults = Object.fromEntries(
    methods.map((method) => [method, policySchema.parse({ method: usualMethodOf[method] ?? method })]),
  );
  const sections = ['Every family', 'Series and tables', 'Events and tables', 'Series', 'Events', 'Tables'];
  const tables = new Map(
    sections.map((title) => [title, '| key | type | default | flag | meaning |\n| --- | --- | --- | --- | --- |\n']),
  );
  for (const key of new Set(methods.flatMap((method) => keysOf[method]))) {
    const owners = methods.filter((method) => key in schemas[method]);
    const told = owners.map((method) => ({ method, ...schemas[method][key], default: defaults[method][key] }));
    const cells = [
      `\`${key}\``,
      key === 'method' || key === 'family'
        ? Object.values(schemas)
            .flatMap(({ [key]: { const: one, enum: some = [one] } }) => some.map(code))
            .filter((name, place, all) => all.indexOf(name) === place)
            .join(', ')
        : perMethod(told, typeOf),
      key === 'method' ? code(usualMethodOf.series) : defaultOf(told),
      flagOf(key),
      key === 'method'
        ? 'how the release is made: [series](choosing.md), [tables](transactions.md#five-ways-to-cluster)'
        : meaningOf(told),
    ];
    const title = sectionOf(owners);
    tables.set(title, `${tables.get(title)}| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`);
  }
  return tables;
}

/** The families that take a setting, as a heading. */
function sectionOf(owners) {
  const named = { series: 'series', events: 'events', table: 'tables' };
  const having = Object.keys(named).filter((family) =>
    owners.some((owner) => owner === family || methodsOf[family].includes(owner)),
  );
  const title =
    having.length === Object.keys(named).length ? 'every family' : having.map((family) => named[family]).join(' and ');
  return title[0].toUpperCase() + title.slice(1);
}

/** One text where all methods agree, else one for each group that does. */
function perMethod(told, of) {
  const groups = grouped(told, of);
  if (groups.size === 1) return of(told[0]);
  return [...groups].map(([shown, some]) => `${namesOf(some.map(({ method }) => method)).join(', ')}: ${shown}`).join('; ');
}

/** What all methods say of a setting once, then what only some add to it. A method that alone of its family takes it is named. */
function meaningOf(told) {
  const names = namesOf(told.map(({ method }) => method));
  const some = names.filter((name) => methodsOf.series.includes(name)).length > 0 ? `${names.join(', ')}: ` : '';
  const said = told.map(({ method, description }) => ({ method, description: firstSentence(description) }));
  const [common] = said[0].description.split('; ');
  const more = said.filter(({ description }) => description !== common);
  if (new Set(said.map(({ description }) => description)).size === 1) return some + lowered(said[0].description);
  if (more.some(({ description }) => !description.startsWith(`${common}; `)))
    return perMethod(said, ({ description }) => lowered(description));
  const added = [...grouped(more, ({ description }) => description.slice(common.length + 2))];
  return [
    some + lowered(common),
    ...added.map(([text, those]) => `${namesOf(those.map(({ method }) => method)).join(', ')}: ${text}`),
  ].join('; ');
}

/** Editors show the rest beside a key; the page leads to it. */
function firstSentence(description) {
  return description.split(/\. (?=[A-Z])/)[0];
}

/** All methods of series together are called by their family. */
function namesOf(methods) {
  const rest = methods.filter((method) => !methodsOf.series.includes(method));
  return methods.length - rest.length === methodsOf.series.length ? ['series', ...rest] : methods;
}

function grouped(told, of) {
  const groups = new Map();
  for (const one of told) groups.set(of(one), [...(groups.get(of(one)) ?? []), one]);
  return groups;
}

/** Defaults as the tests read them: one for all, or each with its method. */
function defaultOf(told) {
  const having = told.filter((one) => one.default !== undefined);
  if (having.length === 0) return '';
  const shown = ({ default: value }) => code(typeof value === 'string' ? value : JSON.stringify(value));
  if (having.length === told.length && new Set(having.map(shown)).size === 1) return shown(having[0]);
  const groups = grouped(having, shown);
  return [...groups].map(([value, some]) => `${namesOf(some.map(({ method }) => method)).join(', ')} ${value}`).join('; ');
}

function flagOf(key) {
  if (key === 'input') return 'first word';
  const flag = policyFlags.find((one) => one.key === key);
  if (flag === undefined) return '';
  return [...(flag.short === undefined ? [] : [code(`-${flag.short}`)]), code(`--${flag.name}`)].join(', ');
}

function typeOf(schema) {
  if (schema.const !== undefined) return code(String(schema.const));
  if (schema.enum !== undefined) return schema.enum.map(code).join(', ');
  if (schema.anyOf !== undefined) {
    const [first, second] = schema.anyOf.map((one) => one.type);
    if (first === 'array' && second === 'string') return 'names';
    return [...new Set(schema.anyOf.map(typeOf))].join(', or ');
  }
  switch (schema.type) {
    case 'integer':
      return `whole number${rangeOf(schema)}`;
    case 'number':
      return `number${rangeOf(schema)}`;
    case 'boolean':
      return `${code('true')}, ${code('false')}`;
    case 'object':
      return schema.properties === undefined
        ? 'by name'
        : Object.keys(schema.properties).length > 8
          ? 'object' // its own page lists them
          : `${code(`{ ${Object.keys(schema.properties).join(', ')} }`)}`;
    case 'array':
      return 'list';
    default:
      return 'text';
  }
}

function rangeOf({ minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below }) {
  const shown = (limit) => limit.toLocaleString('en-GB');
  const most = maximum >= Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (above !== undefined && below !== undefined) return `, between ${shown(above)} and ${shown(below)}`;
  if (above !== undefined)
    return most === undefined ? `, above ${shown(above)}` : `, above ${shown(above)}, at most ${shown(most)}`;
  if (minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER) return '';
  return most === undefined ? `, ${shown(minimum)} or more` : `, ${shown(minimum)} to ${shown(most)}`;
}

function code(value) {
  return `\`${value}\``;
}

function lowered(description = '') {
  return /^[A-Z][a-z]/.test(description) ? description[0].toLowerCase() + description.slice(1) : description;
}
