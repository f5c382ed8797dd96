import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeAllSynced } from '../../src/formats/text-file.ts';

it('tells of a file that cannot be written once nobody writes to the others any more: a run then removes their folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shoal-texts-'));
  const others = Array.from({ length: 8 }, (_, i) => join(folder, `${i}.txt`));
  const text = 'x'.repeat(4_000_000);
  try {
    const texts = { [join(folder, 'missing', 'first.txt')]: 'first', ...Object.fromEntries(others.map((path) => [path, text])) };
    await expect(writeAllSynced(texts)).rejects.toMatchObject({ code: 'ENOENT' });
    for (const path of others) expect(readFileSync(path, 'utf8').length).toBe(text.length);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
