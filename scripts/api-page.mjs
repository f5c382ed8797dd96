// docs/api.md from the types of what package.json exports: each function and type with the sentence that stands beside it in the code. With
// --check it writes nothing and fails where the page is not current. Declarations are read as text: tsc prints each in one way.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const build = fileURLToPath(new URL('../build/', import.meta.url));
const page = fileURLToPath(new URL('../docs/api.md', import.meta.url));

/** Types whose fields a page of their own explains. */
const explained = {
  ProblemCode: 'problems.md',
  ServeOptions: 'server.md',
  Policy: 'policy.md',
  ...Object.fromEntries(['', 'Series', 'Events', 'Table'].map((family) => [`${family}Manifest`, 'reading.md'])),
  ...Object.fromEntries(['Policy', 'Series', 'Events', 'Table', 'SweepPolicy'].map((name) => [`${name}Input`, 'policy.md'])),
};

function pageOf(all, ofVerifier) {
  const [values, types] = [true, false].map((called) => all.filter((one) => one.isValue === called));
  return [
    '# Every function and type\n',
    '*From: [the library](library.md), ten programs. Next: [every setting](policy.md).*\n',
    '"npm run docs" makes this page from the types. Your editor shows the same sentences.\n',
    `\`shoal/verify\` exports a part of it, without what makes and serves releases: ${ofVerifier.map(({ name }) => link(name)).join(', ')}.\n`,
    '## Functions and values\n',
    ...values.map(sectionOf),
    '## Types\n',
    ...types.map(sectionOf),
  ].join('\n');
}

const link = (name) => `[\`${name}\`](#${name.toLowerCase()})`;

function sectionOf({ name, isValue, declarations }) {
  const about = declarations.map(({ comment }) => comment).filter(Boolean);
  if (isValue && about.length === 0) throw new Error(`${name} is exported without a sentence on what it does.`);
  const code = declarations.map(({ text }) => text.replaceAll(/^( {4})+/gm, (blanks) => blanks.slice(blanks.length / 2)));
  const shown =
    explained[name] === undefined
      ? `\`\`\`ts\n${code.join('\n')}\n\`\`\`\n`
      : `[${explained[name]}](${explained[name]}) explains it.\n`;
  return [`### ${name}\n`, ...about.map((text) => `${text}\n`), shown].join('\n');
}

/** What a file exports, in its order, with all declarations of each name. */
function exportsOf(entry) {
  const lines = readFileSync(build + entry, 'utf8').matchAll(/^export (type )?\{ ([^}]*) \} from '\.\/(.*)\.ts';$/gm);
  return [...lines].flatMap(([, allTypes, names, file]) =>
    names.match(/(?:type )?\w+/g).map((written) => {
      const name = written.replace('type ', '');
      const declarations = declarationsIn(file).filter((one) => one.name === name);
      if (declarations.length === 0) throw new Error(`${file}.d.ts has no declaration of ${name} that this script finds.`);
      return { name, isValue: allTypes === undefined && !written.startsWith('type '), declarations };
    }),
  );
}

/** The exported declarations of a file: each ends where its braces do, on a line that ends with one or with a semicolon. */
function declarationsIn(file) {
  const found = [];
  let comment = '';
  let open = '';
  for (const line of readFileSync(`${build}${file}.d.ts`, 'utf8').split('\n')) {
    open += `${open && '\n'}${line}`;
    const isComment = open.startsWith('/**');
    if (isComment ? !line.endsWith('*/') : depthOf(open) > 0 || !/[;}]$/.test(line)) continue;
    if (isComment) comment = proseOf(open);
    else {
      const name = /^export (?:declare )?(?:abstract )?(?:function|interface|type|class|const) (\w+)/.exec(open)?.[1];
      if (name !== undefined) found.push({ name, comment, text: open.replace(/^export (declare )?/, '') });
      comment = '';
    }
    open = '';
  }
  return found;
}

const depthOf = (text) => (text.match(/[{(]/g) ?? []).length - (text.match(/[})]/g) ?? []).length;

const proseOf = (comment) =>
  comment
    .replaceAll(/^\/\*\*|\*\/$|^ \* ?/gm, '')
    .trim()
    .replaceAll('\n', ' ');

const made = pageOf(exportsOf('index.d.ts'), exportsOf('verifier.d.ts'));
if (!existsSync(page) || readFileSync(page, 'utf8') !== made) {
  if (process.argv.includes('--check')) process.exitCode = 1;
  else writeFileSync(page, made);
}
