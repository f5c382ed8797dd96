import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ok, type Result, refused } from '../base/result.ts';
import { badMapping } from './input-problems.ts';
import { hasNul } from './nul.ts';

/** Event codes to classes; `*` in a code stands for any text. */
export interface MappingLine {
  readonly code: string;
  readonly class: string;
}

/** A mapping as a policy has it: a file, the lines themselves, or none. */
export type Mapping = string | Readonly<Record<string, string>> | undefined;

/** The lines of a mapping, if there is one. A code that stands twice in a file is refused. */
export function readMapping(mapping: Mapping): Result<readonly MappingLine[] | undefined> {
  if (mapping === undefined) return ok(undefined);
  return typeof mapping === 'string'
    ? readMappingFile(mapping)
    : ok(Object.entries(mapping).map(([code, name]) => ({ code, class: name })));
}

function readMappingFile(file: string): Result<readonly MappingLine[]> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch {
    return refused(badMapping(file, file, 'The file is not there, or you may not read it.'));
  }
  const read = /\.(ya?ml|json)$/i.test(file) ? fromYaml(file, text) : fromCsv(file, text);
  if (!read.ok) return read;
  const lines = read.value;
  if (lines.length === 0) return refused(badMapping(file, file, 'It holds no code.'));
  const nul = lines.find((line) => hasNul(line.code) || hasNul(line.class));
  if (nul !== undefined)
    return refused(badMapping(file, `${file}, line ${nul.line}`, 'A code or a class holds the character NUL.'));
  const empty = lines.find((line) => line.code === '' || line.class === '');
  if (empty !== undefined) return refused(badMapping(file, `${file}, line ${empty.line}`, 'A code or a class is empty.'));
  const twice = repeatedCode(lines);
  if (twice !== undefined)
    return refused(
      badMapping(
        file,
        `${file}, line ${lines[twice.second].line}`,
        `It names a code that line ${lines[twice.first].line} names too.`,
      ),
    );
  return ok(lines);
}

type Placed = MappingLine & { readonly line: number };

/** `code: class`, or a class and the list of its codes. */
function fromYaml(file: string, text: string): Result<readonly Placed[]> {
  const { isMap, isScalar, LineCounter, parseDocument } = createRequire(import.meta.url)('yaml') as typeof import('yaml'); // slow to load, and most mappings are none
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, uniqueKeys: false });
  const fault = document.errors[0];
  if (fault !== undefined || !isMap(document.contents))
    return refused(
      badMapping(file, `${file}, line ${fault?.linePos?.[0].line ?? 1}`, 'It is not a YAML map of codes to classes.'),
    );
  const lines: Placed[] = [];
  for (const { key, value } of document.contents.items) {
    const line = isScalar(key) && key.range ? counter.linePos(key.range[0]).line : 1;
    if (!isScalar(key) || !isScalar(value))
      return refused(badMapping(file, `${file}, line ${line}`, 'A code has one class, a single text.'));
    lines.push({ code: String(key.value), class: String(value.value ?? ''), line });
  }
  return ok(lines);
}

/** Two cells a line, with `;`, a tab or a comma between; a first line `code;class` is a heading. */
function fromCsv(file: string, text: string): Result<readonly Placed[]> {
  const lines: Placed[] = [];
  for (const [place, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const delimiter = [';', '\t', ','].find((candidate) => line.includes(candidate)) ?? ';';
    const cells = line.split(delimiter).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
    if (cells.length !== 2)
      return refused(badMapping(file, `${file}, line ${place + 1}`, 'It has not two cells, a code and its class.'));
    if (lines.length === 0 && place === 0 && /^(code|event|dogodek)$/i.test(cells[0])) continue;
    lines.push({ code: cells[0], class: cells[1], line: place + 1 });
  }
  return ok(lines);
}

/** A code that stands on two lines: which class it has would hang on their order. */
export function repeatedCode(lines: readonly MappingLine[]): { first: number; second: number } | undefined {
  const seen = new Map<string, number>();
  for (const [place, { code }] of lines.entries()) {
    const first = seen.get(code);
    if (first !== undefined) return { first, second: place };
    seen.set(code, place);
  }
  return undefined;
}
