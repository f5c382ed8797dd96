import { readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('docs/threat-model.md', () => {
  const page = read('docs/threat-model.md');
  const sections = page.split(/^## /m).slice(1);

  it('says of every attacker what they have, what holds and what does not', () => {
    expect(sections.length).toBeGreaterThanOrEqual(7);
    for (const section of sections) {
      const [name] = section.split('\n', 1);
      for (const part of ['**With** ', '**Holds.** ', '**Does not.** ']) expect(section, name).toContain(part);
    }
  });

  it('names a test for what holds, by a sentence that is in its file', () => {
    for (const section of sections) expect(section).toMatch(/^- \[test\//m);
    const named = [...page.matchAll(/^- \[(test\/[^\]]+)\]\(\.\.\/([^)]+)\): "([^"]+)"$/gm)];
    for (const [, path, link, sentence] of named) {
      expect(normalize(link)).toBe(path);
      expect(read(path), `${sentence} in ${path}`).toContain(sentence);
    }
    expect(named.length).toBe([...page.matchAll(/^- \[/gm)].length);
  });

  it('leads to promises, as SECURITY.md leads here', () => {
    expect(page.match(/\(guarantees\.md#/g)?.length).toBeGreaterThan(8);
    expect(read('SECURITY.md')).toContain('(docs/threat-model.md)');
  });

  it('never calls a release what no program can know it to be', () => {
    expect(page + read('SECURITY.md')).not.toMatch(/\b(anonymous|safe|safely|guaranteed)\b|GDPR/i);
  });

  it('sends nobody to an address that is not ours', () => {
    expect(read('SECURITY.md')).not.toMatch(/https?:|mailto:|\S@\S/);
  });
});
