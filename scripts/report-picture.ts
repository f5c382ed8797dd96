// A picture of a report as a browser shows it: the verdict and the first charts, in light and in dark.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { setFont } from '../test/report/fonts.ts';

/** What a picture leaves out: lists, tables and the sections between, so that it fits on the first screen of README.md. */
const leftOut = 'nav, section:not(#verdict, #utility), #verdict .wide, #utility > :not(h2, .pair), .pair ~ .pair, details';

export async function pictureReport(browser: Browser, page: string, out: string): Promise<void> {
  const shown = await browser.newPage({ viewport: { width: 960, height: 600 } });
  try {
    await shown.goto(pathToFileURL(page).href);
    await setFont(shown, 'tall'); // the same on every machine, whatever fonts it has
    await shown.addStyleTag({ content: `:is(${leftOut}) { display: none !important } section { margin-top: 1rem !important }` });
    await shown.addStyleTag({
      content: 'body, main, section, .pair, figure { margin-bottom: 0 !important; padding-bottom: 0 !important }',
    });
    for (const scheme of ['light', 'dark'] as const) {
      await shown.emulateMedia({ colorScheme: scheme });
      await shown.locator('body').screenshot({ path: join(out, `report-${scheme}.png`) });
    }
  } finally {
    await shown.close();
  }
}
