import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { settingWords } from '../../src/figures/sweep-setting.ts';
import { lossLines, lossScatter } from '../../src/report/charts.ts';
import { sweepCsv } from '../../src/report/sweep-csv.ts';
import { sweepHtml } from '../../src/report/sweep-html.ts';
import type { ImpossiblePoint, SweepPoint, SweepResult, VerifiedPoint } from '../../src/report/sweep-result.ts';

const methods = ['naive', 'kapra'];

/** A made-up grid: naive beaten by nobody at k = 5, kapra everywhere; one setting is recommended. */
const points: readonly VerifiedPoint[] = methods.flatMap((method, m) =>
  [5, 10, 20].flatMap((k) =>
    [2, 3].flatMap((p) =>
      [3, 8].map((maxLevel) => ({
        method,
        k,
        p,
        maxLevel,
        status: 'verified' as const,
        valueLoss: k / 2 + 2 * m + p / 10,
        patternLoss: 0.4 - 0.1 * m - maxLevel / 100,
        patternFloor: 0.1,
        flatPatterns: 0,
        rangeQueryError: 0.1,
        retention: 1,
        groups: 100,
        leaves: 200,
        suppressed: 0,
        seconds: 0.1,
        pareto: k === 5 && p === 2 && maxLevel === 8,
        recommended: method === 'kapra' && k === 5 && p === 2 && maxLevel === 8,
        command: `shoal run 'a <b>.csv' --method ${method} -k ${k}`,
      })),
    ),
  ),
);
const impossible: ImpossiblePoint = {
  method: 'naive',
  k: 5,
  p: 8,
  maxLevel: 3,
  status: 'impossible',
  code: 'policy/p-above-k',
  reason: 'P is 8, "k" is 5.',
  pareto: false,
  recommended: false,
};
const setting = { method: 'kapra', k: 5, p: 2, maxLevel: 8 };
const result: SweepResult = {
  shoal: '0',
  family: 'series',
  input: { rows: 300, subjects: 300 },
  grid: { method: methods, k: [5, 10, 20], p: [2, 3, 8], maxLevel: [3, 8] },
  limits: {},
  queries: 200,
  recommendation: { rule: 'usable', met: true, setting, reason: 'It bends & ends.', command: "shoal run 'a <b>.csv'" },
  points: [...points, impossible],
  seconds: { total: 1 },
};

/** What these tests ask of an element. */
interface Drawn {
  readonly tagName: string;
  readonly children: readonly Drawn[];
  getAttribute(name: string): string | null;
  querySelectorAll(selector: string): readonly Drawn[];
}

/** The groups of marks of one kind, in the order they are drawn. */
const marksOf = (svg: string, kind: string): Drawn[] => [
  ...parseHTML(`<html><body>${svg}</body></html>`).document.querySelectorAll(`g[data-mark="${kind}"]`),
];

const losses = [
  { name: 'value', title: 'value loss', of: ({ valueLoss = 0 }: VerifiedPoint) => valueLoss },
  { name: 'pattern', title: 'pattern loss', of: ({ patternLoss = 0 }: VerifiedPoint) => patternLoss },
] as const;
const kinds = { names: methods, of: ({ method }: VerifiedPoint) => method, wordsOf: settingWords };

const count = (text: string, of: RegExp): number => [...text.matchAll(of)].length;

