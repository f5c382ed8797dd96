import assert from 'node:assert/strict';
import { type Random, randomFrom } from '../../../src/base/random.ts';
import { policyKeys } from '../../../src/policy/policy.ts';
import { daysCsv, secret } from '../../cli/days.ts';
import { openPlace } from '../../cli/shoal-process.ts';
import { type Part, without } from '../part.ts';

interface Case {
  readonly command: 'plan' | 'run';
  readonly form: 'json' | 'yaml';
  /** Settings as they are written, each its name and the text of its value. */
  readonly lines: readonly (readonly [name: string, value: string])[];
}

/** Policies as nobody means well writes them: values of every wrong kind, size and depth under the names of true settings, and names that JavaScript knows. */
export const hostilePolicies: Part<Case> = {
  name: 'hostile-policies',
  holds:
    'a hostile policy is refused with a code, or what it asks for is done: nothing half written, no stack, no cell in a message, no long wait',
  goal: 5000,
  draw(seed, number) {
    const random = randomFrom(`hostile policies ${seed} ${number}`);
    const good = Object.entries({
      method: 'naive',
      subject: 'ID',
      drop: ['Name'],
      series: 'H1..H8',
      sensitive: ['Tag'],
      k: 5,
      p: 2,
    });
    const kept = good.filter(() => random.below(5) > 0).map(([name, value]) => [name, JSON.stringify(value)] as const);
    const hostile = Array.from({ length: 1 + random.below(4) }, () => [one(random, names), one(random, values)(random)] as const);
    return {
      command: random.below(4) === 0 ? 'run' : 'plan',
      form: random.below(2) === 0 ? 'json' : 'yaml',
      lines: [...kept, ...hostile],
    };
  },
  attempt: tryPolicy,
  *smaller(policy) {
    for (const lines of without(policy.lines)) yield { ...policy, lines };
  },
};

const one = <Value>(random: Random, among: readonly Value[]): Value => among[random.below(among.length)];

/** Those that name a place to write to are left out, as a policy may say where. */
const names = [
  ...policyKeys,
  '__proto__',
  'constructor',
  'toString',
  'k ',
  'K',
  '',
  '\u0000',
  '$schema',
  'x'.repeat(5000),
].filter((name) => !/^(out|outTable|trace|ledger|input|seedFile)$/.test(name));

const quoted = (text: string): string => JSON.stringify(text);
const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth);
const values: readonly ((random: Random) => string)[] = [
  () => 'null',
  () => 'true',
  (random) => one(random, ['-1', '0', '1e308', '1e400', '-0', '0.5', '9007199254740993', '2147483648', '1000001']),
  (random) =>
    quoted(
      one(random, [
        '',
        ' ',
        'NaN',
        'Infinity',
        '../../../../etc/passwd',
        '/dev/zero',
        'H1..H99999999',
        'H8..H1',
        '/(a+)+$/',
        '/[/',
      ]),
    ),
  (random) =>
    quoted(
      one(random, [
        "'; DROP TABLE x; --",
        "\"; ATTACH 'x'",
        '$' + '{process.exit()}',
        '%s%n',
        '\u202e\u0000',
        '{}',
        '[1-2]',
        'ID\u0000',
      ]),
    ),
  (random) =>
    quoted(
      one(random, [
        'postgres://x:y@127.0.0.1:1/z?table=t',
        'duckdb:/dev/null?table=x',
        'http://127.0.0.1/',
        'file:///etc/passwd',
        '-',
      ]),
    ),
  () => quoted('A'.repeat(200_000)),
  (random) => `[${Array.from({ length: random.below(2000) }, (_, i) => quoted(`H${i}`)).join(',')}]`,
  (random) => nested(1 + random.below(3000), '[', ']'),
  (random) => nested(1 + random.below(500), '{"a":', '}').replace(':}', ':1}'),
  () => '{"a":', // cut off
  () => '{"__proto__":{"k":1},"constructor":{"prototype":{"k":1}}}',
  () => '{"column":"Tag","kind":"recursive","c":-1,"l":1e9}',
  (random) => quoted(one(random, ['ID', 'Tag', 'H1', 'H1:number', 'H1:prefix', 'nobody:category', 'ID,ID', 'Tag,Name,ID'])),
  (random) => String(random.below(40) - 5),
];

/** Only of YAML: names for parts, which may stand for more and more of themselves. */
const bomb = `b0: &b0 [x,x,x,x,x,x,x,x,x]\n${[1, 2, 3, 4, 5, 6, 7, 8]
  .map(
    (i) =>
      `b${i}: &b${i} [${Array(9)
        .fill(`*b${i - 1}`)
        .join(',')}]\n`,
  )
  .join('')}`;

async function tryPolicy({ command, form, lines }: Case): Promise<string> {
  const place = openPlace();
  try {
    place.write('days.csv', daysCsv(24));
    const text =
      form === 'json'
        ? `{${lines.map(([name, value]) => `${quoted(name)}:${value}`).join(',')}}`
        : `${lines.length % 5 === 0 ? bomb : ''}${lines.map(([name, value]) => `${/^[a-z]\w*$/i.test(name) ? name : quoted(name)}: ${value}\n`).join('')}`;
    place.write(`policy.${form}`, text);
    const before = place.listing();
    const { code, stderr, stdout } = await place.call([
      command,
      'days.csv',
      '--policy',
      `policy.${form}`,
      '--out',
      'out',
      '--progress',
      'none',
    ]);
    assert.doesNotMatch(stderr, /^ {4}at /m, 'a trace of the stack was printed');
    assert.ok(code !== null && (code === 0 || (code >= 2 && code <= 8)), `exit code ${code}: ${stderr.slice(0, 400)}`);
    assert.ok(!stderr.includes(secret), 'a message tells a cell');
    assert.ok(!/root:x:0|PGPASSWORD/.test(stderr + stdout), 'another file is told');
    assert.ok(stderr.length < 100_000, `a message of ${stderr.length} signs`);
    assert.equal((Object.prototype as { k?: unknown }).k, undefined, 'every object has a k now');
    if (code !== 0) assert.match(stderr, /^ {2}code {3}[a-z]+\/[a-z0-9-]+$/m);
    if (code !== 0 || command === 'plan') assert.deepEqual(place.listing(), before, 'something was written');
    return code === 0 ? 'done' : 'refused';
  } finally {
    place.remove();
  }
}
