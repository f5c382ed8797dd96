import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, isCanonicalJson } from '../../src/verify/canonical-json.ts';

describe('JSON in the one way that a run writes it', () => {
  it('is known again, whatever it says', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => isCanonicalJson(canonicalJson(value))));
  });

  it('has no room for a blank, an escape, a key given twice or another spelling of a number', () => {
    for (const text of [
      '{"a": 1}',
      '{\n  "a": 1\n}',
      '{\n  "\\u0061": 1\n}\n',
      '{\n  "a": 2,\n  "a": 1\n}\n',
      '1.0\n',
      '1e0\n',
      '-0\n',
      ' 1\n',
      '1\n\n',
      '',
      '{',
    ])
      expect(isCanonicalJson(text), text).toBe(false);
  });
});
