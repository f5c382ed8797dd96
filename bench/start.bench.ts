import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { node, shoal } from './walks-against-copy.ts';

/**
 * What a start and a small release of each family cost: seconds of all cores together, the least of ten, more than `node -e 0` takes. A busy
 * machine changes them less than seconds of the clock, which are told beside.
 */
const runs = 10;
const folder = mkdtempSync(join(tmpdir(), 'shoal-bench-'));
const countCpu = join(folder, 'count-cpu.cjs'); // required, not imported: a start has no loader of modules
writeFileSync(
  countCpu,
  `process.on('exit', () => { const { user, system } = process.cpuUsage(); process.stderr.write('cpu ' + (user + system)); });`,
);

interface Cost {
  readonly cpu: number;
  readonly clock: number;
}

function costOf(words: readonly string[]): Cost {
  const begun = performance.now();
  const { status, stderr } = spawnSync(node, ['--require', countCpu, ...words], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${words.join(' ')} exited with ${status}\n${stderr}`);
  return { cpu: Number(/cpu (\d+)$/.exec(stderr)?.[1]) / 1e6, clock: (performance.now() - begun) / 1000 };
}

function leastOf(words: readonly string[]): Cost {
  const all = Array.from({ length: runs }, () => costOf(words));
  return { cpu: Math.min(...all.map(({ cpu }) => cpu)), clock: Math.min(...all.map(({ clock }) => clock)) };
}

try {
  costOf([shoal, ...'generate work --rows 3000 --seed 1 --out work.csv --progress none'.split(' ')]);
  costOf([shoal, ...'generate events --rows 20000 --seed 1 --out events.csv --progress none'.split(' ')]);
  costOf([shoal, ...'generate tolls --rows 1000 --seed 1 --out tolls.csv --progress none'.split(' ')]);
  const roles = '--subject ID --series H1..H8 --drop Name,Surname --sensitive Performance_SD --method naive --out small --force';
  const commands = {
    '--version': ['--version'],
    'run, 3,000 x 8': ['run', 'work.csv', ...roles.split(' '), '--json'],
    'verify, 3,000 x 8': ['verify', 'small'],
    'inspect, 3,000 x 8': ['inspect', 'work.csv'],
    'run, 20,000 events': 'run events.csv --preset telecare --out days --force --json'.split(' '),
    'verify, 20,000 events': ['verify', 'days'],
    'run, 1,000 exits': 'run tolls.csv --preset tolls --method hierarchy --labels en --out exits --force --json'.split(' '),
    'verify, 1,000 exits': ['verify', 'exits'],
  };
  const nothing = leastOf(['-e', '0']);
  console.log(`| node -e 0 | ${nothing.cpu.toFixed(2)} | ${nothing.clock.toFixed(2)} |`);
  for (const [name, words] of Object.entries(commands)) {
    const { cpu, clock } = leastOf([shoal, ...words]);
    console.log(`| ${name} | +${(cpu - nothing.cpu).toFixed(2)} | +${(clock - nothing.clock).toFixed(2)} |`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
