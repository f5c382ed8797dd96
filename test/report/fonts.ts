import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Page } from 'playwright-core';

/**
 * Fonts that pages are looked at with, beside the machine's own: Open Sans, which comes with the browser of these tests and has the
 * height of Noto Sans, and the same made as wide as Verdana and as high as fonts with Chinese letters.
 */
const shapes = {
  tall: {},
  wide: { sizeAdjust: '110%', ascentOverride: '106%', descentOverride: '29%' },
} as const;
export type Font = keyof typeof shapes;

/** Sets a page in one of these fonts, whatever the machine has. */
export async function setFont(page: Page, font: Font): Promise<void> {
  await page.evaluate(`${fontScript()}; setFont('${font}')`);
}

/** A script that sets a page in one of these fonts by `setFont(name)`. */
export function fontScript(): string {
  const faces = Object.entries(shapes).flatMap(([font, shape]) =>
    [400, 700].map(
      (weight) => [`tested ${font}`, `data[${weight}]`, JSON.stringify({ weight: String(weight), ...shape })] as const,
    ),
  );
  const added = faces.map(([name, data, shape]) => `document.fonts.add(new FontFace('${name}', ${data}, ${shape}))`);
  const bytes = (style: string) => `bytesOf('${fontFile(`fonts/Open_Sans/OpenSans-${style}.ttf`).toString('base64')}')`;
  return `globalThis.setFont = async (font) => {
    const bytesOf = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
    if (![...document.fonts].some(({ family }) => family.includes('tested'))) {
      const data = { 400: ${bytes('Regular')}, 700: ${bytes('Bold')} };
      ${added.join(';\n      ')};
    }
    const style = document.createElement('style');
    style.textContent = 'body, h1, h2, h3 { font-family: "tested ' + font + '" !important }';
    document.head.append(style);
    await Promise.all(['', 'bold '].map((weight) => document.fonts.load(weight + '12px "tested ' + font + '"')));
  }`;
}

let archive: Buffer | undefined;

/** A file of the browser's archive of fonts: tar keeps a name, a size in octal digits, and the bytes, each in blocks of 512. */
function fontFile(name: string): Buffer {
  archive ??= brotliDecompressSync(
    readFileSync(join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../../bin/fonts.tar.br')),
  );
  for (let at = 0; at < archive.length; ) {
    const size = Number.parseInt(archive.toString('latin1', at + 124, at + 135), 8) || 0;
    if (archive.toString('latin1', at, at + name.length) === name) return archive.subarray(at + 512, at + 512 + size);
    at += 512 * (1 + Math.ceil(size / 512));
  }
  throw new Error(`The browser has no font ${name}.`);
}
