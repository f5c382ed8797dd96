import { appendFileSync } from 'node:fs';
import { attack, csvOf, forgery, refusal } from './attack.ts';

/** Cases that are known to hold, one of each kind: they show that the harness reads, forges and refuses. */
const days = csvOf(Array.from({ length: 12 }, (_, i) => ({ ID: `p${i}`, H1: i, H2: 2 * i, H3: 30 - i, Name: `name-${i}` })));
const given = {
  files: { 'days.csv': days },
  run: 'days.csv --method naive --subject ID --series H1..H3 --drop Name -k 4 --segments 3',
};

attack('a name that the policy drops', {
  ...given,
  attacker: ({ text, said }) => `${text('naive_anonymized.csv')}${text('report.json')}${said}`.match(/name-\d/g) ?? [],
  learns: [],
});

forgery('a row of one subject alone', {
  ...given,
  forge: (folder) => appendFileSync(`${folder}/naive_anonymized.csv`, '99,[1-1],[2-2],[3-3],abc,3\n'),
  breach: 'small-group',
});

refusal('more than the crowd can hide', { ...given, run: `${given.run} -k 13`, code: 'policy/k-too-large', exit: 4 });
