import { attack, csvOf } from './attack.ts';

const people = Array.from({ length: 40 }, (_, i) => ({ id: `p${i}`, mon: i % 9, tue: (7 * i) % 11, wed: i === 0 ? 999 : i % 5 }));

attack('the exact value of the one who stands out', {
  files: { 'people.csv': csvOf(people) },
  run: 'people.csv --subject id --series mon..wed --segments 3 -k 5',
  attacker: ({ rows }) => rows.filter(({ wed }) => wed === '[999-999]'),
  learns: [],
});
