import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('KAPRA with hardly any shape in common', () => {
  let folder = '';
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'few-left-'))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('refuses where fewer than k subjects are left, says what would work, and writes nothing', async () => {
    const shapes = ['1,2,3,4', '4,3,2,1', '1,4,1,4', '4,1,4,1', '1,1,4,4', '4,4,1,1'];
    const input = join(folder, 'few.csv');
    writeFileSync(input, `id,A,B,C,D\n${shapes.map((shape, i) => `${i},${shape}`).join('\n')}\n`);
    const policy = { input, out: join(folder, 'out'), method: 'kapra', subject: 'id', series: 'A..D', k: 5, p: 5 } as const;
    const refused = await run({ ...policy, residue: 'suppress' as const });
    expect(refused.ok ? [] : refused.problems.map(({ code, exit }) => [code, exit])).toEqual([['policy/too-few-left', 4]]);
    expect(readdirSync(folder)).toEqual(['few.csv']);
    const generic = await run({ ...policy, residue: 'generic' as const });
    expect(generic.ok).toBe(true);
    expect(existsSync(join(folder, 'out', 'manifest.json'))).toBe(true);
  });
});