describe('the chart of both losses', () => {
  const svg = lossScatter(points, losses, kinds, { label: 'Value loss against pattern loss' });

  it('has a mark for every setting, named on hover without a script', () => {
    expect(count(svg, /<title>/g)).toBe(points.length);
    expect(svg).toContain('<title>naive, k = 20, P = 3, level 8: value 10.3, pattern 0.32</title>');
  });

  it('tells methods and the Pareto set apart by shape and fill, not by colour alone', () => {
    const [naive, naiveBest, kapra, kapraBest] = marksOf(svg, 'dot');
    expect([naive, naiveBest, kapra, kapraBest].map((group) => group.children.length)).toEqual([11, 1, 11, 1]);
    expect([naive, naiveBest, kapra, kapraBest].map((group) => group.getAttribute('fill'))).toEqual([
      'none',
      'var(--first)',
      'none',
      'var(--second)',
    ]);
    expect([naive, kapra].map((group) => group.children[0].tagName.toLowerCase())).toEqual(['circle', 'path']);
  });

  it('names the recommended setting beside its ring', () => {
    expect(count(svg, /data-mark="recommended"/g)).toBe(1);
    expect(count(svg, />kapra, k = 5, P = 2, level 8<\/text>/g)).toBe(1);
  });

  it('takes its colours from the page, so that it turns with it', () => {
    expect(svg).toContain('var(--first)');
    expect(svg).not.toMatch(/(fill|stroke)="(#|rgb|black|white)/);
  });

  it('is the same bytes every time', () => {
    expect(lossScatter(points, losses, kinds, { label: 'Value loss against pattern loss' })).toBe(svg);
  });
});

describe('the lines of a loss', () => {
  it('have a panel for each method, a thin line for each choice and a thick one through the given setting', () => {
    const svg = lossLines({ points, kinds, over: 'k', name: 'k', keys: ['method', 'k', 'p', 'maxLevel'] }, losses[0], setting);
    expect(svg).toContain('>naive</text>');
    expect(svg).toContain('>kapra</text>');
    const [thin, thick] = marksOf(svg, 'line').map((group) => group.querySelectorAll('path').length);
    expect([thin, thick]).toEqual([8, 2]);
    expect(svg).toContain('var(--faint)');
    expect(count(svg, /<title>/g)).toBe(6);
  });
});

describe('the page of a sweep', () => {
  const page = sweepHtml(result);

  it('needs no script and nothing from elsewhere, and is marked as internal', () => {
    expect(page).not.toMatch(/https?:|<script|<link|<img|url\(|@import| src=/);
    expect(page).toContain('INTERNAL');
  });

  it('has a chart of both losses and of each over each setting, every command and every figure', () => {
    expect(count(page, /<svg/g)).toBe(7);
    expect(count(page, /<details>/g)).toBe(3);
    for (const { command } of points) expect(page).toContain(command.replaceAll("'", '&#39;').replace('<b>', '&lt;b&gt;'));
    expect(page).toContain('P is 8, &quot;k&quot; is 5.');
    expect(page).not.toContain('a <b>');
  });

  it('tells the setting to take and why, or that there is none within the limits', () => {
    expect(page).toContain('✓ recommended');
    expect(page).toContain('No limits were given.');
    const recommendation = { ...result.recommendation, rule: 'limits' as const, met: false };
    const unmet = sweepHtml({
      ...result,
      limits: { maxValueLoss: 1, maxRecordsLost: 0.02 },
      recommendation,
      points: points.map((point) => ({ ...point, recommended: false })),
    });
    expect(unmet).toContain('✗ no setting keeps within the limits');
    expect(unmet).toContain('Value loss: at most 1');
    expect(unmet).toContain('Retention: at least 98 %');
  });

  it('folds what all have alike, and settings whose figures are the same', () => {
    const { document } = parseHTML(page);
    expect(page).toContain('The same in all (Pattern floor 0.1,');
    const alike = points.map((point) => ({ ...point, patternLoss: 0.2, pareto: true, recommended: false }));
    const folded = parseHTML(sweepHtml({ ...result, points: alike })).document;
    expect(folded.querySelector('table.cards')?.textContent).toContain('naive, level 3, 8');
    expect(folded.querySelectorAll('table.cards tbody tr')).toHaveLength(12);
    expect(document.querySelectorAll('tr.best').length).toBeGreaterThan(0);
  });

  it.each(['it', 'sl', 'zh'] as const)('is in %s without a word of English but for names', (lang) => {
    const text = parseHTML(sweepHtml(result, lang)).document.querySelector('main')?.textContent ?? '';
    expect(text).not.toMatch(/\b(the|of|and|Value|Pattern|Retention|Setting|recommended|least|most)\b/);
    expect(sweepHtml(result, lang)).toContain(`<html lang="${lang}">`);
  });

  it('is drawn of a single setting too', () => {
    const [one] = points.filter(({ recommended }) => recommended);
    expect(sweepHtml({ ...result, points: [one] })).toContain('kapra, k = 5, P = 2, level 8');
  });
});

describe('the table of a sweep', () => {
  it('has a row for every setting, what does not apply left empty', () => {
    const lines = sweepCsv(result).trimEnd().split('\n');
    expect(lines).toHaveLength(1 + result.points.length);
    expect(lines[0]).toBe(
      'method,k,p,maxLevel,status,reason,valueLoss,patternLoss,patternFloor,flatPatterns,rangeQueryError,retention,groups,leaves,suppressed,seconds,pareto,recommended,command',
    );
    expect(lines.at(-1)).toBe('naive,5,8,3,impossible,"P is 8, ""k"" is 5.",,,,,,,,,,,false,false,');
  });
});

it('an impossible setting says why in the language of the page, and what no catalogue knows in the program’s own words', () => {
  const codes = [
    'k-too-large',
    'p-above-k',
    'too-few-left',
    'l-too-large',
    'loss-out-of-reach',
    'nothing-left',
    'cannot-be-disjoint',
  ];
  for (const code of codes) {
    const point = { ...impossible, code: `policy/${code}` as ImpossiblePoint['code'] };
    const inEnglish = (['en', 'it', 'sl', 'zh'] as const).map((lang) =>
      sweepHtml({ ...result, points: [...points, point] }, lang).includes('P is 8'),
    );
    expect(inEnglish).toEqual([true, false, false, false]);
  }
  const unknown: SweepPoint = { ...impossible, code: 'input/no-rows' };
  expect(sweepHtml({ ...result, points: [...points, unknown] }, 'zh')).toContain('<span lang="en">P is 8');
});
