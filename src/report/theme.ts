/**
 * One look for every page: ink on paper, the reverse on a dark screen, always ink on paper in print. Charts take their colours from the
 * same variables. The hues of methods (Okabe and Ito 2008) differ for colour-blind eyes too, and never carry a meaning alone.
 */
export const theme = `
:root { color-scheme: light dark; --ink: #1c2733; --paper: #fff; --line: #d5dce3; --faint: #93a1af; --good: #11633a; --bad: #a3211b;
  --first: #0072b2; --second: #c14f00; --third: #00795a }
@media screen and (prefers-color-scheme: dark) { :root { --ink: #e4eaf0; --paper: #141a20; --line: #39444f; --faint: #6f7d8b;
  --good: #7fd6a3; --bad: #ff9c94; --first: #67bdf0; --second: #f0a35e; --third: #4fd0a5 } }
body { font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.6rem } h2 { font-size: 1.15rem; margin-top: 2rem }
.wide { overflow-x: auto } table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere }
.holds { color: var(--good) } .broken { color: var(--bad) }
.mark { border: 2px solid var(--bad); color: var(--bad); padding: .4rem .8rem; font-weight: 600 }
code { font: .85em/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
pre { border: 1px solid var(--line); padding: .6rem .8rem; white-space: pre-wrap }
figure { margin: 1rem 0 } figcaption { font-size: .9rem }
svg { --plot-background: var(--paper); max-width: 100%; height: auto }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 1rem } .pair figure { margin: 0 }
details { margin: .5rem 0 1.5rem } summary { cursor: pointer } details table { font-size: .85rem; font-variant-numeric: tabular-nums }
details th, details td { overflow-wrap: normal }
@media print { body { margin: 0; max-width: none } section, figure { break-inside: avoid } }
`;

/** The hue of the first, second and third method. */
export const hues: readonly string[] = ['var(--first)', 'var(--second)', 'var(--third)'];
