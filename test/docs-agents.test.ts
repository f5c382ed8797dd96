import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { draftPolicy, generate, inspect, unwrap } from 'shoal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tools } from '../src/mcp/tools.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(join(root, 'docs/agents.md'), 'utf8');
const blocks = [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, text]) => ({ language, text }));

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shoal agents '));
  unwrap(await generate('work', { rows: 100, seed: 1, out: join(folder, 'work.csv') }));
  const found = unwrap(await inspect({ input: join(folder, 'work.csv') }));
  writeFileSync(join(folder, 'shoal.yaml'), draftPolicy(found, 'work.csv', { subject: 'ID' }).yaml);
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin', 'shoal'), `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'bin/shoal.js')}" "$@"\n`);
  chmodSync(join(folder, 'bin', 'shoal'), 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const env = () => ({ ...process.env, PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}` });

it('docs/agents.md has a conversation that goes as it says', () => {
  const inside = mkdtempSync(join(root, 'test/.agents-')); // where the client of the protocol is found
  try {
    const [program] = blocks.filter(({ language }) => language === 'js');
    writeFileSync(join(inside, 'program.mjs'), program.text);
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(inside, 'program.mjs')], {
      cwd: folder,
      env: env(),
      encoding: 'utf8',
    });
    expect([stderr, status, stdout.trim()]).toEqual(['', 0, 'done true']);
    expect(page).toContain(`It prints \`${stdout.trim()}\``);
    expect(readdirSync(join(folder, 'releases'))).toHaveLength(1);
  } finally {
    rmSync(inside, { recursive: true });
  }
});

it('docs/agents.md has commands that run, and settings for a program that starts one', () => {
  for (const { text } of blocks.filter(({ language }) => language === 'sh')) {
    const { status, stderr } = spawnSync('sh', ['-ec', text], {
      cwd: folder,
      env: env(),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    expect([status, stderr]).toEqual([0, '']);
  }
  const [json] = blocks.filter(({ language }) => language === 'json');
  expect(JSON.parse(json.text)).toMatchObject({
    mcpServers: { shoal: { command: 'shoal', args: expect.arrayContaining(['mcp']) } },
  });
});

it('docs/agents.md names every tool', () => {
  for (const { name } of tools) expect(page).toContain(`\`${name}\``);
});
