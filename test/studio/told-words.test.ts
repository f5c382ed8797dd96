import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gapsIn } from '../../src/base/told.ts';
import { reasons } from '../../src/inspect/reasons.ts';
import { planNotes } from '../../src/plan/plan-notes.ts';
import { toldFacts } from '../../src/server/told-facts.ts';
import { breachKinds } from '../../src/verify/breaches.ts';
import { verdictNotes } from '../../src/verify/notes.ts';
import { elsewhere } from '../../studio/words/told/codes.ts';
import { itTold } from '../../studio/words/told/it.ts';
import { slTold } from '../../studio/words/told/sl.ts';
import { zhTold } from '../../studio/words/told/zh.ts';

const all = (sentence: string): readonly string[] => gapsIn(sentence.replace(/[<>]/g, ''));

describe.each(Object.entries({ it: itTold, sl: slTold, zh: zhTold }))('words told by code, in %s', (_, words) => {
  it('are there for every reason, note and breach, with the gaps of the English', () => {
    const english = { ...reasons, ...planNotes, ...verdictNotes };
    const told: Readonly<Record<string, string>> = { ...words.reasons, ...words.notes };
    expect(Object.keys(told).toSorted()).toEqual(Object.keys(english).toSorted());
    for (const [code, sentence] of Object.entries(english))
      expect(new Set(all(sentence)), code).toEqual(
        new Set([...all(told[code]), ...all(sentence).filter((gap) => gap === 'column')]),
      );
    expect(Object.keys(words.breaches).toSorted()).toEqual(breachKinds.toSorted());
  });

  it('say of every problem what it is and the way on, with facts that it has', () => {
    const factsOf = factsInSource();
    const codes = [...readFileSync('docs/problems.md', 'utf8').matchAll(/^### `([a-z]+\/[a-z0-9-]+)`/gm)].map(([, code]) => code);
    expect(codes.filter((code) => !(code in words.problems) && !elsewhere.test(code))).toEqual([]);
    for (const [code, sentence] of Object.entries(words.problems)) {
      const [what, fix, ...more] = sentence.split('|');
      expect([what.length > 3, (fix ?? '').length > 3, more], code).toEqual([true, true, []]);
      for (const gap of all(sentence)) expect(factsOf.get(code) ?? [], `${code} {${gap}}`).toContain(gap);
    }
  });
});

/** The names of facts beside each code, as the rooms' files of problems have them. */
function factsInSource(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('problems.ts'));
  for (const file of files)
    for (const part of readFileSync(join('src', file), 'utf8').split(/^export /m)) {
      const codes = [...part.matchAll(/code: '([a-z]+\/[a-z0-9-]+)'/g)].map(([, code]) => code);
      const names = [...part.matchAll(/facts: \{([^}]*)\}|\{ k, ([^}]*)\}/g)].flatMap(([text]) => text.match(/\w+/g) ?? []);
      const spread = part.includes('facts,') ? ['largest', 'events', 'all'] : []; // of an event log, as `Left` has them
      for (const code of codes) found.set(code, [...(found.get(code) ?? []), ...names, ...spread]);
    }
  return found;
}

it('facts of a problem travel only as far as its sentences', () => {
  const told = { what: 'k is 5, but "age" has 3 values.', why: 'Too few.', fix: 'Set k to 3.' };
  const facts = { k: 5, most: 3, few: 35, column: 'age', path: '/secret', columns: ['age', 'name'] };
  expect(toldFacts({ ...told, facts })).toEqual({ k: 5, most: 3, column: 'age', columns: ['age'] });
});
