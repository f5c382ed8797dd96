/**
 * The colours of every page: ink on paper, the reverse on a dark screen, always ink on paper in print. Charts take theirs from the same
 * variables. The hues of methods (Okabe and Ito 2008) differ for colour-blind eyes too, and never carry a meaning alone.
 */
export const palette = `
:root { color-scheme: light dark; --ink: #1c2733; --soft: #4a5967; --paper: #fff; --card: #f5f8fa; --line: #d5dce3; --faint: #8a98a6; --good: #11633a; --bad: #a3211b;
  --first: #0072b2; --second: #c14f00; --third: #00795a }
@media screen and (prefers-color-scheme: dark) { :root { --ink: #e4eaf0; --soft: #b3bfca; --paper: #141a20; --card: #1c242c; --line: #39444f; --faint: #75838f;
  --good: #7fd6a3; --bad: #ff9c94; --first: #67bdf0; --second: #f0a35e; --third: #4fd0a5 } }
`;

/** One look for every page. */
export const theme = `${palette}* { box-sizing: border-box }
html { -webkit-text-size-adjust: 100%; scroll-behavior: smooth }
body { font: 16px/1.55 system-ui, -apple-system, "Segoe UI", "Noto Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; color: var(--ink); background: var(--paper); max-width: 64rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
h1 { font-size: 1.9rem; line-height: 1.2; margin: .2rem 0 1rem; letter-spacing: -.01em } h2 { font-size: 1.3rem; line-height: 1.3; margin: 3rem 0 .8rem; padding-top: .8rem; border-top: 2px solid var(--line) }
h3 { font-size: 1rem; margin: 0 0 .4rem } p, li, dd { max-width: 46rem } a { color: var(--first) }
:focus-visible { outline: 3px solid var(--second); outline-offset: 2px }
.skip { position: absolute; left: -100rem } .skip:focus { position: static }
.product { margin: 0; font-weight: 600; color: var(--soft); letter-spacing: .08em; text-transform: uppercase; font-size: .8rem }
nav ol { columns: 17rem; column-gap: 2rem; padding: .8rem 1rem .8rem 2.2rem; margin: 0; background: var(--card); border-radius: .5rem } nav li { padding: .12rem 0; break-inside: avoid }
.wide { overflow-x: auto; margin: 1rem 0 } table { border-collapse: collapse; width: 100%; font-size: .94rem } caption { text-align: left; font-weight: 600; padding: .3rem 0; color: var(--ink) }
th, td { text-align: left; vertical-align: top; padding: .38rem .7rem .38rem 0; border-bottom: 1px solid var(--line); overflow-wrap: break-word; hyphens: auto } thead th { color: var(--soft); font-size: .85rem; border-bottom-width: 2px }
tbody th { font-weight: 500 } .figures td, .figures thead th + th { text-align: right; font-variant-numeric: tabular-nums; overflow-wrap: normal; padding: .38rem 0 .38rem .7rem } td:last-child .holds, td:last-child .broken { white-space: nowrap }
.holds { color: var(--good); font-weight: 600 } .broken { color: var(--bad); font-weight: 600 }
.scales { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: 1rem; margin: 1rem 0 1.4rem } .scales ul { padding-left: 1.2rem; margin: 0 } .scales li { margin: .35rem 0 } .scales h3 { font-size: 1.15rem; margin: 0 0 .3rem }
.verdict { border: 1px solid var(--line); border-left: .4rem solid var(--good); background: var(--card); border-radius: .5rem; padding: .8rem 1.2rem } .verdict.bad { border-left-color: var(--bad) } .verdict.weigh { border-left-color: var(--second) } .verdict p { margin: .4rem 0 } .verdict .word { margin-left: .5rem }
.about { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); gap: .5rem 1.6rem; margin: 0 0 .3rem } .about dt { color: var(--soft); font-size: .85rem; line-height: 1.3 } .about dd { margin: 0; overflow-wrap: anywhere } .claims { font-size: .85rem; color: var(--soft); margin: 0 0 1rem }
#verdict figure { max-width: 34rem; margin-top: 1.4rem }
.signatures { display: none; grid-template-columns: 1fr 1fr; gap: 3rem; margin-top: 16mm } .signatures span { display: block } .signatures p { border-top: 1px solid var(--ink); padding-top: .3rem; margin: 0; font-size: .88rem; color: var(--soft) }
.mark { position: sticky; top: 0; z-index: 1; max-width: none; margin: -1.5rem -1rem 1rem; background: var(--bad); color: var(--paper); padding: .5rem 1rem }
code { font: .86em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere }
pre { background: var(--card); border: 1px solid var(--line); border-radius: .4rem; padding: .7rem .9rem; white-space: pre-wrap; overflow-wrap: anywhere }
figure { margin: 1.2rem 0; min-width: 0 } figcaption { font-size: .88rem; line-height: 1.45; color: var(--soft); margin-top: .3rem }
svg { display: block; width: 100%; max-width: 100%; height: auto; font-family: inherit }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); gap: 1.6rem 2.2rem; align-items: start; margin: 1.4rem 0 } .pair figure { margin: 0 0 1.4rem; max-width: 34rem }
.legend { font-size: .88rem; color: var(--soft) } .swatch { display: inline-flex; align-items: center; gap: .35rem; margin: 0 .5rem; white-space: nowrap } .swatch span { display: inline-block; width: 1rem; height: 1rem; background: var(--first) }
details { margin: .5rem 0 1rem } summary { cursor: pointer; color: var(--first); font-size: .9rem; padding: .15rem 0 } details table { font-size: .85rem; font-variant-numeric: tabular-nums }
details th, details td { overflow-wrap: normal }
.glossary { display: grid; grid-template-columns: minmax(9rem, max-content) 1fr; gap: .35rem 1.4rem } .glossary dt { font-weight: 600 } .glossary dd { margin: 0 }
@media (max-width: 40rem) { tbody th:first-child, tbody td:first-child { overflow-wrap: anywhere } .glossary { grid-template-columns: 1fr; gap: .1rem } .glossary dd { margin-bottom: .6rem } h1 { font-size: 1.5rem } }
@page { size: A4; margin: 14mm 14mm 13mm }
@media print { html { font-size: 9pt } body { margin: 0; padding: 0; max-width: none; font-size: 1rem; line-height: 1.4; -webkit-print-color-adjust: exact; print-color-adjust: exact } .skip, nav { display: none } p, li, dd { max-width: none } h1 { font-size: 1.6rem; margin: 0 0 .6rem }
  h2 { margin: 1.3rem 0 .5rem; padding-top: .5rem; break-after: avoid } h3, caption, thead { break-after: avoid } figure, tr, .verdict, .glossary dd, .signatures { break-inside: avoid } .wide { overflow: visible; margin: .5rem 0 } .wide:not(:has(tr:nth-child(12))) { break-inside: avoid } th, td { padding-top: .2rem; padding-bottom: .2rem; font-size: .92rem } details:not([open]) { display: none }
  ul { margin: .4rem 0 } .pair { grid-template-columns: 1fr 1fr; gap: .6rem 1.4rem; margin: .6rem 0 } .pair figure { margin: 0; max-width: none } .mark { position: static; margin: 0 0 .6rem } .glossary { columns: 2; display: block; column-gap: 1.6rem } .glossary dt { break-after: avoid } .glossary dd { margin-bottom: .3rem }
  .signatures { display: grid } #verdict { break-after: page } #verdict h2 { border-top: 0; padding-top: 0; margin-top: 0 } pre { padding: .3rem .6rem; margin: .4rem 0 } }
`;

/** What a page that must stay has on every sheet of paper: in the margin, and at the edge for printers that know no margin boxes. */
export const internalTheme = `
@page { @top-center { content: "INTERNAL"; color: #a3211b; font: 700 11pt sans-serif; letter-spacing: .2em } }
.every-sheet { display: none }
@media print { body { padding-right: 7mm } .every-sheet { display: block; position: fixed; top: 0; right: 0; writing-mode: vertical-rl; color: var(--bad); font: 700 10pt sans-serif; letter-spacing: .3em } }
`;

/** The hue of the first, second and third method. */
export const hues: readonly string[] = ['var(--first)', 'var(--second)', 'var(--third)'];
