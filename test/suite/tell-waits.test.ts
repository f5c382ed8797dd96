import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tellWaits } from './tell-waits.ts';

it('tells what a test waits for: here each thread of Node for somebody who writes to a pipe', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waits-'));
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const waiting = Array.from({ length: Number(process.env.UV_THREADPOOL_SIZE ?? 4) }, () => open(pipe, 'r'));
  const told = await tellWaits(50, []);
  const writer = openSync(pipe, 'r+');
  for (const file of await Promise.all(waiting)) await file.close();
  closeSync(writer);
  rmSync(folder, { recursive: true });
  expect(told).toMatch(/^The threads of Node do not answer\.\nopen: .*\bFSReqPromise 4\b/);
  expect(told).toMatch(/\nthread \d+ \S+ S \S+/);
  expect(await tellWaits(60_000, [])).toMatch(/^The threads of Node answer\.\n/);
});
