import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import axe from 'axe-core';
import { type Browser, type Page, chromium as playwright } from 'playwright-core';
import { borrow } from '../suite/borrow.ts';
import { type Font, setFont } from './fonts.ts';

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
  /** Whatever was said to the console, or asked of a network. */
  readonly noise: readonly string[];
}

/** Opens a page from disk with every other request refused, looks at it in some ways, and lends it to `use` in each. */
export async function seen<Way extends Look>(
  browser: Browser,
  path: string,
  looks: readonly Way[],
  use: (page: Page, look: Way) => Promise<void>,
): Promise<readonly Seen[]> {
  const context = await browser.newContext();
  const noise: string[] = [];
  const own = pathToFileURL(path).href;
  await context.route('**/*', (route) => {
    if (route.request().url() === own) return route.continue();
    noise.push(route.request().url());
    return route.abort();
  });
  const page = await context.newPage();
  page.on('console', (message) => noise.push(message.text()));
  page.on('pageerror', (error) => noise.push(error.message));
  try {
    await page.goto(own);
    const found: Omit<Seen, 'noise'>[] = [];
    let font: Font | undefined;
    for (const look of looks) {
      const { width, dark = false, media = 'screen' } = look;
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ media, colorScheme: dark ? 'dark' : 'light' });
      if (look.font !== undefined && look.font !== font) await setFont(page, look.font);
      font = look.font ?? font;
      found.push(await asked<Omit<Seen, 'noise'>>(page, 'lookAtCharts()'));
      await use(page, look);
    }
    return found.map((one) => ({ ...one, noise }));
  } finally {
    await context.close();
  }
}

/** Serious faults that axe finds, each with the first place it is at. */
export async function seriousFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const faults = await asked<readonly { id: string; impact: string | null; html: string }[]>(page, 'faults()');
  return faults.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, html }) => `${id}: ${html}`);
}

/** The answer of a function of in-page.js. */
export const asked = async <Answer>(page: Page, call: string): Promise<Answer> => page.evaluate(`${inPage}; ${call}`); // whose shape the caller knows

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
