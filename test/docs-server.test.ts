import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve } from '../src/cli/serve.ts';
import { onFewRows } from './suite/few-rows.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(join(root, 'docs/server.md'), 'utf8');
const blocks = [...onFewRows(page).matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, text]) => ({ language, text }));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'shoal docs '));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const env = () => ({ ...process.env, NODE: process.execPath, SHOAL: join(root, 'bin/shoal.js'), XDG_STATE_HOME: folder });
type Child = ChildProcessByStdio<null, Readable, Readable>;
const started = (script: string): Child =>
  spawn('sh', ['-ec', `shoal() { "$NODE" "$SHOAL" "$@"; }\n${script}`], {
    cwd: folder,
    env: env(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
const over = async (child: Child): Promise<{ code: number | null; told: string }> => {
  let told = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => void (told += text));
  return { code: await new Promise((resolve) => child.on('close', resolve)), told };
};

/** Starts what a block says, at any port that is free, as the program itself and not in a shell, so that it can be stopped. */
async function serving(text: string): Promise<{ child: Child; url: string }> {
  const words = text.trim().split(' ').slice(1);
  const child = spawn(process.execPath, [join(root, 'bin/shoal.js'), ...words, '--port', '0'], {
    cwd: folder,
    env: env(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (line: Buffer) => resolve(line.toString('utf8').trim()));
    void over(child).then(({ told }) => reject(new Error(told)));
  });
  return { child, url: url.replace('0.0.0.0', '127.0.0.1') };
}

describe('docs/server.md', () => {
  it('has commands that run, in the order a reader would run them', async () => {
    let server: Awaited<ReturnType<typeof serving>> | undefined;
    const stop = async () => {
      server?.child.kill('SIGTERM');
      if (server !== undefined) expect(await new Promise((resolve) => server?.child.on('close', resolve))).toBe(0);
    };
    let asked = ''; // requests to one server are one script: what a shell remembers, it remembers
    const ask = async () => {
      const { code, told } = await over(started(asked.replaceAll('http://127.0.0.1:8080', server?.url ?? 'no server')));
      expect(code, `${asked}\n${told}`).toBe(0);
      asked = '';
    };
    try {
      for (const { text } of blocks.filter(({ language }) => language === 'sh')) {
        if (!text.startsWith('shoal serve')) asked += text;
        else {
          await ask();
          await stop();
          server = await serving(text);
        }
      }
      await ask();
    } finally {
      await stop();
    }
    expect(readFileSync(join(folder, 'prism_anonymized.csv'), 'utf8')).toMatch(/^GroupID,H1/);
    expect(readFileSync(join(folder, 'internal-report.html'), 'utf8')).toContain('INTERNAL');
  });

  it('has a program that runs', async () => {
    const inside = mkdtempSync(join(root, 'test/.server-')); // inside the project the name `shoal` means the package itself
    try {
      const [program] = blocks.filter(({ language }) => language === 'ts');
      writeFileSync(join(inside, 'program.mjs'), program.text);
      const { code, told } = await over(started(`"$NODE" "${join(inside, 'program.mjs')}"`));
      expect([code, told.trim()]).toEqual([0, expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/)]);
    } finally {
      rmSync(inside, { recursive: true });
    }
  });

  it('names every flag', () => {
    for (const { name } of serve.flags) if (name !== 'port') expect(page, name).toContain(`--${name}`);
  });
});
