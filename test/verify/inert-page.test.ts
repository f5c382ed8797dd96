import { expect, it } from 'vitest';
import { isInert } from '../../src/verify/inert-page.ts';

const page = (more: string): string =>
  `<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><style>\na { color: red }\n</style></head>\n<body><p id="top">5 &lt; 6</p>${more}</body></html>\n`;

it('lets a page pass that only shows', () => {
  expect(isInert(page('<svg viewBox="0 0 9 9"><line x1="0" y2="3" /></svg><a href="#top">up</a>'))).toBe(true);
});

it.each([
  '<script>run()</script>',
  '<svg/onload=run()>',
  '<p id="x"onclick=run()>x</p>',
  '<p\nonclick="run()">x</p>',
  '<details/open/ontoggle=run()>',
  '<a><set attributeName="href" to="&#106;avascript:run()"></set></a>',
  '<a href="&#106;avascript:run()">x</a>',
  '<style>@\\69mport "//elsewhere";</style>',
  '<style>a { background: \\75rl(//elsewhere) }</style>',
  '<style>a { background: image-set("//elsewhere" 1x) }</style>',
  '<p style="background: url(//elsewhere)">x</p>',
  '<p style="background: &#117;rl(//elsewhere)">x</p>',
  '<svg><style>@&#105;mport "//elsewhere";</style></svg>',
  '<rect fill="&#117;rl(//elsewhere)" />',
  '<meta charset="iso-2022-jp">',
  '<p id="\x1b$B">x</p>',
  '<table background="//elsewhere"></table>',
  '<a ping="//elsewhere" href="#top">x</a>',
  '<button formaction="//elsewhere">x</button>',
  '<meta http-equiv="refresh" content="0">',
  '<!-- rows -->',
])('lets no page pass that could act: %s', (more) => {
  expect(isInert(page(more))).toBe(false);
});
