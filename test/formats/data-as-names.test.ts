import { expect, it } from 'vitest';
import { dataAsNames } from '../../src/formats/data-as-names.ts';

it.each([
  ['words', ['ID', 'Name', 'H1', 'H2'], []],
  ['hours', ['ID', '0', '1', '2', '23'], []],
  ['years from the last on', ['town', '2024', '2023', '2022'], []],
  ['one year', ['town', '2020'], []],
  ['quarters of hours', ['id', '0.25', '0.5', '0.75', '1.0'], []],
  ['days', ['id', '2024-01-01', '2024-01-02'], []],
  ['many times', ['id', '2024-01-01 00:00', '2024-01-01 01:00'], []],
  ['one time alone', ['2024-01-01 00:00'], []],
  ['a record of a wide table', ['1', 'Lidia', '35', '29', '34'], [1, 3, 4, 5]],
  ['equal numbers', ['ann', '20', '20'], [2, 3]],
  ['a record of a log', ['home-7', '2024-03-01T10:00:00', 'ALARM'], [2]],
  ['numbers with blanks around them', ['x', ' 7 ', ' 3', '5'], [2, 3, 4]],
])('takes %s for what they are', (_, names, places) => {
  expect(dataAsNames(names)).toEqual(places);
});
