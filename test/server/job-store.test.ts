import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openJobStore } from '../../src/server/job-store.ts';

it('an upload that was cut off is gone once the jobs are read, not some time after', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shoal-jobs-'));
  mkdirSync(join(folder, 'cut-off'));
  writeFileSync(join(folder, 'cut-off', 'input.csv'), 'raw data');
  expect(openJobStore(folder).load()).toEqual([]);
  expect(existsSync(join(folder, 'cut-off'))).toBe(false);
  rmSync(folder, { recursive: true });
});
