import { readFileSync } from 'node:fs';
import type { Problem } from '../base/problem.ts';
import { ok, type Result, refused } from '../base/result.ts';

/** The hexadecimal digits in a file, 32 to 64 of them, that nobody can try out; a file with anything else is refused in the words of whoever asks. */
export function readSecretDigits(file: string, refusal: (file: string, fault: string) => Problem): Result<string> {
  const digits = textOf(file)?.trim().toLowerCase();
  const fault = digits === undefined ? 'it is not there, or not readable' : faultOf(digits);
  return digits === undefined || fault !== undefined ? refused(refusal(file, fault ?? '')) : ok(digits);
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Refuses what nobody draws by chance: one in ten million secrets of 32 digits has so few different ones. */
function faultOf(digits: string): string | undefined {
  if (!/^[0-9a-f]*$/.test(digits)) return 'it holds something else than hexadecimal digits';
  if (digits.length < 32) return `it holds ${digits.length} digits, and 32 are the least`;
  if (digits.length > 64) return `it holds ${digits.length} digits, and 64 are the most`;
  if (new Set(digits).size < 8 || isRepeated(digits) || isCounted(digits)) return 'its digits are not random';
  return undefined;
}

/** The same few digits again and again. */
function isRepeated(digits: string): boolean {
  for (let period = 1; period <= digits.length / 2; period++) if (digits.startsWith(digits.slice(period))) return true;
  return false;
}

/** Digits, or pairs of them, that go up or down by the same step. */
function isCounted(digits: string): boolean {
  return [1, 2].some((width) => {
    const numbers = (digits.match(new RegExp(`.{${width}}`, 'g')) ?? []).map((some) => Number.parseInt(some, 16));
    const steps = numbers.slice(1).map((number, i) => (number - numbers[i] + 16 ** width) % 16 ** width);
    return new Set(steps).size <= 2;
  });
}
