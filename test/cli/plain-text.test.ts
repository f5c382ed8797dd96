import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sectionsOf } from '../../src/base/sections.ts';
import { plainText } from '../../src/cli/plain-text.ts';

const page = `Some **bold** words, a [link](other.md#there) and \`--a-flag *\`
that go on. *Example.* Two times 3 * 4.

- one item that is
  longer than a line
- two

| name | size |
| --- | --- |
| \`a\` | 5 |
| long name | 50 |

\`\`\`sh
shoal run [x](y) **z**
\`\`\``;

it('shows the words of a page without its marks', () => {
  expect(plainText(page, 30)).toBe(`Some bold words, a link and
--a-flag * that go on.
Example. Two times 3 * 4.

  - one item that is longer
    than a line
  - two

  name       size
  a             5
  long name    50

    shoal run [x](y) **z**`);
});

it('leaves no mark in any explanation, and no line wider than the terminal but of tables and examples', () => {
  for (const name of ['glossary.md', 'problems.md'])
    for (const { name: section, text, ofAll } of sectionsOf(readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')))
      for (const line of plainText(`${text}\n\n${ofAll}`, 79).split('\n')) {
        expect(line, section).not.toMatch(/\]\(|\*\*|^#|^\||`/);
        if (!/^ {2,}(?!-|\d)/.test(line) && line.includes(' ')) expect(line.length, section).toBeLessThanOrEqual(83);
      }
});
