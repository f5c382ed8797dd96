import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { yamlText } from '../../src/base/yaml-text.ts';
import { draws } from '../suite/draws.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('yes', 'Null', '1e3', '- a', 'a: b', '# c', 'é', '0x1f', '.inf'),
);
const settings = fc.dictionary(
  text,
  fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      text,
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0), // JSON has no -0
      fc.boolean(),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(text, tie('value'), { maxKeys: 4 }),
    ),
  })).value,
  { maxKeys: 6 },
);

describe('settings as YAML', () => {
  it('are read as what they were', () => {
    fc.assert(
      fc.property(settings, (given) => {
        fc.pre(Object.keys(given).length > 0);
        const read = parse(yamlText(given), { version: '1.2' }) as unknown;
        expect(JSON.parse(JSON.stringify(read))).toEqual(JSON.parse(JSON.stringify(given)));
      }),
      { numRuns: draws(300) },
    );
  });

  it('are plain words where they can be', () => {
    expect(yamlText({ method: 'naive', series: 'H1..H8', quasi: ['age:number'], k: 5, drop: [], lost: undefined })).toBe(
      'method: naive\nseries: H1..H8\nquasi:\n  - "age:number"\nk: 5\ndrop: []',
    );
  });
});
