import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { generate, type SampleKind, type ServeOptions, serve } from 'shoal';
import { expect } from 'vitest';
import { openBrowser } from '../report/browser.ts';
import { campaign } from '../suite/draws.ts';

/** A studio of a test's own, and windows of a real browser on it. */
export interface TestStudio {
  readonly url: string;
  readonly folder: string;
  /** The address that lets the next browser in. */
  address(): string;
  /** A window of the browser that came in; of its own browser with `apart`. */
  open(hash?: string, size?: { readonly width: number; readonly height: number }): Promise<Page>;
  /** A window with a finger in the place of a mouse, of the same browser. */
  touched(hash: string): Promise<Page>;
  /** Like a person who has no key. */
  stranger(): Promise<Page>;
  /** A made-up file. */
  sample(kind: SampleKind, rows: number): Promise<string>;
  /** Stops the server, and starts it again at the same port. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Whatever windows said to their console, or asked of another server. */
  readonly noise: string[];
  remove(): Promise<void>;
}

const small = { width: 1280, height: 860 };
/** Without motion: a browser draws what moves sixty times a second, and colours are on their way while they are looked at. */
const still = { locale: 'en-GB', reducedMotion: 'reduce' } as const;

export async function aStudio(options: ServeOptions = {}, given?: Browser): Promise<TestStudio> {
  const folder = mkdtempSync(join(tmpdir(), 'shoal-studio-'));
  const noise: string[] = [];
  let address = '';
  let port = 0;
  let url = '';
  let halt = async () => {};
  const start = async () => {
    const started = await serve(
      { state: join(folder, 'state'), rate: 100_000, stopTime: 0, studio: true, ...options, port },
      {
        onInvitation: (next) => {
          address = next;
        },
        onFault: (fault) => void noise.push(fault.stack ?? fault.message),
      },
    );
    if (!started.ok) throw new Error(started.problems[0].what);
    url = started.value.url;
    port = Number(new URL(url).port);
    address = started.value.studio ?? '';
    halt = started.value.stop;
  };
  await start();
  const browser = given ?? (await openBrowser());
  const listen = (page: Page) => {
    page.setDefaultTimeout(60_000); // on a busy machine too
    page.on('console', (message) => {
      if (!/net::ERR_|status of \d+/.test(message.text())) noise.push(message.text()); // a server that is away or refuses is a test's own doing
    });
    page.on('pageerror', (error) => noise.push(error.stack ?? error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith(url) && !request.url().startsWith('data:')) noise.push(request.url());
    });
    return page;
  };
  let context: BrowserContext | undefined;
  return {
    url,
    folder,
    noise,
    address: () => address,
    async open(hash = '#/', size = small) {
      if (context === undefined) {
        context = await browser.newContext(still);
        const first = listen(await context.newPage());
        await first.goto(address);
        await first.getByRole('heading', { level: 1 }).waitFor();
        await first.close();
      }
      const page = listen(await context.newPage());
      await page.setViewportSize(size);
      await page.goto(`${url}/studio/${hash}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      return page;
    },
    async touched(hash) {
      const own = await browser.newContext({ ...still, hasTouch: true, isMobile: true, viewport: { width: 390, height: 860 } });
      const page = listen(await own.newPage());
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.goto(`${url}/studio/${hash}`);
      return page;
    },
    async stranger() {
      const page = listen(await (await browser.newContext(still)).newPage());
      await page.goto(`${url}/studio/`);
      return page;
    },
    async sample(kind, rows) {
      const out = join(folder, `${kind}-${rows}.csv`);
      if (!existsSync(out)) expect(await generate(kind, { rows, seed: 1, out })).toMatchObject({ ok: true });
      return out;
    },
    stop: () => halt(),
    start,
    async remove() {
      await context?.close();
      if (given === undefined) await browser.close();
      await halt();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What depends on how a screen is drawn; the rest is in its elements, which are the same at every width and in every colour. */
const drawn = ['color-contrast', 'target-size', 'scrollable-region-focusable', 'link-in-text-block'];

/** Every fault that axe finds on what is shown, each with the first place it is at; with `isDrawn` alone those of drawing. */
export async function axeFaults(page: Page, isDrawn = false): Promise<readonly string[]> {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(`${axe.source}; 0`);
  const asked = { iframes: false, resultTypes: ['violations'], ...(isDrawn ? { runOnly: drawn } : {}) }; // a frame holds a report, which has tests of its own
  const { violations } = await page.evaluate<{ violations: readonly { id: string; nodes: readonly { html: string }[] }[] }>(
    `axe.run(${JSON.stringify(asked)}).then(({ violations }) => ({ violations }))`,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Pixels that the page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate<number>('Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)');

const screens = fileURLToPath(new URL('../../coverage/screens', import.meta.url));

/**
 * Looks at a screen at both widths, light and dark: nothing is cut off, axe finds nothing. With SHOAL_SCREENS=1 it keeps pictures. Each width
 * in one of the colours: `npm test` looks for what is cut off in the other one in a campaign alone, as colours take no room.
 */
export async function lookAt(page: Page, name: string): Promise<void> {
  const before = page.viewportSize() ?? small;
  for (const width of [1280, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      const isAsked = (width === 1280) === (colorScheme === 'light');
      if (!isAsked && campaign === 1 && process.env.SHOAL_SCREENS === undefined) continue;
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 860 });
      expect(await overflowOf(page), `${name} at ${width}`).toBe(0);
      if (isAsked) expect(await axeFaults(page, width === 390), `${name} ${width} ${colorScheme}`).toEqual([]);
      if (process.env.SHOAL_SCREENS === undefined) continue;
      mkdirSync(screens, { recursive: true });
      await page.screenshot({ path: join(screens, `studio-${name}-${width}-${colorScheme}.png`), fullPage: true });
    }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(before);
}
