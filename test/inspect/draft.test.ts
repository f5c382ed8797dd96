import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { scalar, yamlText } from '../../src/inspect/yaml-text.ts';

describe('a policy file', () => {
  it('reads back as it was meant, whatever columns are called', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1 }), { minLength: 1 }),
        fc.string({ unit: 'grapheme', minLength: 1 }),
        (names, subject) => {
          const text = yamlText([
            { key: 'subject', value: subject, why: 'who is protected' },
            { key: 'drop', value: names.map((name) => ({ name, why: 'must not leave' })), why: '' },
            { key: 'k', value: 5, why: '' },
          ]);
          expect(parse(text)).toEqual({ subject, drop: names, k: 5 });
        },
      ),
      { examples: [[['.0', '.5e3', '.inf', '0x1', '1e3', '~', 'null', '-', '../a'], '.nan']] },
    );
  });

  it('quotes what YAML would take for something else', () => {
    for (const name of ['no', 'true', '1', '1.5', 'a: b', '- x', '', '~', '2024-01-01', 'x #y', 'a:', '.inf', 'null'])
      expect(parse(`x: ${scalar(name)}`), name).toEqual({ x: name });
    expect(scalar('H1..H8')).toBe('H1..H8');
  });

  it('leaves a setting that is off as a comment, all of it', () => {
    const text = yamlText([{ key: 'drop', value: [{ name: 'a', why: 'one' }], why: 'none', off: true }]);
    expect(text).toBe('# drop: # none\n#   - a # one\n');
  });
});
