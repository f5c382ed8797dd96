import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';

/**
 * A chart as SVG that takes its colours from the page. Plot draws into any document; linkedom is one without a browser, 3 ms a chart.
 * Its label makes it one image to those who listen; the table beside it has the numbers.
 */
export function svgOf(options: Plot.PlotOptions, label: string): string {
  const { document } = parseHTML('<html></html>');
  const svg = Plot.plot({ ...options, document });
  for (const named of svg.querySelectorAll('[aria-label]')) {
    named.setAttribute('data-mark', named.getAttribute('aria-label') ?? '');
    named.removeAttribute('aria-label'); // Plot names groups, which nobody may who is not a widget; the image as a whole has a name
  }
  const [width, height] = ['width', 'height'].map((side) => Number(svg.getAttribute(side)));
  svg.setAttribute('viewBox', `0 ${-room} ${width} ${height + 2 * room}`);
  svg.setAttribute('height', String(height + 2 * room));
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', label);
  return shortenSvg(String(svg.outerHTML));
}

/** Above and below what Plot draws: it sets titles at the very edge, and letters of common fonts (Noto, Open Sans) reach over it. */
const room = 6;

/** A hundredth of a pixel is enough; in full, coordinates are half of the page. */
const shortenSvg = (svg: string): string =>
  svg.replace(/<[^>]*>/g, (tag) => tag.replace(/\d+\.\d{3,}/g, (number) => String(Math.round(Number(number) * 100) / 100)));

/** What all charts of a report share: they stand two abreast on a screen, one below the other on a telephone. */
export const small = {
  width: 440,
  marginLeft: 50,
  marginRight: 16,
  marginTop: 34,
  marginBottom: 38,
  style: { fontSize: '12px' },
};
