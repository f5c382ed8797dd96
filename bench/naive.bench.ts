import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { walksAgainstCopy } from './walks-against-copy.ts';

/** Naive over a million walks. */
const folder = mkdtempSync(join(tmpdir(), 'shoal-bench-'));
try {
  await walksAgainstCopy('rows x 24', folder, ['--method', 'naive', '-k', '5', '-p', '2'], { ratio: 6, megabytes: 1500 });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
