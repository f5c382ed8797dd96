import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { generate } from 'shoal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { examples } from '../../src/server/examples.ts';
import { aServer, newFolder, someExits, type TestServer, tokenFile } from './a-server.ts';

const token = 'a-second-secret-that-is-long';
let server: TestServer;
beforeAll(async () => {
  const folder = newFolder();
  server = await aServer({ internalTokenFile: tokenFile(folder, 'internal', token), data: await someExits(folder) }, folder);
  await generate('work', { rows: 200, seed: 1, out: server.path('work.csv') });
});
afterAll(() => server.remove());

it('every request has an example, and the page shows it', async () => {
  const { paths } = (await (await server.get('/openapi.json')).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  expect(Object.keys(examples).toSorted()).toEqual(ids.toSorted());
  expect(await (await server.get('/docs')).text()).toContain('curl -fsSN $JOB/events');
});

it('the examples run, in their order', async () => {
  const script = server.path('examples.sh');
  writeFileSync(script, `set -e\n${Object.values(examples).join('\necho\n')}\n`);
  const shell = spawn('sh', ['-x', script], {
    cwd: server.folder,
    env: { ...process.env, URL: server.url, TOKEN: token },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let told = '';
  shell.stderr.on('data', (text: Buffer) => void (told += text));
  expect(await new Promise((resolve) => shell.on('close', resolve)), told).toBe(0);
  const failed = server.answered.filter(({ status }) => status >= 400);
  expect(failed).toEqual([]);
});
