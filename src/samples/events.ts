import type { Random } from '../base/random.ts';
import { secondsBy, timestamps } from './clock.ts';
import { mixBits } from './mix-bits.ts';
import type { Recipe } from './recipe.ts';

const days = 31;
const start = Date.UTC(2024, 2, 1); // March 2024: ISO weeks 9 to 13
const eventsPerHome = 200;
const habit = 3;

/**
 * A month of telecare: alarms, measurements and what devices say about themselves, sorted by time as an export is. Homes are heavy-tailed:
 * few report most. A home owns some devices only and has an hour around which half of its events lie.
 */
export function events(rows: number, random: Random): Recipe {
  const homes = Math.max(12, Math.ceil(rows / eventsPerHome));
  const keys = Uint32Array.from({ length: 4 }, () => random.bits());
  const guids: string[] = [];
  const guidOf = (home: number): string => (guids[home] ??= guid(home, keys));
  return {
    columns: [
      { name: 'OD_ISO', kind: 'text' },
      { name: 'GUID', kind: 'text' },
      { name: 'dogodek', kind: 'text' },
    ],
    delimiter: ';',
    rows(block, first, count) {
      const times: string[] = [];
      const subjects: string[] = [];
      const codes: string[] = [];
      for (let row = 0; row < count; row++) {
        const passed = ((first + row + block.unit()) / rows) * days;
        const day = Math.min(days - 1, Math.floor(passed));
        const second = secondAt(passed - day);
        const home = homeAt(second / 3600, homes, keys, block);
        times.push(isoTime(day, second));
        subjects.push(guidOf(home));
        codes.push(codeOf(mixBits(home, keys[1]), block));
      }
      return [times, subjects, codes];
    },
  };
}

/** A day's events by hour: quiet nights, busy mornings and evenings. */
const profile = [
  1, 0.8, 0.7, 0.7, 0.8, 1.3, 2.6, 3.6, 4.2, 4.6, 4.8, 4.7, 4.5, 4.2, 4, 4.1, 4.4, 4.9, 5.2, 5, 4.3, 3.4, 2.3, 1.5,
];
const secondAt = secondsBy(profile);

/** A home, the first ones far more often; half of the time one that has its habit around this hour, where one turns up soon. */
function homeAt(hour: number, homes: number, keys: Uint32Array, random: Random): number {
  const wanted = random.unit() < 0.5;
  let home = 0;
  for (let tries = 0; tries < 4; tries++) {
    home = Math.floor(homes * random.unit() ** 2.5);
    if (!wanted || Math.abs(6 + (mixBits(home, keys[0]) % 18) - hour) < habit) break;
  }
  return home;
}

const isoTime = timestamps(start, days);

function guid(home: number, keys: Uint32Array): string {
  const hex = Array.from(keys, (key) =>
    mixBits(home, key ^ 0x5bd1e995)
      .toString(16)
      .padStart(8, '0'),
  ).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

interface Family {
  /** Share of all events, where the home owns the device. */
  readonly share: number;
  /** Bits 0 .. 99 of a home's number below which it owns the device. */
  readonly owned: number;
  readonly codes: readonly string[];
}

/** The rarest first; what is left are messages of the system. */
const families: readonly Family[] = [
  { share: 0.002, owned: 15, codes: ['WATER_LEAK_DETECTOR.LEAK'] },
  { share: 0.003, owned: 25, codes: ['SMOKE_DETECTOR.SMOKE'] },
  { share: 0.004, owned: 35, codes: ['FALL_DETECTOR.IDLE'] },
  { share: 0.008, owned: 35, codes: ['FALL_DETECTOR.FALL_CANCELLED'] },
  { share: 0.011, owned: 35, codes: ['FALL_DETECTOR.FALL'] },
  { share: 0.047, owned: 100, codes: ['EMERGENCY_PENDANT.PRESSED', 'CONTROL_PANEL.EMERGENCY_BUTTON', 'PULL_CORD.PULLED'] },
  {
    share: 0.08,
    owned: 40,
    codes: ['BLOOD_PRESSURE_MONITOR.MEASUREMENT', 'OXIMETER.MEASUREMENT', 'WEIGHT_SCALE.MEASUREMENT'],
  },
  {
    share: 0.16,
    owned: 100,
    codes: [
      'CONTROL_PANEL.POWER_LOST',
      'CONTROL_PANEL.POWER_RESTORED',
      'EMERGENCY_PENDANT.BATTERY_LOW',
      'CONTROL_PANEL.BATTERY_LOW',
      'FALL_DETECTOR.BATTERY_LOW',
      'SMOKE_DETECTOR.BATTERY_LOW',
      'OXIMETER.BATTERY_LOW',
      'MOTION_DETECTOR.BATTERY_LOW',
    ],
  },
];

const system: readonly string[] = [
  'MOTION_DETECTOR.MOTION',
  'CONTROL_PANEL.ONLINE',
  'CONTROL_PANEL.OFFLINE',
  'MOTION_DETECTOR.SUPERVISION_OK',
  'EMERGENCY_PENDANT.SUPERVISION_LOST',
  'CONTROL_PANEL.TEST_CALL',
  'PULL_CORD.SUPERVISION_LOST',
  'SMOKE_DETECTOR.TEST',
  'WATER_LEAK_DETECTOR.SUPERVISION_LOST',
  'CONTROL_PANEL.TAMPER',
];

function codeOf(home: number, random: Random): string {
  let share = random.unit();
  for (const [place, family] of families.entries()) {
    share -= family.share;
    if (share < 0) return mixBits(home, place) % 100 < family.owned ? oneOf(family.codes, random) : oneOf(system, random);
  }
  return oneOf(system, random);
}

/** Zipf's law: the second half as often as the first, and so on. */
const oneOf = (codes: readonly string[], random: Random): string =>
  codes[Math.min(codes.length - 1, Math.floor((codes.length + 1) ** random.unit() - 1))];
