import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import axe from 'axe-core';
import { type Browser, type Page, chromium as playwright } from 'playwright-core';
import { borrow } from '../suite/borrow.ts';
import { type Font, fontScript } from './fonts.ts';

/** Where pictures of pages are put with SHOAL_SCREENS=1, for people to look at; nothing reads them. */
const screens = fileURLToPath(new URL('../../coverage/screens', import.meta.url));
const inPage = readFileSync(new URL('./in-page.js', import.meta.url), 'utf8');

/** Windows of a test file's own in the one browser of the run. */
export async function openBrowser(): Promise<Browser> {
  const { endpoint } = await borrow<{ readonly endpoint: string }>('chromium');
  return playwright.connect(endpoint);
}

export interface Look {
  readonly width: number;
  readonly dark?: boolean;
  readonly media?: 'screen' | 'print';
  /** The machine's own where left out. One that was set stays for the looks that follow. */
  readonly font?: Font;
}

/** What a browser saw of a page. */
export interface Seen {
  /** Pixels that the page is wider than the window. */
  readonly overflow: number;
  /** Pairs of texts of one chart that lie over each other. */
  readonly overlaps: readonly string[];
  /** Texts of charts that reach out of their chart. */
  readonly cut: readonly string[];
  readonly noise: readonly string[];
}

/** A window in which pages are opened from disk, with every other request refused. */
export interface Window {
  readonly page: Page;
  /** Whatever was said to the console, or asked of a network, since the page was opened. */
  readonly noise: string[];
  /** The page that may be opened. */
  own: string;
  close(): Promise<void>;
}

/** One for all pages of a file: what looks at pages is sent to it once, and is there in each. */
export async function openWindow(browser: Browser): Promise<Window> {
  const context = await browser.newContext();
  await context.addInitScript(`${axe.source}; ${fontScript()}; ${inPage}`);
  const page = await context.newPage();
  const window: Window = { page, noise: [], own: '', close: () => context.close() };
  await context.route('**/*', (route) => {
    if (route.request().url() === window.own) return route.continue();
    window.noise.push(route.request().url());
    return route.abort();
  });
  page.on('console', (message) => window.noise.push(message.text()));
  page.on('pageerror', (error) => window.noise.push(error.message));
  return window;
}

/** Opens a page from disk, looks at it in some ways, and lends it to `use` in each. */
export async function seen<Way extends Look>(
  window: Window,
  path: string,
  looks: readonly Way[],
  use: (page: Page, look: Way) => Promise<void>,
): Promise<readonly Seen[]> {
  const { page } = window;
  window.own = pathToFileURL(path).href;
  window.noise.length = 0;
  await page.goto(window.own);
  const found: Omit<Seen, 'noise'>[] = [];
  let font: Font | undefined;
  for (const look of looks) {
    const { width, dark = false, media = 'screen' } = look;
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ media, colorScheme: dark ? 'dark' : 'light' });
    if (look.font !== undefined && look.font !== font) await asked(page, `setFont('${look.font}')`);
    font = look.font ?? font;
    found.push(await asked<Omit<Seen, 'noise'>>(page, 'lookAtCharts()'));
    await use(page, look);
  }
  return found.map((one) => ({ ...one, noise: [...window.noise] }));
}

/** Serious faults that axe finds, each with the first place it is at. */
export async function seriousFaults(page: Page): Promise<readonly string[]> {
  const faults = await asked<readonly { id: string; impact: string | null; html: string }[]>(page, 'faults()');
  return faults.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, html }) => `${id}: ${html}`);
}

/** The answer of a function of in-page.js, whose shape the caller knows. */
export const asked = <Answer>(page: Page, call: string): Promise<Answer> => page.evaluate<Answer>(call);

export async function screenshot(page: Page, name: string): Promise<void> {
  if (process.env.SHOAL_SCREENS === undefined) return; // drawing them takes longer than all that is checked
  mkdirSync(screens, { recursive: true });
  await page.screenshot({ path: join(screens, `${name}.jpeg`), type: 'jpeg', quality: 70, fullPage: true });
}

/** How many sheets of paper a page takes. */
export async function sheetsOf(page: Page): Promise<number> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  return [...pdf.matchAll(/\/Type\s*\/Page\b/g)].length;
}
