import fc from 'fast-check';
import {
  anyId,
  anyModel,
  anyNumber,
  anySetting,
  anyText,
  anyTime,
  cellOf,
  fitting,
  type Hunted,
  known,
  marker,
  maybe,
  texts,
} from './random-cells.ts';
import { csvOf, type Row } from './rows.ts';

const moods = ['glad', 'sad', 'calm', 'cross'];

/** A tree of values as its file, with parents that are called as values or labels are. */
const anyTree = (values: readonly string[]) =>
  fc
    .record({
      names: fc.shuffledSubarray(['one', 'ill', '{x|y}', '[1-9]', 'a, b', '>= 5', '=2', 'other'], { minLength: 3, maxLength: 3 }),
      root: fc.constantFrom('*', 'all'),
      parents: fc.array(fc.nat(2), { minLength: values.length, maxLength: values.length }),
    })
    .map(({ names, root, parents }) => values.map((value, i) => `${value};${names[parents[i]]};${root}\n`).join(''));

const settings = fc.record({
  ...anySetting,
  quasi: fc.shuffledSubarray(
    ['place:prefix', 'at:time', 'at:hour', 'at:weekday', 'at:date', 'at:month', 'size:number', 'cargo:category'],
    { minLength: 1, maxLength: 4 },
  ),
  method: fc.constantFrom('kaca', 'local', 'hierarchy', 'disjoint'),
  clustering: maybe(fc.constantFrom('kmeans', 'hierarchy', 'merge', 'local')),
  labelsOf: maybe(fc.constantFrom('sets', 'hierarchy')),
  weights: maybe(fc.constantFrom({ at: 2 }, {}, { at: 0 })),
  aggregate: maybe(fc.constantFrom('count', 'count,avg:toll')),
  suppression: maybe(fc.constantFrom(0, 0.2, 1)),
  dominance: maybe(fc.constantFrom('off', '1,0.6', '2,0.9')),
  labels: maybe(fc.constantFrom('zh', 'en', 'it', 'sl')),
  missing: maybe(fc.constantFrom('fail', 'drop')),
  exact: maybe(fc.boolean()),
  decimals: maybe(fc.integer({ min: 0, max: 4 })),
  residue: maybe(fc.constantFrom('suppress', 'generic')),
  effort: maybe(fc.constantFrom('fast', 'normal', 'best')),
  top: maybe(fc.constantFrom({ size: 5 }, { size: 100 })),
  bottom: maybe(fc.constantFrom({ size: -4 }, { size: 0 })),
  model: maybe(fc.oneof(fc.record({ l: fc.integer({ min: 2, max: 3 }) }), anyModel('mood', 'toll'))),
  further: maybe(anyModel('mood', 'toll')),
  cargoTree: maybe(anyTree(texts)),
  moodTree: maybe(anyTree(moods)),
  noise: maybe(fc.constantFrom('1,0.5', '2,1', '3,2')),
  register: maybe(
    fc.record({
      kMap: maybe(fc.integer({ min: 2, max: 12 })),
      presence: maybe(fc.constantFrom([0, 0.9], [0, 1], [0.05, 1])),
    }),
  ),
});

/** What is promised of sensitive values: one thing, or two at once, and how far apart the moods of a tree are. */
function modelsOf(model: object | undefined, further: object | undefined, tree: string | undefined): object {
  const both: Record<string, unknown> = { ...further, ...model };
  const near = { column: 'mood', t: 0.5, distance: 'hierarchy' };
  return tree === undefined ? both : { ...both, closeness: [both.closeness ?? [], near].flat() };
}

export const anyTable: fc.Arbitrary<Hunted> = fc
  .record({
    people: fc.integer({ min: 4, max: 20 }),
    odd: fc.constantFrom(0, 0, 30),
    empty: fc.constantFrom(0, 0, 20),
    settings,
  })
  .chain(({ people, odd, empty, settings: { k, ...others } }) =>
    fc
      .array(
        fc.record({
          id: anyId(people, odd),
          place: cellOf(fc.constantFrom('G1', 'G12', 'G123', 'G2', 'S1', 'Š1', 'g1'), empty),
          at: anyTime,
          size: cellOf(anyNumber, empty),
          cargo: cellOf(anyText, empty),
          toll: cellOf(anyNumber, empty),
          mood: cellOf(fc.constantFrom('glad', ...moods), empty),
        }),
        { minLength: 8, maxLength: 70 },
      )
      .map((records) => {
        const used = others.quasi.map((name) => name.split(':')[0]);
        const means = others.aggregate?.includes('avg') === true;
        const kept = others.aggregate === undefined ? ['toll', 'mood'] : [];
        const dropped = ['place', 'at', 'size', 'cargo', 'toll', 'mood'].filter(
          (name) => !used.includes(name) && !kept.includes(name) && !(means && name === 'toll'),
        );
        const { dominance, method, clustering, weights, top, bottom, model, further, register, ...more } = others;
        const { cargoTree, moodTree, noise, ...settings } = more;
        const registered = register?.kMap !== undefined || register?.presence !== undefined;
        const noisy = others.aggregate === 'count' ? noise : undefined;
        const trees = {
          ...(used.includes('cargo') && cargoTree !== undefined ? { cargo: cargoTree } : {}),
          ...(kept.includes('mood') && moodTree !== undefined ? { mood: moodTree } : {}),
        };
        return {
          policy: {
            ...known('table', {
              ...fitting(settings),
              ...(means ? { dominance } : {}),
              ...(method === 'kaca' ? { clustering } : {}),
              ...(used.includes('at') ? { weights } : {}),
              ...(used.includes('size') ? { top, bottom } : {}),
              ...(kept.length > 0 ? modelsOf(model, further, trees.mood) : {}),
              ...(registered ? { ...register, population: 'population.csv' } : {}),
              ...(noisy === undefined ? {} : { noise: noisy, noiseKey: 'noiseKey.csv' }),
              hierarchy: Object.fromEntries(Object.keys(trees).map((column) => [column, `hierarchy-${column}.csv`])),
            }),
            ...{ method, k, subject: 'id', drop: dropped, sensitive: kept },
          } as Hunted['policy'],
          records,
          files: {
            ...(registered ? { 'population.csv': csvOf([...records, ...neighboursOf(records)]) } : {}),
            ...(noisy === undefined ? {} : { 'noiseKey.csv': noiseKey }),
            ...Object.fromEntries(Object.entries(trees).map(([column, text]) => [`hierarchy-${column}.csv`, text])),
          },
        };
      }),
  );

const noiseKey = '8f2c61d09ab7e45331c0fd7e92a4b86675d3e81f0a9c24be';

/** Others like those of a table, under ids of their own: a register from which it was drawn. */
const neighboursOf = (records: readonly Row[]): readonly Row[] =>
  records.flatMap((record, i) => (i % 2 === 0 ? [{ ...record, id: `${marker}-n${i}` }] : []));
