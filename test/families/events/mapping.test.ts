import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../../src/base/random.ts';
import { classesOf } from '../../../src/families/events/mapping.ts';
import { type Mapping, readMapping, repeatedCode } from '../../../src/formats/mapping-file.ts';
import { shippedPreset } from '../../../src/policy/presets.ts';
import { events } from '../../../src/samples/events.ts';

const read = readMapping(shippedPreset('telecare').settings.mapping as Mapping);
const telecareMapping = (read.ok && read.value) || [];

describe('a mapping', () => {
  it('prefers a code in full to a pattern, and of two patterns the one that says more', () => {
    const lines = [
      { code: '*', class: 'anything' },
      { code: '*.BATTERY_*', class: 'power' },
      { code: 'PANEL.BATTERY_LOW', class: 'exact' },
    ];
    expect(classesOf(['PANEL.BATTERY_LOW', 'PENDANT.BATTERY_LOW', 'x'], lines)).toEqual(['exact', 'power', 'anything']);
  });

  it('takes every other sign as itself', () => {
    expect(
      classesOf(
        ['AxB', 'A.B', 'A.B+'],
        [
          { code: 'A.B', class: 'one' },
          { code: 'A.B+*', class: 'two' },
        ],
      ),
    ).toEqual([undefined, 'one', 'two']);
  });

  it('finds a code that stands twice', () => {
    expect(
      repeatedCode([
        { code: 'a', class: 'x' },
        { code: 'b', class: 'x' },
        { code: 'a', class: 'y' },
      ]),
    ).toEqual({ first: 0, second: 2 });
  });
});

describe('without a mapping', () => {
  it('each code is its own class, and an empty one has a name', () => {
    expect(classesOf(['b', '', 'a', 'b.*'], undefined)).toEqual(['b', '(empty)', 'a', 'b.*']);
  });
});

describe('the telecare mapping', () => {
  it('has the nine classes, each code once, and a class for every code of the sample', () => {
    expect(new Set(telecareMapping.map((line) => line.class)).size).toBe(9);
    expect(repeatedCode(telecareMapping)).toBeUndefined();
    const [, , codes] = events(2000, randomFrom(1)).rows(randomFrom(2), 0, 2000);
    expect(classesOf([...new Set(codes as readonly string[])], telecareMapping)).not.toContain(undefined);
  });

  it('knows a battery from a measurement, and one alarm from another', () => {
    const codes = [
      'OXIMETER.BATTERY_LOW',
      'OXIMETER.MEASUREMENT',
      'FALL_DETECTOR.FALL',
      'FALL_DETECTOR.FALL_CANCELLED',
      'FALL_DETECTOR.IDLE',
    ];
    expect(classesOf(codes, telecareMapping)).toEqual([
      'power_event',
      'measurement_event',
      'fall_detected',
      'fall_cancelled',
      'fall_idle',
    ]);
  });
});
