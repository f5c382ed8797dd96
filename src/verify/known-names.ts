import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ownFile } from '../base/own-files.ts';

/**
 * Whether a published column may bear this name instead of the one its source gives it: readers of tolls know its columns by names of their own.
 * The list is shipped as data. It is read here once more, in the verifier's own way, so that nothing a run or a release says can lengthen it.
 */
export const isKnownAs = (name: string, of: string): boolean => {
  known ??= namesIn(readFileSync(ownFile('presets/tolls.yaml'), 'utf8'));
  return known.get(of) === name;
};

let known: ReadonlyMap<string, string> | undefined;

function namesIn(text: string): ReadonlyMap<string, string> {
  const { parse } = createRequire(import.meta.url)('yaml') as typeof import('yaml'); // most releases need none, and it takes a tenth of a second
  const { columns = {} } = parse(text) as { columns?: Readonly<Record<string, unknown>> }; // shipped with the program
  return new Map(Object.entries(columns).map(([of, name]) => [of, String(name)]));
}
