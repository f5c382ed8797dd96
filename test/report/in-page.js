/** What the browser test asks of a page, in the page itself. It is there before the page's own. */

/** How much wider than the window it is; texts of one chart that lie over each other; those that reach out of their chart. */
function lookAtCharts() {
  const overlaps = [];
  const cut = [];
  for (const svg of document.querySelectorAll('svg')) {
    const frame = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll('text')]
      .map((text) => ({ said: text.textContent, box: text.getBoundingClientRect() }))
      .filter(({ said, box }) => said !== '' && box.width > 0);
    for (const [i, { said, box }] of texts.entries()) {
      if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1)
        cut.push(said);
      for (const other of texts.slice(i + 1)) {
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        // a box is a quarter higher than its letters
        if (across > 1 && down > 0.25 * Math.min(box.height, other.box.height)) overlaps.push(`${said} / ${other.said}`);
      }
    }
  }
  const root = document.documentElement;
  return { overflow: root.scrollWidth - root.clientWidth, overlaps, cut };
}

/** Boxes of words that are wider than the room they have, or lie beyond the window: what a reader would have to move sideways, or not see at all. */
function cutWords() {
  const found = [];
  for (const box of document.querySelectorAll('main *, header *')) {
    if (box.closest('svg') || box.closest('.skip')) continue;
    const { display } = getComputedStyle(box);
    if (display === 'none' || box.getClientRects().length === 0 || box.textContent.trim() === '') continue;
    const { left, right } = box.getBoundingClientRect();
    const wider = display !== 'inline' && box.clientWidth > 0 && box.scrollWidth > box.clientWidth + 1;
    if (wider || left < -1 || right > document.documentElement.clientWidth + 1)
      found.push(`${box.tagName}: ${box.textContent.trim().slice(0, 40)}`);
  }
  return found;
}

/** The height of the smallest letters of charts, in pixels of the screen. */
function smallestLetters() {
  const heights = [...document.querySelectorAll('svg')].flatMap((svg) => {
    const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    return [...svg.querySelectorAll('text')].map((text) => scale * Number.parseFloat(getComputedStyle(text).fontSize));
  });
  return Math.min(...heights, 100);
}

/** How a sheet of paper is marked. */
function marksOfSheets() {
  const mark = getComputedStyle(document.querySelector('.every-sheet') ?? document.body);
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText);
  return {
    everywhere: mark.position === 'fixed' && mark.display === 'block',
    margin: rules.some((rule) => /^@page/.test(rule) && rule.includes('"INTERNAL"')),
  };
}

/** What axe finds, each fault with its first place. */
async function faults() {
  // rows of a table, and marks of a chart, are like those before them
  const exclude = ['tbody > tr:nth-child(n+6)', 'svg g > :nth-child(n+6)'].map((selector) => [selector]);
  const { violations } = await globalThis.axe.run(
    { include: [['html']], exclude },
    { resultTypes: ['violations'], selectors: false, iframes: false },
  ); // what passes is not told
  return violations.map(({ id, impact, nodes }) => ({ id, impact, html: nodes[0]?.html ?? '' }));
}

Object.assign(globalThis, { lookAtCharts, cutWords, smallestLetters, marksOfSheets, faults });
