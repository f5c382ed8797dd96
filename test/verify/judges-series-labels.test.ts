import { describe, expect, it } from 'vitest';
import type { Counter } from '../../src/base/counting.ts';
import type { ManifestColumn } from '../../src/release/manifest.ts';
import { text } from '../../src/verify/counter.ts';
import { isNamedBy, listCheck } from '../../src/verify/series/series-labels.ts';
import type { SourceColumn } from '../../src/verify/source.ts';
import { counted } from './source-of-rows.ts';

const pairsOf = (labels: readonly string[], values: readonly string[]) =>
  labels.flatMap((label) => values.map((value) => [label, value] as const));

/** What a question answers of each pair, called `label` and `value`. */
const eachOf = async (counter: Counter, pairs: readonly (readonly [string, string])[], sql: string) =>
  (await counter.ask(`SELECT ${sql} FROM (VALUES ${pairs.map(([label, value], i) => `(${i}, ${text(label)}, ${text(value)})`).join(', ')}) AS t(i, label, value) ORDER BY i`)).map(([answer]) => answer); // biome-ignore format: a line

const nameOf = (value: string): string => (value === '' ? '(none)' : value);
const written = (value: string): string => nameOf(value).replace(/[\\|{}]/g, '\\$&');
const listOf = (values: readonly string[]): string => `{${values.map(written).join('|')}}`;

/** Backslashes, bars and braces, alone and behind each other, and signs that could stand for them. */
const values = ['a', 'b', 'ab', '', '(none)', 'a|b', '{a|b}', '{a}', '\\', '\\\\', '|', '{', '}', 'a\\', '\\|', 'x\ny', '\x01', '\x02', '\x03', '\x04', 'b\x02c', "o'", 'é']; // biome-ignore format: a line

describe('a label of a series', () => {
  it('is true of its value, of those that it lists, and of no other', async () => {
    const sets = [['a', 'b'], ['', 'a'], ['a|b', '\\'], ['\\', '|', '{', '}'], ['\\\\', 'ab'], ['{a|b}', 'a'], ['{a|b}'], ['a\\', 'x\ny'], ['\x01', 'é'], ['b\x02c', "o'"], ['\\|', '(none)']]; // biome-ignore format: a line
    const truth = new Map(sets.map((set) => [listOf(set), new Set(set.map(nameOf))]));
    const labels = [...truth.keys(), ...values.map(nameOf), '{a|b', 'a|b}', '{}', '{', '{b\\}', 'c'];
    const isTrue = ([label, value]: readonly [string, string]) =>
      label === nameOf(value) || truth.get(label)?.has(nameOf(value)) === true || (label === '{a}' && value === 'a'); // a list of one
    const pairs = pairsOf(labels, values);
    await counted(async (counter) => {
      const found = await eachOf(counter, pairs, isNamedBy('label', 'value', undefined));
      expect(pairs.filter((_, i) => found[i] === true)).toEqual(pairs.filter(isTrue));
      expect(found.every((one) => one === true || one === false)).toBe(true);
    });
  });

  it('is true of what is below it in the hierarchy', async () => {
    await counted(async (counter) => {
      await counter.ask(
        "CREATE TEMP TABLE above AS FROM (VALUES ('a', 'north'), ('b', 'south'), ('', 'all')) AS t(value, label)",
      );
      const pairs = pairsOf(['north', 'south', 'all', 'a', '{a|b}'], ['a', 'b', '']);
      const found = await eachOf(counter, pairs, isNamedBy('label', 'value', 'above'));
      expect(pairs.filter((_, i) => found[i] === true)).toEqual([['north', 'a'], ['south', 'b'], ['all', ''], ['a', 'a'], ['{a|b}', 'a'], ['{a|b}', 'b']]); // biome-ignore format: a line
      const missing = await eachOf(counter, [['a', 'a']], isNamedBy('nullif(label, label)', 'value', 'above'));
      expect(missing).toEqual([false]);
    });
  });

  it('that is a list is written in the one way there is', async () => {
    const column = { sql: 'label', declared: { name: 'c', role: 'quasi', kind: 'label' } as ManifestColumn, type: 'text' } as SourceColumn; // biome-ignore format: a line
    const sound = [['a', 'b'], ['', 'a'], ['', '(none)', 'a'], ['a', 'b', 'c'], ['Z', 'a'], ['a|b', 'c'], ['c', 'a|b'], ['\\', '\x01'], ['|', '\x02', '{', '\x03', '}', '\x04'], ['\u{1F600}', '\uE000'], ['x\ny', 'z'], ['{a|b}'], ['{a', 'b']].map(listOf); // biome-ignore format: a line
    const names = ['a', '{a}', 'a|b', '{a|b', 'a|b}', '{}', '{', '(none)', '{a\\'];
    const malformed = ['{b|a}', '{a|a}', '{a||b}', '{|a}', '{a|}', '{a|(none)}', '{a|b|a}', '{a\\|b|a\\|b}', '{a|{b}', '{a|b}|c}', '{a|\\b}', '{a|b\\}', '{\\{a|b\\}|c|c}', '{\u{1F600}|\u{1F600}}', '{|}', '{a|b}}']; // biome-ignore format: a line
    const { fault } = listCheck(column);
    const found = await counted((counter) => eachOf(counter, [...sound, ...names, ...malformed, ''].map((one) => [one, ''] as const), fault)); // biome-ignore format: a line
    expect(found).toEqual([...[...sound, ...names].map(() => null), ...malformed.map(() => 'malformed-set'), 'empty-cell']);
  });
});
