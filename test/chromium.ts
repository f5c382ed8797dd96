import chromium from '@sparticuz/chromium';
import { chromium as playwright } from 'playwright-core';

/** One process for all pages: without `--single-process` it outlives a closed page. Nothing is drawn in three dimensions. */
const unwanted = /^--(single-process|no-zygote|use-gl|use-angle|enable-unsafe-swiftshader|ignore-gpu-blocklist|in-process-gpu)/;

export interface LentChromium {
  /** Where others connect to it. */
  readonly address: string;
  stop(): Promise<void>;
}

/** A real browser that several processes use, each in windows of its own. */
export async function startChromium(lasting: string): Promise<LentChromium> {
  const server = await playwright.launchServer({
    executablePath: await unpackedChromium(lasting),
    args: [...chromium.args.filter((arg) => !unwanted.test(arg)), '--disable-gpu'],
    host: '127.0.0.1',
    handleSIGINT: false, // who started it stops it; it ends with this process whatever happens
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  return { address: server.wsEndpoint(), stop: () => server.close() };
}

/** It is unpacked among the temporary files, which takes seconds: among those that outlive a run of tests, once is enough. */
async function unpackedChromium(lasting: string): Promise<string> {
  const { TMPDIR: before } = process.env;
  process.env.TMPDIR = lasting;
  try {
    return await chromium.executablePath();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}
