// npm run pictures [-- --rows N] [--effort fast] [--out DIR]
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium as playwright } from 'playwright-core';
import { startChromium } from '../test/chromium.ts';
import { drawPictures } from './draw-pictures.ts';

const { values: asked } = parseArgs({
  options: { rows: { type: 'string' }, effort: { type: 'string', default: 'normal' }, out: { type: 'string' } },
});
const { address, stop } = await startChromium(tmpdir());
try {
  await drawPictures(await playwright.connect(address), {
    ...(asked.rows === undefined ? {} : { rows: Number(asked.rows) }),
    effort: asked.effort as 'fast', // the policy's own door refuses what is none
    out: asked.out ?? fileURLToPath(new URL('../docs/pictures', import.meta.url)),
  });
} finally {
  await stop();
}
