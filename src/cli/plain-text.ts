import { alignColumns } from './align-columns.ts';

/**
 * A piece of a documentation page as a terminal shows it: sentences filled to a width, tables in columns, examples set in, and no sign that
 * only a browser understands.
 */
export function plainText(markdown: string, width: number): string {
  const blocks: string[] = [];
  const lines = markdown.split('\n');
  for (let at = 0; at < lines.length; ) {
    const from = at;
    const line = lines[at++];
    if (line.trim() === '') continue;
    const fence = /^\s*(`{3,})/.exec(line);
    if (fence !== null) {
      while (at < lines.length && !lines[at].trim().startsWith(fence[1])) at++;
      blocks.push(
        lines
          .slice(from + 1, at++)
          .map((code) => `    ${code}`)
          .join('\n'),
      );
    } else if (line.startsWith('|')) {
      while (at < lines.length && lines[at].startsWith('|')) at++;
      blocks.push(tableText(lines.slice(from, at)));
    } else if (isItem(line)) {
      while (at < lines.length && (isItem(lines[at]) || /^\s+\S/.test(lines[at]))) at++;
      blocks.push(listText(lines.slice(from, at), width));
    } else {
      while (at < lines.length && isSentence(lines[at])) at++;
      blocks.push(fill(inline(lines.slice(from, at).join(' ').replace(/^#+ /, '')), width));
    }
  }
  return blocks.join('\n\n');
}

const isItem = (line: string): boolean => /^\s*(?:[-*]|\d+\.) /.test(line);
const isSentence = (line: string): boolean => line.trim() !== '' && !isItem(line) && !/^\s*(?:```|\||#)/.test(line);

/** Links by their words, emphasis and code without their marks; what stands between backquotes stays as it is. */
const inline = (text: string): string =>
  text
    .split(/(`[^`]+`)/)
    .map((part) =>
      /^`.+`$/.test(part)
        ? part.slice(1, -1)
        : part
            .replaceAll(/!?\[((?:[^\][]|\[[^\]]*\])*)\]\([^)]*\)/g, '$1')
            .replaceAll(/\*\*([^*]+)\*\*/g, '$1')
            .replaceAll(/(^|[\s(])\*([^*\s][^*]*)\*/g, '$1$2'),
    )
    .join('');

function tableText(lines: readonly string[]): string {
  const rows = lines
    .filter((line) => !/^\|[\s:|-]+\|$/.test(line))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => inline(cell.trim().replaceAll('\\|', '|'))),
    );
  return alignColumns(rows)
    .map((line) => `  ${line}`.trimEnd())
    .join('\n');
}

function listText(lines: readonly string[], width: number): string {
  const items: string[] = [];
  for (const line of lines)
    if (isItem(line)) items.push(line.trim());
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  return items
    .map((item) => {
      const [, mark, text] = /^([-*]|\d+\.) (.*)$/s.exec(item) ?? ['', '-', item];
      const indent = ' '.repeat(mark.length + 3);
      return `  ${mark} ${fill(inline(text), width - indent.length).replaceAll('\n', `\n${indent}`)}`;
    })
    .join('\n');
}

/** Words in lines of at most `width` characters; one that is longer has a line of its own. */
function fill(text: string, width: number): string {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((one) => one !== '')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}
