import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { drawPictures } from '../scripts/draw-pictures.ts';
import { openBrowser } from './report/browser.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const kept = readdirSync(join(root, 'docs/pictures')).toSorted();
const drawings = kept.filter((name) => name.endsWith('.svg'));
const photos = kept.filter((name) => name.endsWith('.png'));

describe('the pictures of the documentation', () => {
  it('are those that the script draws, from runs of its own', async () => {
    const out = mkdtempSync(join(tmpdir(), 'shoal-pictures-'));
    const browser = await openBrowser();
    try {
      await drawPictures(browser, { rows: 60, people: 300, effort: 'fast', out });
      expect(readdirSync(out).toSorted()).toEqual(kept);
      const size = (folder: string, name: string) => readFileSync(join(folder, name)).subarray(12, 20).toString('hex'); // of a PNG: IHDR and its width
      for (const name of photos) expect(size(join(root, 'docs/pictures'), name), name).toBe(size(out, name));
      const anatomy = (folder: string, name: string) =>
        new Set([...readFileSync(join(folder, name), 'utf8').matchAll(/aria-label="([^"]+)"/g)].map(([, label]) => label));
      for (const name of drawings) expect(anatomy(join(root, 'docs/pictures'), name), name).toEqual(anatomy(out, name));
    } finally {
      await browser.close();
      rmSync(out, { recursive: true });
    }
  });

  it('are all shown, need nothing from elsewhere, and are fit for light and dark', () => {
    const page = readFileSync(join(root, 'docs/prism.md'), 'utf8');
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const studio = readFileSync(join(root, 'docs/studio.md'), 'utf8');
    const shown = [...`${readme}${studio}`.matchAll(/(?:src|srcset)="(?:docs\/)?pictures\/([^"]+)"/g)].map(([, name]) => name);
    expect([...new Set(shown)].toSorted()).toEqual(photos);
    for (const name of drawings) {
      const svg = readFileSync(join(root, 'docs/pictures', name), 'utf8');
      expect(page).toContain(`](pictures/${name})`);
      expect(svg).toContain('prefers-color-scheme: dark');
      expect(svg.replace(/xmlns(:\w+)?="[^"]*"/g, '')).not.toMatch(/https?:|<script|<image|@import/);
    }
  });
});
