/**
 * Whether a page only shows: nothing in it runs, loads or leads elsewhere. It names what may be there, as nobody can list all that acts: every
 * `<` begins a tag of this form, with elements and attributes that a report has, and styles that fetch nothing.
 */
export function isInert(page: string): boolean {
  if (!page.startsWith(doctype) || switching.test(page)) return false;
  let at = doctype.length;
  for (const { index, 0: tag, groups: { close, name = '', attributes = '' } = {} } of page.matchAll(anyTag)) {
    if (page.slice(at, index).includes('<') || !elements.has(name)) return false;
    if (close === '' && !attributesOf(attributes).every(isInertAttribute)) return false;
    at = index + tag.length;
    if (name !== 'style' || close !== '') continue;
    const end = page.indexOf('</style>', at);
    if (end < 0 || fetching.test(page.slice(at, end))) return false;
  }
  return !page.slice(at).includes('<');
}

const doctype = '<!doctype html>';
const switching = /(?![\t\n])\p{Cc}/u; // signs that lead into other tables of signs, where a quote may be none
const anyTag = /<(?<close>\/?)(?<name>[a-z][a-z0-9]*)(?<attributes>(?: [a-zA-Z][a-zA-Z0-9-]*="[^"<>]*")*) ?\/?>/g;

const attributesOf = (text: string): readonly (readonly [string, string])[] =>
  [...text.matchAll(/ ([a-zA-Z0-9-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]);

function isInertAttribute([name, value]: readonly [string, string]): boolean {
  if (name === 'href') return /^#[\w-]*$/.test(value);
  if (name === 'charset') return value === 'utf-8';
  if (/^(?:aria-.*|data-.*|id|class|content)$/.test(name)) return true; // words, and no style
  return attributes.has(name) && !fetching.test(value);
}

/** Ways of a style to load something, and escapes that could spell one. */
const fetching = /@import|\\|&|url|image|src|expression|binding/i;

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));
const elements = words(
  `html head meta title style body header main nav section h1 h2 h3 p a ul ol li dl dt dd table caption thead tbody tr th td div span code pre
  strong details summary figure figcaption svg g path rect line circle text tspan`,
);
const attributes = words(
  `lang charset name content class id role scope tabindex style open colspan viewBox width height x y x1 x2 y1 y2 dx dy cx cy r rx d points
  transform fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linejoin stroke-linecap stroke-dasharray stroke-miterlimit
  paint-order opacity text-anchor dominant-baseline font-size font-family font-weight font-variant font-style`,
);
